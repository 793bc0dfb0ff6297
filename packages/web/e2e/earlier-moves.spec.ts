import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  board,
  chooseOpponent,
  faults,
  listen,
  moveByMouse,
  movesMade,
  newPage,
  open,
  overflow,
  placeByMouse,
  startIsaac,
  yourTurn,
} from './helpers.ts';
import { makeTable, shown, sitDown, visit } from './online.ts';

/** After so many plies of one step each. */
const said = (page: Page, plies: 0 | 1): Locator =>
  page.getByText(plies === 0 ? 'Looking back: Start' : /^Looking back: 1\. \d+-\d+$/, { exact: true });
const back = (page: Page): Locator => page.getByRole('button', { name: 'Back to the game' });
const before = (page: Page): Locator => page.getByRole('button', { name: 'Previous move' });
const next = (page: Page): Locator => page.getByRole('button', { name: 'Next move' });
const pieces = (page: Page): Locator => board(page).locator('[data-solid^="piece"]');

/** A game of Isaac against the beginner, with a piece of each player, the user to move. */
async function twoPlaced(page: Page): Promise<void> {
  await startIsaac(page);
  await moveByMouse(page, 'place');
  await expect.poll(async () => (await movesMade(page)).length).toBe(2);
  await yourTurn(page);
}

/** Where the parts of the table are, in whole pixels. */
const layout = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.game-table :is(svg[role=group], li[style*="--at"], .bar, .tray, .turn)')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.localName, ...[x, y, width, height].map(Math.round)].join(' ');
      },
    ),
  );

test('during a game the moves made can be looked at with buttons, keys and the list, and nothing moves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const complaints = listen(page);
  await twoPlaced(page);
  const still = await layout(page);
  await expect(pieces(page)).toHaveCount(2);
  await expect(next(page)).toHaveAttribute('aria-disabled', 'true');
  await before(page).click();
  await expect(said(page, 1)).toBeVisible();
  await expect(pieces(page)).toHaveCount(1);
  await expect(board(page).getByRole('button', { disabled: false })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  expect(await layout(page)).toEqual(still);
  await page.getByRole('button', { name: 'To the start' }).click();
  await expect(said(page, 0)).toBeVisible();
  await expect(pieces(page)).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowRight');
  await expect(said(page, 1)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(back(page)).toBeHidden();
  const [first = ''] = await page.locator('.moves li button').allTextContents();
  await page.getByRole('button', { name: first.trim(), exact: true }).click();
  await expect(said(page, 1)).toBeVisible();
  await back(page).click();
  await expect(said(page, 1)).toBeHidden();
  await expect(board(page).locator(':focus')).toHaveCount(1);
  expect(await layout(page)).toEqual(still);
  await moveByMouse(page, 'place');
  await expect(pieces(page)).not.toHaveCount(2);
  expect(complaints).toEqual([]);
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 740, height: 360 },
])
  test(`on a phone of ${viewport.width} by ${viewport.height} a move of the list is shown on the board, in the same layout`, async ({
    browser,
  }) => {
    const page = await newPage(browser, { hasTouch: true, isMobile: true, viewport });
    const complaints = listen(page);
    await twoPlaced(page);
    const still = await layout(page);
    await page.getByRole('button', { name: 'Moves', exact: true }).tap();
    await page.locator('.moves li button').first().tap();
    await expect(page.getByRole('dialog', { name: 'Moves' })).toBeHidden();
    await expect(said(page, 1)).toBeVisible();
    await expect(pieces(page)).toHaveCount(1);
    expect(await layout(page)).toEqual(still);
    expect(await overflow(page)).toEqual([0, 0, 0]);
    expect(await faults(page)).toEqual([]);
    await before(page).tap();
    await expect(said(page, 0)).toBeVisible();
    await back(page).tap();
    await expect(back(page)).toBeHidden();
    expect(await layout(page)).toEqual(still);
    expect(complaints).toEqual([]);
  });

test('online a player goes on looking when a move arrives, also after the page was loaded again', async ({
  browser,
}) => {
  const [ada, basil] = [await visit(browser, 'Ada'), await visit(browser, 'Basil')];
  const link = await makeTable(ada, 'Ada', { game: 'isaac', players: 2, options: [] });
  await sitDown(basil, 'Basil', link);
  await placeByMouse(ada.page);
  await shown([ada, basil], 1);
  await basil.page.reload();
  await expect(pieces(basil.page)).toHaveCount(1);
  await placeByMouse(basil.page);
  await shown([ada, basil], 2);
  // It is Ada’s turn: Basil looks at the position before the first move.
  await basil.page.getByRole('heading', { level: 1 }).click();
  await basil.page.keyboard.press('ArrowLeft');
  await basil.page.keyboard.press('ArrowLeft');
  await expect(said(basil.page, 0)).toBeVisible();
  await placeByMouse(ada.page);
  await expect.poll(async () => (await movesMade(basil.page)).length).toBe(3);
  await expect(said(basil.page, 0)).toBeVisible();
  await expect(pieces(basil.page)).toHaveCount(0);
  await back(basil.page).click();
  await expect(pieces(basil.page)).toHaveCount(3);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('a table of Arcanor that shows the last move only has no way back', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/arcanor/play');
  await chooseOpponent(page, 'Same screen');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.game-table svg[role=group]')).toBeVisible();
  await expect(page.locator('.moves')).toBeVisible();
  await expect(before(page)).toHaveCount(0);
});
