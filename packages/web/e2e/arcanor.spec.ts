import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseOpponent, expectNoError, faults, giveUp, listen, open, pressTrembling } from './helpers.ts';
import { ARCANOR_GAME } from './movers.ts';

const MEMORY = 'From memory (contents hidden)';
const OPEN = 'Open (contents shown)';

const board = (page: Page): Locator => page.getByRole('group', { name: 'Board of Arcanor' });
/** Not by the role of the board: the browser would look through the whole page each time. */
const cell = (page: Page, name: string): Locator => page.locator(`.game-table svg[role=group] [data-target="${name}"]`);
const notes = (page: Page): Locator => page.locator('.notes');
const status = (page: Page): Locator => page.getByRole('main').getByRole('status').first();

async function start(page: Page, { table, opponent }: { table: string; opponent: string }): Promise<void> {
  await open(page, '/arcanor/play');
  await chooseOpponent(page, opponent);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  await page.getByRole('group', { name: 'Table', exact: true }).getByLabel(table).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(board(page)).toBeVisible();
}

const readMove = (text: string) => ({ from: text.slice(0, 2), sign: text.charAt(2), to: text.slice(3) });

/** Chooses a stack and its target, and answers the question if there is one. */
async function moveByMouse(page: Page, text: string): Promise<void> {
  const { from, sign, to } = readMove(text);
  await pressTrembling(page, cell(page, from));
  await pressTrembling(page, cell(page, to));
  const question = page.getByRole('group', { name: `To ${to}: slide or set free?` });
  if (!(await question.isVisible())) return;
  for (const place of [from, to]) expect(await areApart(question, cell(page, place)), `${text}: ${place}`).toBe(true);
  await pressTrembling(page, question.getByRole('button', { name: sign === '^' ? 'Set free' : 'Slide' }));
}

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) return false;
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}

async function moveByDragging(page: Page, text: string): Promise<void> {
  const { from, sign, to } = readMove(text);
  await cell(page, from).dragTo(cell(page, to));
  await page.keyboard.press(sign === '^' ? 'o' : 's');
}

/** Moves over the board with the arrow keys, from either side, and plays with Enter, S and O. */
async function moveByKeyboard(page: Page, text: string): Promise<void> {
  const { from, sign, to } = readMove(text);
  await cell(page, 'a1').focus();
  await walk(page, 'a1', from);
  await page.keyboard.press('Enter');
  await walk(page, from, to);
  await expect(cell(page, to)).toBeFocused();
  await page.keyboard.press(sign === '^' ? 'o' : 's');
}

async function walk(page: Page, from: string, to: string): Promise<void> {
  const across = to.charCodeAt(0) - from.charCodeAt(0);
  const up = Number(to.charAt(1)) - Number(from.charAt(1));
  const keys = [
    ...Array<string>(Math.abs(across)).fill(across > 0 ? 'ArrowRight' : 'ArrowLeft'),
    ...Array<string>(Math.abs(up)).fill(up > 0 ? 'ArrowUp' : 'ArrowDown'),
  ];
  for (const key of keys) await page.keyboard.press(key);
}

test('a game on an open table, by mouse, by dragging and by keyboard: no error text follows a legal move', async ({
  page,
}) => {
  const complaints = listen(page);
  await start(page, { table: OPEN, opponent: 'Same screen' });
  await expect(cell(page, 'b1')).toHaveAccessibleName('b1: Player 1’s 3, holding Player 1’s 4');
  const ways = [moveByMouse, moveByKeyboard, moveByDragging];
  // Until the first goal: `spoken.spec.ts` and `whole-games.spec.ts` play the game to its end.
  for (const [index, text] of ARCANOR_GAME.slice(0, ARCANOR_GAME.indexOf('c6^c7') + 1).entries()) {
    await (ways[index % ways.length] ?? moveByMouse)(page, text);
    await expect(status(page)).toContainText(index % 2 === 0 ? 'Player 2 to move' : 'Player 1 to move');
    await expectNoError(page, text);
  }
  await expect(cell(page, 'c7')).toHaveAccessibleName('c7: Player 1’s 3; here for good, worth 3');
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a question at the target can be answered by its keys, and cancelled', async ({ page }) => {
  await start(page, { table: OPEN, opponent: 'Same screen' });
  await cell(page, 'd1').click();
  await cell(page, 'd2').click();
  const question = page.getByRole('group', { name: 'To d2: slide or set free?' });
  await expect(question.getByRole('button', { name: 'Slide' })).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(cell(page, 'd2')).toBeFocused();
  await cell(page, 'd1').click();
  await cell(page, 'd4').hover();
  await expect(notes(page)).toContainText('Only the eight cells around it can be reached.');
  await cell(page, 'd2').click();
  await page.keyboard.press('o');
  await expect(cell(page, 'd1')).toHaveAccessibleName('d1: Player 1’s 2');
  await expect(cell(page, 'd2')).toHaveAccessibleName('d2: Player 1’s 1');
});

test('a memory table: peeks, a liberation that reveals nothing, and moves that cannot be undone', async ({ page }) => {
  const complaints = listen(page);
  await start(page, { table: MEMORY, opponent: 'Same screen' });
  const back = page.getByRole('button', { name: 'Take back' });
  const turnOf = async (player: 'Player 1' | 'Player 2') => expect(status(page)).toContainText(`${player} to move`);
  // Until both have moved, the start is shown.
  await expect(cell(page, 'g1')).toHaveAccessibleName('g1: Player 1’s 1, holding Player 1’s 2');

  await cell(page, 'g1').click();
  await page.keyboard.press('p');
  await expect(notes(page)).toContainText('Player 1 lifts g1: Player 1’s 2 is inside.');
  await turnOf('Player 1');
  expect(await faults(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await moveByMouse(page, 'g1-g2');
  await turnOf('Player 2');
  await expect(notes(page)).not.toContainText('lifts');
  await expect(back).toBeEnabled();
  await back.click();
  await expect(cell(page, 'g1')).toHaveAccessibleName('g1: Player 1’s 1, holding Player 1’s 2');

  await moveByMouse(page, 'd1^d2');
  await turnOf('Player 2');
  await expect(cell(page, 'd1')).toHaveAccessibleName('d1: Player 1’s 2');
  await expect(back).toBeDisabled();
  await expect(back).toHaveAccessibleDescription(/can’t take back a move that revealed something/);

  await moveByMouse(page, 'b7-b6');
  await turnOf('Player 1');
  await moveByMouse(page, 'd1^c2');
  await expect(notes(page)).toContainText('Player 1 lifts d1: nothing is inside.');
  await turnOf('Player 1');
  await expect(page.getByRole('region', { name: 'Moves', exact: true }).getByRole('listitem')).toHaveCount(1);

  await giveUp(page);
  await expect(page.getByRole('heading', { name: 'Player 2 (Dark) wins' })).toBeVisible();
  await expect(cell(page, 'a1')).toHaveAccessibleName('a1: Player 1’s 1, holding Player 1’s 2');
  expect(complaints).toEqual([]);
});

test('next to the board what a peek says leaves the task of the turn in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await start(page, { table: MEMORY, opponent: 'Same screen' });
  await cell(page, 'g1').click();
  await page.keyboard.press('p');
  await expect(notes(page)).toContainText('Player 1 lifts g1');
  const gap = await notes(page).evaluate((box) => {
    const task = document.querySelector('.turn .status')?.getBoundingClientRect();
    return box.getBoundingClientRect().top - (task?.bottom ?? Number.POSITIVE_INFINITY);
  });
  expect(gap).toBeGreaterThan(-2);
});
