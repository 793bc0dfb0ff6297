import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  chooseInMenu,
  coveredBy,
  faults,
  giveUp,
  listen,
  movesMade,
  newPage,
  open,
  placeByMouse,
  playing,
} from './helpers.ts';

test.use({ reducedMotion: 'no-preference' });

/** The message that the browser logs itself for a failed connection. */
const NO_NETWORK = /WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED/;

interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
}

/** A user with a browser of their own. */
async function visitor(browser: Browser): Promise<Visitor> {
  const page = await newPage(browser, { viewport: { width: 360, height: 740 } });
  return { page, complaints: listen(page) };
}

/** Expects no axe finding and nothing wider than the screen: on the way to a table once, in the first test. */
async function isSound(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

type Look = (page: Page) => Promise<void>;
const noLook: Look = async () => {};

/** Opens a table for a friend, with the user as Dark; returns its address. */
async function invite(page: Page, clock: string, look = noLook): Promise<string> {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'A friend');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('group', { name: 'Clock' }).getByLabel(clock).check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await look(page);
  await page.getByRole('button', { name: 'Create game' }).click();
  await expect(page.getByRole('heading', { name: 'Send this link to your friend' })).toBeVisible();
  await look(page);
  return page.getByLabel('The link to this table').inputValue();
}

async function sitDown(page: Page, link: string, look = noLook): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ada invites you to a game of Isaac' })).toBeVisible();
  await page.getByLabel('Your name').fill('Basil');
  await look(page);
  await page.getByRole('button', { name: 'Sit down and play' }).click();
}

const myTurn = (page: Page) => page.getByText('Your turn: place a piece', { exact: true });

async function placeInTurn(page: Page): Promise<void> {
  await expect(myTurn(page)).toBeVisible();
  await placeByMouse(page);
  await expect(myTurn(page)).toBeHidden();
}

test('two friends play by a link, one loses the connection and returns, a third person watches', async ({
  browser,
}) => {
  const [ada, basil, cleo] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  const link = await invite(ada.page, '15 min + 10 s', isSound);
  await sitDown(basil.page, link, isSound);
  await placeInTurn(ada.page);
  await placeInTurn(basil.page);
  await cleo.page.goto(link);
  await expect(cleo.page.getByText('You are watching.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Moves', exact: true }).click();
  await expect(ada.page.getByText('1 spectator')).toBeVisible();
  await ada.page.keyboard.press('Escape');
  await expect(ada.page.getByRole('list', { name: 'Players and scores' })).toContainText(/1[45]:\d\d/);
  for (const { page } of [ada, basil, cleo]) expect(await faults(page)).toEqual([]);

  await basil.page.context().setOffline(true);
  await expect(basil.page.getByText('Connection lost.')).toBeVisible();
  await expect(ada.page.getByText('Light (guest, away)')).toBeVisible();
  await placeInTurn(ada.page);
  expect(await movesMade(basil.page)).toHaveLength(2);
  await basil.page.context().setOffline(false);
  await expect(basil.page.getByText('Connection lost.')).toBeHidden();
  await expect.poll(() => movesMade(basil.page)).toHaveLength(3);
  await placeInTurn(basil.page);
  for (const { page } of [ada, cleo]) await expect.poll(() => movesMade(page)).toHaveLength(4);

  await chooseInMenu(basil.page, 'Ask to take back');
  await expect(ada.page.getByText('Basil asks to take back a turn.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Accept' }).click();
  for (const { page } of [ada, basil, cleo]) await expect.poll(() => movesMade(page)).toHaveLength(3);
  await basil.page.reload();
  await expect(myTurn(basil.page)).toBeVisible();

  await giveUp(basil.page);
  await expect(basil.page.getByRole('heading', { name: 'You lose' })).toBeVisible();
  await expect(ada.page.getByRole('heading', { name: 'You win' })).toBeVisible();
  await expect(cleo.page.getByRole('heading', { name: 'Ada (Dark) wins' })).toBeVisible();
  await basil.page.getByRole('button', { name: 'Rematch' }).click();
  await expect(ada.page.getByText('Basil would like a rematch.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Decline' }).click();
  await expect(basil.page.getByText('Rematch offered.')).toHaveCount(0);
  await expect(ada.page.getByRole('button', { name: 'Decline' })).toHaveCount(0);
  await basil.page.getByRole('button', { name: 'Rematch' }).click();
  await expect(ada.page.getByText('Basil would like a rematch.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Rematch' }).click();
  for (const { page } of [ada, basil]) {
    await expect(page).not.toHaveURL(link);
    await expect(playing(page)).toBeVisible();
    await expect.poll(() => movesMade(page)).toHaveLength(0);
  }
  for (const { complaints } of [ada, basil, cleo]) {
    expect(complaints.filter((text) => !NO_NETWORK.test(text))).toEqual([]);
  }
});

test('errors are explained in words: an address without a table, a cancelled table', async ({ browser }) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  await basil.page.goto('/t/no-such-table-anywhere');
  await expect(basil.page.getByRole('alert')).toHaveText('There is no table at this address.');
  await basil.page.goto('/t/a-cut-link');
  await expect(basil.page.getByRole('alert')).toHaveText('There is no table at this address.');
  const link = await invite(ada.page, 'No clock');
  await ada.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(ada.page.getByText('This table was cancelled')).toBeVisible();
  await basil.page.goto(link);
  await expect(basil.page.getByText('This table was cancelled')).toBeVisible();
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('a move made without a connection survives closing the page, and is sent at its position only', async ({
  browser,
}) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const link = await invite(ada.page, 'No clock');
  await sitDown(basil.page, link);
  const context = ada.page.context();
  /** Whether the page has loaded what keeps a move, and its words. */
  const canKeep = (): boolean => {
    const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const queue = loaded.find(({ name }) => name.includes('table-queue'));
    return (
      queue !== undefined && loaded.some(({ name, startTime }) => /words/.test(name) && startTime >= queue.responseEnd)
    );
  };
  /** Ada loses the connection, places a piece and closes the page. */
  const moveAndLeave = async (page: Page): Promise<void> => {
    await expect(myTurn(page)).toBeVisible();
    await page.waitForFunction(canKeep);
    await context.setOffline(true);
    await expect(page.getByText('Connection lost.')).toBeVisible();
    await placeInTurn(page);
    await expect(page.getByText(/will be sent/)).toBeVisible();
    await page.close();
    await context.setOffline(false);
  };
  await moveAndLeave(ada.page);
  expect(await movesMade(basil.page)).toHaveLength(0);
  const again = await context.newPage();
  await again.goto(link);
  await expect.poll(() => movesMade(basil.page)).toHaveLength(1);
  await placeInTurn(basil.page);
  await moveAndLeave(again);
  await giveUp(basil.page);
  const last = await context.newPage();
  await last.goto(link);
  await expect(last.getByRole('alert')).toContainText('The game has ended. Your move');
  await last.getByRole('button', { name: 'Close the message' }).click();
  await expect(last.getByRole('alert')).toHaveCount(0);
});

test('what another player writes is shown on a phone for a moment, over no control, and said once', async ({
  browser,
}) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const link = await invite(ada.page, '15 min + 10 s');
  await sitDown(basil.page, link);
  await expect(playing(basil.page)).toBeVisible();
  const say = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('button', { name: /^Chat/ }).click();
    await page.getByLabel('Your message').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('log')).toContainText(text);
    await page.keyboard.press('Escape');
  };
  await ada.page.setViewportSize({ width: 360, height: 640 });
  await say(basil.page, 'Good luck with this one, and mind the corner');
  const said = ada.page.getByText('Good luck with this one, and mind the corner', { exact: true });
  await expect(said).toBeVisible();
  expect(await coveredBy(ada.page, '.toast p')).toEqual([]);
  await expect(ada.page.getByRole('status').filter({ hasText: 'Good luck' })).toHaveText(/^\s*Basil:\s+Good luck/);
  expect(await faults(ada.page)).toEqual([]);
  await expect(said).toBeHidden();

  await ada.page.getByRole('button', { name: /^Chat/ }).click();
  await ada.page.getByRole('button', { name: 'Turn the chat off' }).click();
  await ada.page.keyboard.press('Escape');
  await say(basil.page, 'Are you there?');
  await placeInTurn(ada.page);
  await expect.poll(() => movesMade(basil.page)).toHaveLength(1);
  await expect(ada.page.locator('.toast p')).toHaveCount(0);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('an offer of a rematch reaches a player who is elsewhere, and can be declined and withdrawn', async ({
  browser,
}) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const link = await invite(ada.page, '3 days per turn');
  await sitDown(basil.page, link);
  await expect(playing(basil.page)).toBeVisible();
  await giveUp(ada.page);
  await basil.page.goto('/');
  const offer = ada.page.getByRole('button', { name: 'Rematch' });
  await offer.click();
  await expect(ada.page.getByText(/Rematch offered\. Waiting for an answer… \(until .*\d:\d\d/)).toBeVisible();

  await expect(basil.page.getByRole('link', { name: /^Rematch: Isaac with Ada \(guest\).* Look$/ })).toBeVisible();
  await basil.page.getByRole('button', { name: /^Waiting for you/ }).click();
  const bell = basil.page.getByRole('dialog', { name: 'Waiting for you' });
  await expect(bell.getByRole('link', { name: /^Rematch: Isaac with Ada \(guest\) · 2 d 23 h left$/ })).toBeVisible();
  expect(await faults(basil.page)).toEqual([]);
  await bell.getByRole('link', { name: 'Your games' }).click();
  await expect(basil.page.getByRole('region', { name: 'Finished' })).toContainText('Ada would like a rematch.');

  await ada.page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(ada.page.getByText('No rematch this time.')).toBeVisible();
  await expect(basil.page.getByRole('button', { name: 'Waiting for you', exact: true })).toBeVisible();
  // In a wide window the head of the analysis says what becomes of the offer, too.
  await ada.page.setViewportSize({ width: 1440, height: 900 });
  await ada.page.getByRole('button', { name: 'Analyse' }).click();
  await expect(ada.page.getByRole('heading', { name: 'Analysis' })).toBeVisible();
  await offer.click();
  await expect(ada.page.getByText('Rematch offered.')).toBeFocused();
  await expect(ada.page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await basil.page.getByRole('button', { name: 'Waiting for you: 1' }).click();
  await bell.getByRole('link', { name: /^Rematch: / }).click();
  await basil.page.getByRole('button', { name: 'Decline' }).click();
  await expect(basil.page.getByText('No rematch this time.')).toBeFocused();
  await expect(ada.page.getByText('Basil declined the rematch.')).toBeVisible();
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});
