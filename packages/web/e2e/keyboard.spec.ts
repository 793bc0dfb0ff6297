import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { board, focus, listen, moveByKeyboard, movesMade, open, startIsaac, status, tabTo } from './helpers.ts';

/** Two people on one device; one more piece can be placed, and then scoring begins. */
const lastPlacement = readFileSync(new URL('last-placement.json', import.meta.url), 'utf8').trim();

/** Resumes a game from the storage of the browser. */
async function resume(page: Page, saved: string): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('tablier.game', text), saved);
  await open(page, '/play');
}

test('the focus stays on the board when placing changes to scoring, and when the focused piece is removed', async ({
  page,
}) => {
  const complaints = listen(page);
  await resume(page, lastPlacement);
  await expect(status(page)).toContainText('Player 2 to place a piece');
  await moveByKeyboard(page, 'place');
  await expect(status(page)).toContainText('Player 1 to remove a piece');
  const atFirst = await focus(page);
  expect(atFirst).toMatchObject({ onBoard: true, enabled: true });
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Player 2 to remove a piece');
  const next = await focus(page);
  expect(next).toMatchObject({ onBoard: true, enabled: true });
  expect(next.name).not.toBe(atFirst.name);
  expect(complaints).toEqual([]);
});

test('removing by mouse keeps the focus on the board, without a visible ring', async ({ page }) => {
  await resume(page, lastPlacement);
  await moveByKeyboard(page, 'place');
  await expect(status(page)).toContainText('Player 1 to remove a piece');
  await board(page).getByRole('button', { disabled: false }).first().click();
  await expect(status(page)).toContainText('Player 2 to remove a piece');
  await expect(board(page)).toBeFocused();
  await expect(page.locator('.focus.ring')).toHaveCount(0);
});

test('a click where no piece fits says why, and a mouse that only passes there does not', async ({ page }) => {
  await resume(page, lastPlacement);
  const place = (cell: string) => board(page).locator(`[data-target="${cell}"]`);
  const reason = page.locator('.notes .reason');
  await place('52').hover();
  await expect(reason).toHaveCount(0);
  await place('52').click({ force: true });
  await expect(reason).toHaveText('None of your pieces fits here.');
  await place('53').hover();
  await expect(reason).toHaveCount(0);
});

test('the focus outside the board stays when targets disappear', async ({ page }) => {
  await resume(page, lastPlacement);
  await moveByKeyboard(page, 'place');
  await expect(status(page)).toContainText('Player 1 to remove a piece');
  const back = page.getByRole('button', { name: 'Take back' });
  await back.focus();
  await page.keyboard.press('Enter');
  await expect(status(page)).toContainText('Player 2 to place a piece');
  await expect(back).toBeFocused();
});

test('the keys shown on the pieces work before the board has the focus', async ({ page }) => {
  await resume(page, lastPlacement);
  await page.getByRole('heading', { level: 1 }).focus();
  const piece = page
    .getByRole('region', { name: 'Player 2’s pieces in hand' })
    .getByRole('button', { disabled: false })
    .first();
  await page.keyboard.press((await piece.locator('kbd').textContent()) ?? '');
  await expect(piece).toHaveAttribute('aria-pressed', 'true');
});

test('the keyboard enters the board where something can be done, and no reason is read there', async ({ page }) => {
  await open(page, '/arcanor/play');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(status(page)).toContainText('Your turn');
  await tabTo(page, ({ onBoard }) => onBoard);
  const { enabled, name } = await focus(page);
  expect(enabled, name).toBe(true);
  expect(name).toContain('your');
  await expect(page.locator('.notes .reason')).toHaveCount(0);
});

test('with an empty hand, Enter on the board takes the shortest piece that fits, and Enter again places it', async ({
  page,
}) => {
  const complaints = listen(page);
  await startIsaac(page);
  await tabTo(page, ({ onBoard }) => onBoard);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Piece of length 3,' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByText(/^Press to place it on 90-92/)).toBeVisible();
  expect(await movesMade(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect.poll(() => movesMade(page)).not.toEqual([]);
  expect(complaints).toEqual([]);
});

test('the opponent’s pieces in hand are a list, the user’s are buttons', async ({ page }) => {
  await resume(page, lastPlacement);
  const light = page.getByRole('region', { name: 'Player 2’s pieces in hand' });
  const dark = page.getByRole('region', { name: 'Player 1’s pieces in hand' });
  await expect(light.getByRole('button').nth(1)).toBeVisible();
  await expect(dark.getByRole('listitem').first()).toBeVisible();
  await expect(dark.getByRole('button')).toHaveCount(0);
});
