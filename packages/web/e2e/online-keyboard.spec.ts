import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  chooseInMenu,
  faults,
  focus,
  movesMade,
  moveByKeyboard,
  placeByMouse,
  playing,
  stepSlider,
  tabTo,
} from './helpers.ts';
import { masker } from './movers.ts';
import { complaintsOf, makeTable, sitDown, type Visitor, visit } from './online.ts';

/** Collects what a screen reader announces: changes in a live region that existed before, and alerts. */
const LISTEN = `(() => {
  window.heard = [];
  const isLive = (element) => element.matches('[role=status], [role=alert], [role=log], [aria-live=polite]');
  const known = new WeakSet();
  const tell = (element) => {
    const text = (element.textContent || '').replace(/\\s+/g, ' ').trim();
    if (text !== '' && window.heard.at(-1) !== text) window.heard.push(text);
  };
  new MutationObserver((changes) => {
    const told = new Set();
    for (const { target } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest('[role=status], [role=alert], [role=log], [aria-live=polite]');
      if (region && (known.has(region) || region.getAttribute('role') === 'alert')) told.add(region);
    }
    for (const region of document.querySelectorAll('[role=status], [role=alert], [role=log], [aria-live=polite]')) {
      if (!known.has(region) && isLive(region) && region.getAttribute('role') === 'alert') told.add(region);
      known.add(region);
    }
    for (const region of told) tell(region);
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

const heard = (page: Page): Promise<string[]> => page.evaluate('window.heard');
const hears = (page: Page, text: RegExp): Promise<void> =>
  expect.poll(async () => (await heard(page)).filter((said) => text.test(said)).length).toBeGreaterThan(0);

/** A user with a keyboard and a screen reader only. */
async function byKeyboard(browser: Browser, name: string | null = null): Promise<Visitor> {
  const visitor = await visit(browser, name);
  await visitor.page.addInitScript(LISTEN);
  return visitor;
}

/** Moves the focus to the element with this name and presses it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const isWanted = (found: string): boolean => (typeof name === 'string' ? found === name : name.test(found));
  await tabTo(page, (at) => isWanted(at.name));
  await page.keyboard.press('Enter');
}

/** From the home page to a seat at the host's table, as a guest. */
async function sitDownByKeyboard(page: Page, host: string, game: string): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await press(page, 'Lobby');
  await expect(page.getByRole('heading', { level: 1, name: 'Lobby' })).toBeFocused();
  await expect(page.getByRole('button', { name: `Sit down with ${host} (guest): ${game}` })).toBeVisible();
  await press(page, new RegExp(`^Sit down with ${host}\\s\\(guest\\): ${game}$`));
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.keyboard.type('Kay');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: game })).toBeFocused();
  await hears(page, /^The game begins\.$/);
}

/** A table in the lobby, at which the host plays first. */
async function openTable(host: Visitor, name: string, game: string): Promise<void> {
  const { page } = host;
  await page.goto(`/${game}/play`);
  await chooseOpponent(page, 'Anyone');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('group', { name: 'Clock' }).getByLabel('15 min + 10 s').check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  await expect(page.getByText('The table stays in the lobby as long as you are here.')).toBeVisible();
}

test('Isaac with the keyboard only: lobby, seat, moves, chat, resignation, rematch, review', async ({ browser }) => {
  const name = `Basil ${Date.now() % 1e6}`;
  const [basil, kay] = [await visit(browser), await byKeyboard(browser)];
  const { page } = kay;
  await openTable(basil, name, 'isaac');
  await sitDownByKeyboard(page, name, 'Isaac');
  const table = page.url();

  await expect(basil.page.getByText('Your turn: place a piece', { exact: true })).toBeVisible();
  await placeByMouse(basil.page);
  await hears(page, new RegExp(`^${name} placed a \\d-cell piece on \\d\\d-\\d\\d\\. Your turn: place a piece$`));
  await moveByKeyboard(page, 'place');
  await expect.poll(() => movesMade(basil.page)).toHaveLength(2);
  expect((await focus(page)).onBoard).toBe(true);
  await hears(page, new RegExp(`^${name} to place a piece$`));

  await press(page, 'Chat');
  await expect(page.getByLabel('Your message')).toBeFocused();
  await page.keyboard.type('Good evening');
  await page.keyboard.press('Enter');
  await expect(basil.page.getByRole('button', { name: 'Chat (1 new message)' })).toBeVisible();
  await basil.page.getByRole('button', { name: 'Chat (1 new message)' }).click();
  await expect(basil.page.getByRole('log', { name: 'Players' })).toContainText('Kay Good evening');
  await basil.page.getByRole('button', { name: 'Hello!' }).click();
  await hears(page, /Hello!$/);

  await page.keyboard.press('Escape');
  await press(page, 'Menu');
  await press(page, 'Ask to take back');
  await hears(page, /^You have asked to take back your last turn\.$/);
  expect((await focus(page)).name).toBe('Menu');
  // The chat is still open there: the question is shown above it.
  await basil.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(basil.page.getByRole('button', { name: 'Decline' })).toBeHidden();
  await basil.page.keyboard.press('Escape');
  await placeByMouse(basil.page);
  await hears(page, /Your turn: place a piece$/);
  expect(await faults(page)).toEqual([]);

  await press(page, 'Menu');
  await press(page, 'Resign');
  await press(page, 'Resign');
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeFocused();
  await hears(page, /^You lose\. You resigned\.$/);
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  await expect(stepSlider(page)).toHaveValue('2');
  await expect(page).toHaveURL(`${table}/2`);
  await hears(page, /^1… \S+$/);

  await basil.page.getByRole('button', { name: 'Rematch' }).click();
  await hears(page, new RegExp(`^${name} would like a rematch\\. \\(until .+\\)$`));
  await press(page, 'Result');
  await press(page, 'Rematch');
  await expect(page).not.toHaveURL(new RegExp(`${table}.*`));
  await expect(page.getByRole('heading', { level: 1, name: 'Isaac' })).toBeVisible();
  await expect(page.getByText('Your turn: place a piece', { exact: true })).toBeVisible();
  await moveByKeyboard(page, 'place');
  await expect.poll(() => movesMade(basil.page)).toHaveLength(1);
  expect(complaintsOf([basil, kay])).toEqual([]);
});

test('Masker with the keyboard only, with the deal checked and reviewed', async ({ browser }) => {
  const name = `Basil ${Date.now() % 1e6}`;
  const [basil, kay] = [await visit(browser), await byKeyboard(browser)];
  const { page } = kay;
  await openTable(basil, name, 'masker');
  await sitDownByKeyboard(page, name, 'Masker');
  const board = page.getByRole('group', { name: 'Board of Masker' });

  for (let step = 0; step < 12; step++) {
    const { match, you } = (await turnOf(kay)) ?? {};
    if (match === undefined || match === null || match.end !== null) break;
    const plies = match.plies;
    if (match.view.turn === you) {
      await expect.poll(() => kay.view()?.match?.clock?.seat, { intervals: [30] }).toBe(you);
      await expect(page.getByText(/^Your turn/).first()).toBeVisible();
      await captureByKeyboard(page);
    } else {
      // The two announcements may arrive at different times, and the first clock waits until all players are present.
      const known = (): unknown => [basil.view()?.match?.plies, basil.view()?.match?.clock?.seat];
      await expect.poll(known, { intervals: [30] }).toEqual([plies, match.view.turn]);
      await masker(basil.page, basil.view() ?? fail());
    }
    await expect.poll(() => kay.view()?.match?.plies, { intervals: [30] }).toBeGreaterThan(plies);
  }
  await hears(page, new RegExp(`^${name} took .+\\. Your turn: take crosses$`));
  await expect(board).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await press(page, 'Menu');
  await press(page, 'Resign');
  await press(page, 'Resign');
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeFocused();
  await hears(page, /^You lose\. You resigned\.$/);
  await press(page, 'Rematch');
  await hears(page, /^Rematch offered\. Waiting for an answer… \(until .+\)$/);
  await expect(page.getByText('Rematch offered. Waiting for an answer…')).toBeFocused();
  await press(page, 'Moves');
  await press(page, 'Fair deal');
  await press(page, 'Check the deal');
  await hears(page, /^Right: the deal is the one that was sealed/);
  await page.keyboard.press('Escape');
  await tabTo(page, (at) => at.name.startsWith('View'));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('View').locator('option:checked')).toHaveText(/^as (you|Basil \d+) saw it$/);
  expect(await faults(page)).toEqual([]);
  expect(complaintsOf([basil, kay])).toEqual([]);
});

function fail(): never {
  throw new Error('nothing was shown');
}

/** The newest view of this user, once the page says whose turn it is. */
const turnOf = async ({ view, page }: Visitor) => {
  await expect(playing(page)).toBeVisible();
  return view();
};

/** Captures the nearest legal cross, with a second press if the page asks. */
async function captureByKeyboard(page: Page): Promise<void> {
  const places = page.getByRole('group', { name: 'Board of Masker' }).getByRole('button', { disabled: false });
  await expect(places.first()).toBeVisible();
  await tabTo(page, ({ onBoard }) => onBoard);
  const isOn = async () => (await focus(page)).enabled;
  for (let step = 0; step < 80 && !(await isOn()); step++) await page.keyboard.press(await arrowTowards(page));
  await page.keyboard.press('Enter');
  if (await page.getByText(/^This is (the last \w+|your last) cross/).isVisible()) await page.keyboard.press('Enter');
}

/** The arrow key that leads closer to an enabled target. */
async function arrowTowards(page: Page): Promise<string> {
  const from = await focus(page);
  const ways = await page
    .getByRole('group', { name: 'Board of Masker' })
    .getByRole('button', { disabled: false })
    .evaluateAll((elements, at) => {
      const centres = elements.map((element) => element.getBoundingClientRect());
      return centres.map(({ x, y, width, height }) => ({ dx: x + width / 2 - at.x, dy: y + height / 2 - at.y }));
    }, from);
  const [way] = ways.sort((one, other) => Math.hypot(one.dx, one.dy) - Math.hypot(other.dx, other.dy));
  if (way === undefined) throw new Error('nothing can be captured');
  if (Math.abs(way.dx) >= Math.abs(way.dy)) return way.dx > 0 ? 'ArrowRight' : 'ArrowLeft';
  return way.dy > 0 ? 'ArrowDown' : 'ArrowUp';
}

test('a draw is offered and accepted with the keyboard only', async ({ browser }) => {
  const [basil, kay] = [await byKeyboard(browser, 'Basil'), await byKeyboard(browser, 'Kay')];
  const link = await makeTable(basil, 'Basil', { game: 'arcanor', players: 2, options: [] });
  await basil.page.getByRole('button', { name: 'Cancel' }).focus();
  await sitDown(kay, 'Kay', link);
  await hears(basil.page, /^The game begins\.$/);
  await expect(basil.page.getByRole('heading', { level: 1, name: 'Arcanor' })).toBeFocused();
  const { page } = kay;
  await press(page, 'Menu');
  await press(page, 'Offer a draw');
  await hears(page, /^You have offered a draw\.$/);
  expect((await focus(page)).name).toBe('Menu');
  await basil.page.getByRole('button', { name: 'Decline' }).click();
  await hears(page, /^Declined: the game goes on\.$/);
  await chooseInMenu(basil.page, 'Offer a draw');
  await hears(page, /^Basil offers a draw\./);
  // It takes no press in its first moments.
  await expect(page.getByRole('button', { name: 'Accept the draw' })).toBeEnabled();
  await press(page, 'Accept the draw');
  await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
  await hears(page, /^A draw\. /);
  expect(complaintsOf([basil, kay])).toEqual([]);
});
