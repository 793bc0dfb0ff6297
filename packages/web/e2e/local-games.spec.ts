import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  coveredBy,
  chooseInMenu,
  faults,
  listen,
  movesMade,
  open,
  placeByMouse,
  startIsaac,
  status,
  yourTurn,
} from './helpers.ts';

const PATH = /\/play\/[a-z0-9]{12}$/;
const games = (page: Page, title: 'Under way' | 'Finished') => page.getByRole('region', { name: title });

/** Starts a game of Isaac for two people on this device, the first of whom begins; its address. */
async function startTogether(page: Page, names: readonly [string, string]): Promise<string> {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'Same screen');
  for (const [index, name] of names.entries())
    await page
      .getByLabel(`Player ${index + 1}`, { exact: true })
      .first()
      .fill(name);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel(names[0]).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(status(page)).toContainText(`${names[0]} to place a piece`);
  return page.url();
}

test('two games are kept at once, each at its address, with the names of the players', async ({ page }) => {
  const complaints = listen(page);
  await startIsaac(page);
  const alone = page.url();
  expect(alone).toMatch(PATH);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);

  const together = await startTogether(page, ['Ada', 'Grace']);
  expect(together).not.toBe(alone);
  await placeByMouse(page);
  await expect(status(page)).toContainText('Grace to place a piece');
  await expect(page.getByRole('list', { name: 'Players and scores' })).toContainText('Ada');

  await page.goto(alone);
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.goto(together);
  await expect(status(page)).toContainText('Grace to place a piece');
  await expect.poll(() => movesMade(page)).toHaveLength(1);
  // The address of the one local game of earlier versions.
  await page.goto('/play');
  await expect(page).toHaveURL(together);

  await page.getByRole('link', { name: 'Tablier, home' }).click();
  await page.getByRole('link', { name: 'Resume Isaac: Ada – Grace' }).click();
  await chooseInMenu(page, 'Resign');
  await expect(page.getByRole('dialog')).toContainText('Grace (Light)');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'Ada (Dark) wins' })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Resume Isaac: You' }).click();
  await expect(page).toHaveURL(alone);
  // Names are remembered for the next game.
  await open(page, '/nasca/play');
  await chooseOpponent(page, 'Same screen');
  await expect(page.getByLabel('Player 2', { exact: true }).first()).toHaveValue('Grace');
  expect(complaints).toEqual([]);
});

test('a name that cannot be shown is refused where it is typed', async ({ page }) => {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'Same screen');
  await page.getByLabel('Player 1', { exact: true }).first().fill('\u202e');
  await expect(page.getByRole('alert')).toContainText('Use 1 to 24 visible characters');
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeDisabled();
  expect(await faults(page)).toEqual([]);
});

test('the own games are listed with their results, reviewed, deleted and brought back', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/games');
  await expect(games(page, 'Under way')).toContainText('No game under way.');
  // Without any game the page is not empty: it has the four boards.
  for (const name of ['Isaac', 'Nasca', 'Masker', 'Arcanor'])
    await expect(games(page, 'Under way').getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/${name.toLowerCase()}`,
    );
  expect(await faults(page)).toEqual([]);
  await startIsaac(page);
  const alone = page.url();
  const together = await startTogether(page, ['Ada', 'Grace']);
  await placeByMouse(page);
  await chooseInMenu(page, 'Resign');
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'Ada (Dark) wins' })).toBeVisible();

  await page.goto('/');
  await page.getByRole('link', { name: 'All your games' }).click();
  await expect(games(page, 'Under way').getByRole('listitem')).toHaveCount(1);
  await expect(games(page, 'Finished').getByRole('listitem')).toContainText('Ada (Dark) wins');
  expect(await faults(page)).toEqual([]);
  await games(page, 'Finished').getByRole('link', { name: 'Review Isaac: Ada – Grace' }).click();
  await expect(page).toHaveURL(together);
  await expect(page.getByRole('heading', { name: 'Ada (Dark) wins' })).toBeVisible();
  await page.getByRole('button', { name: 'See the board' }).click();
  const slider = page.getByRole('slider', { name: 'Where in the game' });
  await slider.press('Home');
  await expect(slider).toHaveValue('0');

  await page.goto('/games');
  await games(page, 'Under way').getByRole('button', { name: 'Delete Isaac' }).click();
  await expect(games(page, 'Under way')).toContainText('Isaac is deleted.');
  const undo = games(page, 'Under way').getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await undo.click();
  await expect(games(page, 'Under way').getByRole('link', { name: 'Resume Isaac' })).toBeFocused();
  await games(page, 'Under way').getByRole('button', { name: 'Delete Isaac' }).click();
  await page.reload();
  await expect(games(page, 'Under way')).toContainText('No game under way.');
  await expect(games(page, 'Finished').getByRole('listitem')).toHaveCount(1);
  await open(page, alone);
  await expect(page.getByRole('heading', { level: 1, name: 'This game is not here' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a full storage is said, and the game goes on', async ({ page }) => {
  await page.addInitScript(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (this: Storage, key: string, text: string) {
      if (key.startsWith('tablier.games.')) throw new DOMException('full', 'QuotaExceededError');
      write.call(this, key, text);
    };
  });
  await startIsaac(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The storage of this browser is full');
  for (const [width, height] of [
    [320, 568],
    [360, 640],
    [412, 732],
    // 1280 by 1024 at 400 %.
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => coveredBy(page, '.table-trouble'), `${width} x ${height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.getByRole('link', { name: 'Tablier, home' }).click();
  await page.getByRole('link', { name: 'Resume Isaac' }).click();
  await expect.poll(() => movesMade(page)).toHaveLength(2);
});

test('an invalid saved game is reported and not lost', async ({ page }) => {
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('tablier.games.')) ?? '';
    const text = localStorage.getItem(key) ?? '';
    localStorage.setItem(key, text.replace(/"move":"[^"]*"/, '"move":"00-01"'));
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A saved game could not be read' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'A saved game could not be read' })).toBeVisible();
  await expect(page.getByText('bad-event (1: unreadable-move (00-01))')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download it' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('tablier-aside.json');
  await page.getByRole('button', { name: 'Throw it away' }).click();
  await expect(page.getByRole('heading', { name: 'A saved game could not be read' })).toBeHidden();
});
