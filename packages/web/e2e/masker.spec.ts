import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  chooseOpponents,
  expectNoError,
  faults,
  listen,
  movesMade,
  open,
  openPlaces as places,
  pressTrembling,
  tabTo,
} from './helpers.ts';
import { example, resume, savedGame } from './saved-games.ts';

const board = (page: Page): Locator => page.getByRole('group', { name: 'Board of Masker' });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
const stop = (page: Page): Locator => button(page, /^Stop here/);
const gifts = (page: Page): Locator => button(page, /\d+ from .+, \d+ from .+$/);
const ready = (page: Page): Locator => button(page, 'I’m ready');
const result = (page: Page): Locator => page.getByRole('heading', { name: /wins?$|^You lose$/ });
const isLast = (page: Page): Locator => page.getByText(/^This is (the last \w+|your last) cross/);

async function start(page: Page, players: number, tower: boolean, other: string): Promise<void> {
  await open(page, '/masker/play');
  await page.getByLabel(`${players} players`).check();
  await chooseOpponents(page, players, other);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  if (tower) await page.getByLabel('Tower, nine stacks of four').check();
  await button(page, 'Start the game').click();
}

/** Waits until a person is to move or the game is over. */
async function awaited(page: Page): Promise<'capture' | 'gift' | 'curtain' | 'over'> {
  const any = places(page).first().or(gifts(page).first()).or(ready(page)).or(result(page));
  await expect(any.first()).toBeVisible();
  if (await result(page).isVisible()) return 'over';
  if (await ready(page).isVisible()) return 'curtain';
  return (await gifts(page).count()) > 0 ? 'gift' : 'capture';
}

/** Captures the first legal cross; the last of its colour needs a second press. */
async function captureByMouse(page: Page): Promise<void> {
  await pressTrembling(page, places(page).first());
  if (await isLast(page).isVisible()) await pressTrembling(page, places(page).first());
}

async function captureByKeyboard(page: Page): Promise<void> {
  const wanted = await places(page).first().getAttribute('data-target');
  await tabTo(page, ({ onBoard }) => onBoard);
  for (let step = 0; step < 40; step++) {
    const at = await page.evaluate(() => document.activeElement?.getAttribute('data-target') ?? '');
    if (at === wanted) break;
    await page.keyboard.press(arrow(at, wanted ?? ''));
  }
  await page.keyboard.press('Enter');
  if (await isLast(page).isVisible()) await page.keyboard.press(' ');
}

function arrow(from: string, to: string): string {
  if (from.charAt(0) !== to.charAt(0)) return from.charAt(0) < to.charAt(0) ? 'ArrowRight' : 'ArrowLeft';
  return from.charAt(1) < to.charAt(1) ? 'ArrowUp' : 'ArrowDown';
}

test('three players and the tower: one person and two bots, by mouse and by keyboard, and no error text follows a legal move', async ({
  page,
}) => {
  const complaints = listen(page);
  await start(page, 3, true, 'Computer');
  await expect(places(page).first()).toBeVisible();
  const secret = page.getByText(/^Your secret colour: \w+$/);
  const own = await secret.textContent();
  await expect(button(page, 'Take back')).toBeDisabled();
  expect(await faults(page)).toEqual([]);
  const deal = await board(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await captureByKeyboard(page);
  await expect(page.getByText(/Captures: 1 of 3/)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText(/Captures: 0 of 3/)).toBeVisible();
  expect(
    await board(page)
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
  ).toEqual(deal);
  await captureByKeyboard(page);
  await page.keyboard.press('.');
  await expect.poll(async () => (await movesMade(page)).length).toBeGreaterThan(1);
  // The bots move, and the user's colour stays visible.
  await expect(secret).toHaveText(own ?? '');
  // The ledge shows what they took: the sentence is for those who hear it.
  await expect(page.locator('.turn-line').getByText(/ took /)).toHaveClass(/visually-hidden/);
  // `spoken.spec.ts` plays such a game to its end.
  for (let steps = 0; steps < 8; steps++) {
    const what = await awaited(page);
    if (what === 'over') break;
    const made = (await movesMade(page)).join();
    if (what === 'gift') await gifts(page).first().click();
    else if (steps % 3 === 2 && (await stop(page).isEnabled())) await stop(page).click();
    else if (steps % 2 === 0) await captureByMouse(page);
    else await captureByKeyboard(page);
    await expect
      .poll(async () => (await result(page).isVisible()) || (await movesMade(page)).join() !== made)
      .toBe(true);
    await expectNoError(page, `after ${made}`);
  }
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('two players on one device: a curtain before every turn, each secret for its owner, undo before the device changes hands', async ({
  page,
}) => {
  const complaints = listen(page);
  await start(page, 2, false, 'Same screen');
  await expect(page.getByRole('heading', { name: 'Hand it to Player 1' })).toBeVisible();
  await expect(board(page)).toBeHidden();
  expect(await faults(page)).toEqual([]);
  await ready(page).click();
  const shown = button(page, /^My colour: /);
  const first = await shown.textContent();
  await page.keyboard.press('s');
  await expect(shown).toBeHidden();
  await expect(page.getByText(/^(red|yellow|green|blue|purple)$/)).toHaveCount(0);
  await page.keyboard.press('s');
  await captureByMouse(page);
  await expect(shown).toBeVisible();
  await stop(page).click();
  await expect(page.getByRole('heading', { name: 'Hand it to Player 2' })).toBeVisible();
  await expect(shown).toBeHidden();
  await button(page, 'Undo my last step').click();
  await expect(stop(page)).toBeEnabled();
  await expect(shown).toHaveText(first ?? '');
  await stop(page).click();
  await ready(page).click();
  await expect(button(page, 'Put the last cross back')).toBeDisabled();
  expect(await shown.textContent()).not.toBe(first);
  // `whole-games.spec.ts` plays such games to the end.
  for (let steps = 0; steps < 6;) {
    if ((await awaited(page)) === 'curtain') {
      await ready(page).click();
      continue;
    }
    const made = (await movesMade(page)).join();
    await (steps++ % 5 === 0 ? captureByKeyboard(page) : captureByMouse(page));
    await expect.poll(async () => (await movesMade(page)).join()).not.toBe(made);
  }
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('four players: partners share the view without a curtain, opponents have one', async ({ page }) => {
  await start(page, 4, false, 'Same screen');
  await expect(page.getByText(/Hand it to Player 1/)).toBeVisible();
  await open(page, '/masker/play');
  await page.getByLabel('4 players').check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  await expect(page.getByText('Two teams of two')).toBeVisible();
  for (const [index, name] of ['Computer', 'Same screen', 'Computer'].entries())
    await chooseOpponent(page, name, index + 2);
  await button(page, 'Start the game').click();
  await ready(page).click();
  await captureByMouse(page);
  await stop(page).click();
  await expect(page.getByText(/^Player 2 to move$/)).toBeVisible();
  await expect(places(page).first()).toBeVisible();
  await expect(ready(page)).toBeHidden();
});

test('bots that begin are watched without a curtain, and no colour is shown', async ({ page }) => {
  await open(page, '/masker/play');
  await page.getByLabel('3 players').check();
  await chooseOpponent(page, 'Same screen', 2);
  await chooseOpponent(page, 'Computer', 3);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(3).check();
  // The board may be visible for a moment only, because bots are fast.
  await page.evaluate(() => {
    const seen = (): boolean => document.querySelector('svg[role=group]') !== null;
    new MutationObserver(() => seen() && document.body.setAttribute('data-saw-board', '')).observe(document.body, {
      childList: true,
      subtree: true,
    });
  });
  await button(page, 'Start the game').click();
  await expect(page.locator('body[data-saw-board]')).toBeVisible();
  await expect(page.getByText(/Your secret colour/)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Hand it to Player 1' })).toBeVisible();
});

test('the rack of a phone shows every number of crosses', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await start(page, 2, false, 'Same screen');
  await ready(page).click();
  const rack = page.locator('.tray');
  await expect(rack).toBeVisible();
  expect(await rack.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(1);
});

test('after the game, too, the rack shows every number, on phones of several sizes', async ({ page }) => {
  await open(page, '/');
  const played = example('masker', ({ players }) => players === 2);
  await resume(page, savedGame('masker', played, played.moves.length, 'alone'));
  const tray = page.locator('.tray');
  for (const [width, height] of [
    [360, 640],
    [375, 812],
    [393, 852],
    [412, 915],
  ] as const) {
    await page.setViewportSize({ width, height });
    const beyond = (): Promise<number> => tray.evaluate((rack) => rack.scrollWidth - rack.clientWidth);
    await expect.poll(beyond, `${width}`).toBeLessThanOrEqual(0);
  }
});

test.describe('by touch on the smallest phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  test('a tap shows what a capture does, a button that names it or a second tap captures, and nothing moves', async ({
    page,
  }) => {
    const complaints = listen(page);
    await start(page, 2, false, 'Computer');
    await expect(page.getByText('Tap a cross that touches the plain one; tap it again to take it.')).toBeVisible();
    const boxes = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('.game-table :is(svg[role=group], .tray, .acts, .acts button)')].map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join(' ');
        }),
      );
    const still = await boxes();
    await expect(button(page, /^Take$/)).toHaveAttribute('aria-disabled', 'true');
    await places(page).first().tap({ force: true });
    await expect(board(page).locator('.look-chosen')).toHaveCount(1);
    await expect(page.getByText(/more would stay in play|Your own colour/)).toBeVisible();
    const take = button(page, /^Take \w+$/);
    await expect(take).toContainText('1 / 3');
    expect(await boxes()).toEqual(still);
    expect(await movesMade(page)).toEqual([]);
    expect(await faults(page)).toEqual([]);
    await take.tap();
    await expect(button(page, /^Take$/)).toContainText('2 / 3');
    await expect.poll(() => movesMade(page)).toHaveLength(1);
    await places(page).first().tap({ force: true });
    await expect(take).toBeVisible();
    // In a corner the plain cross may have a single neighbour.
    if ((await places(page).count()) > 1) await places(page).last().tap({ force: true });
    await expect(take).toBeVisible();
    await places(page).last().tap({ force: true });
    await expect(button(page, /^Take$/)).toContainText('3 / 3');
    expect(await boxes()).toEqual(still);
    expect(complaints).toEqual([]);
  });
});
