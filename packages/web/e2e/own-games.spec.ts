import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  faults,
  giveUp,
  listen,
  movesMade,
  newPage,
  open,
  placeByMouse,
  playing,
  startIsaac,
  yourTurn,
} from './helpers.ts';

const games = (page: Page, title: 'Under way' | 'Finished') => page.getByRole('region', { name: title });
const rows = (page: Page, title: 'Under way' | 'Finished') => games(page, title).getByRole('listitem');

/** Opens a table of Isaac for a friend, where the user begins; its address. Who has a name is known to the server. */
async function openTable(page: Page, name: string | null): Promise<string> {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'A friend');
  if (name !== null) await page.getByLabel('Your name').fill(name);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  return page.getByLabel('The link to this table').inputValue();
}

test('a second game that starts from the home page takes the first place there', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/');
  await page.getByRole('button', { name: 'Play Nasca' }).click();
  await expect(playing(page)).toBeVisible();
  await open(page, '/');
  await expect(page.locator('main').getByRole('region', { name: 'Your games' }).locator('svg').first()).toBeAttached();
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await expect(playing(page)).toBeVisible();
  expect(complaints).toEqual([]);
});

async function sitDown(page: Page, link: string, name: string | null): Promise<void> {
  await page.goto(link);
  if (name !== null) await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(playing(page)).toBeVisible();
}

test('running and finished games, on this device and online, are listed by game and result', async ({
  browser,
  page,
}) => {
  const complaints = listen(page);
  const other = await newPage(browser);

  const first = await openTable(page, 'Ada');
  await sitDown(other, first, 'Grace');
  await placeByMouse(page);
  await yourTurn(other);
  await placeByMouse(other);
  await yourTurn(page);
  await giveUp(other);
  await expect(page.getByRole('heading', { name: 'You win' })).toBeVisible();

  const returning = await newPage(browser);
  await returning.context().addCookies(await page.context().cookies());
  await open(returning, '/');
  await returning.getByRole('button', { name: 'Play Isaac' }).click();
  await yourTurn(returning);
  const kept = await returning.evaluate(() => Object.values(localStorage).join());
  expect(kept, 'who has finished a game is not taught on a new device').not.toContain('"guide":0');

  const second = await openTable(page, null);
  await sitDown(other, second, null);
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await giveUp(page);
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/games');
  await expect(rows(page, 'Under way')).toHaveCount(1);
  await expect(rows(page, 'Under way')).toContainText('Your turn');
  await expect(rows(page, 'Finished')).toHaveCount(2);
  await expect(rows(page, 'Finished').first()).toContainText('Bot, Kitten (1)');
  await expect(rows(page, 'Finished').first()).toContainText('You lose');
  await expect(rows(page, 'Finished').last()).toContainText(/Grace.*You win.*online/s);
  await expect(rows(page, 'Finished').last().locator('time')).toHaveAttribute('datetime', /^\d{4}-/);
  // The local game shows its position.
  await expect(rows(page, 'Finished').first().locator('.tile [data-solid]').first()).toBeAttached();
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Won' });
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toContainText('Grace');
  await expect(games(page, 'Under way')).toBeHidden();
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Lost' });
  await expect(rows(page, 'Finished')).toHaveCount(1);
  await expect(rows(page, 'Finished')).toContainText('Bot, Kitten (1)');
  await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Nasca' });
  await expect(games(page, 'Finished')).toContainText('No game matches.');
  await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Isaac' });
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: 'Under way' });
  await expect(rows(page, 'Under way')).toHaveCount(1);
  await games(page, 'Under way').getByRole('link', { name: 'Resume Isaac: You – Grace' }).click();
  await expect(page).toHaveURL(second);

  await open(page, '/games');
  await games(page, 'Finished').getByRole('link', { name: 'Review Isaac: You – Grace' }).click();
  await expect(page).toHaveURL(first);

  await open(page, '/games');
  await page.getByRole('button', { name: 'Play again, sides swapped: Isaac' }).click();
  await expect(page.locator('.game-table')).toContainText('Kitten');
  await expect(page).toHaveURL(/\/play\//);
  expect(complaints).toEqual([]);
});

test('a long list comes in pages, newest first', async ({ page }) => {
  await open(page, '/games');
  await page.evaluate(() => {
    const seats = [
      { kind: 'person', number: 1 },
      { kind: 'bot', level: 'beginner' },
    ];
    for (let number = 0; number < 45; number++) {
      const end = { by: 'resign', scores: [0, 0], places: [1, 2] };
      const game = { format: 2, game: 'isaac', players: 2, seats, plies: number, changed: 1e12 + number, end };
      localStorage.setItem(`tablier.games.${String(number).padStart(12, 'a')}`, JSON.stringify(game));
    }
  });
  await page.reload();
  await expect(rows(page, 'Finished')).toHaveCount(20);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page, 'Finished')).toHaveCount(40);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page, 'Finished')).toHaveCount(45);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  expect(await rows(page, 'Finished').evaluateAll((all) => all.map((row) => row.getAttribute('data-game')))).toEqual(
    Array.from({ length: 45 }, (_, index) => String(44 - index).padStart(12, 'a')),
  );
});

test('without a network the games of this device are there, and the page says what is missing', async ({
  context,
  page,
}) => {
  await openTable(page, 'Ada');
  await open(page, '/games');
  await expect(rows(page, 'Under way')).toContainText('Waiting for players');
  await context.setOffline(true);
  await expect(page.getByText('Your online games are not shown: there is no connection.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Your online games are not shown')).toBeHidden();
  await expect(rows(page, 'Under way')).toContainText('Waiting for players');
});
