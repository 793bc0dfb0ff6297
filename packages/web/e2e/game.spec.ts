import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  board,
  chooseInMenu,
  focus,
  listen,
  moveByKeyboard,
  movesMade,
  open,
  placeByMouse,
  result,
  startIsaac,
  status,
  tabTo,
  yourTurn,
} from './helpers.ts';
import { example, resume, savedGame } from './saved-games.ts';

test.use({ reducedMotion: 'no-preference' });

test('the beginning and the end of a game of Isaac against the bot with the keyboard only, moving the counters', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '');
  const press = async (name: string, key: string): Promise<void> => {
    await tabTo(page, (at) => at.name === name);
    await page.keyboard.press(key);
  };
  await press('About Isaac', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Isaac' })).toBeFocused();
  await press('Options', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New game of Isaac' })).toBeFocused();
  await press('Drawn at random', 'ArrowDown');
  expect((await focus(page)).name).toBe('You');
  await press('As first published', 'Enter');
  await press('Start the game', 'Enter');
  const done = new Set<string>();
  const makeMove = async (what: 'place' | 'remove' | 'move'): Promise<void> => {
    const before = await status(page).textContent();
    const list = (await movesMade(page)).join();
    await moveByKeyboard(page, what);
    await expect
      .poll(async () => (await movesMade(page)).join() !== list || (await status(page).textContent()) !== before)
      .toBe(true);
    done.add(what);
  };
  for (let turns = 0; turns < 2; turns++) {
    expect(await yourTurn(page)).toBe('place');
    await makeMove('place');
  }
  await yourTurn(page);
  // The last pieces are placed, and the scoring follows.
  const published = example('isaac', ({ options }) => Object.values(options).join() === 'passer,upTo');
  await resume(page, savedGame('isaac', published, 18, 'alone'));
  for (let what = await yourTurn(page); what !== 'over'; what = await yourTurn(page)) await makeMove(what);
  expect([...done].sort()).toEqual(['move', 'place', 'remove']);
  await expect(result(page)).toBeFocused();
  await expect(page.getByRole('table')).toContainText('Bot, Kitten (1)');
  await press('Play again, sides swapped', 'Enter');
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test('from the home page to the first piece: one press starts a game, and a piece is dragged into place', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '');
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await page.getByRole('button', { name: 'No help' }).click();
  expect(await yourTurn(page)).toBe('place');
  await page
    .getByRole('button', { name: 'Piece of length 7,' })
    .dragTo(board(page).getByRole('button', { name: '44: empty' }));
  await expect.poll(async () => (await movesMade(page))[0]).toContain('41-47');
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.getByRole('link', { name: 'Tablier, home' }).click();
  await page.getByRole('link', { name: 'Resume Isaac' }).click();
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('a reload keeps the game, and the home page offers to resume it', async ({ page }) => {
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  const made = await movesMade(page);
  await page.reload();
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toEqual(made);
  await page.getByRole('link', { name: 'Tablier, home' }).click();
  await page.getByRole('link', { name: 'Resume Isaac' }).click();
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toEqual(made);
});

/** Holds back the answer of the bot until it is released, so the speed of the machine does not matter. */
async function holdBot(page: Page): Promise<() => void> {
  let letGo = (): void => undefined;
  const free = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\/assets\/bot\.worker-[^/]*\.js$/, (route) => free.then(() => route.continue()));
  return () => letGo();
}

test('a bot continues after a reload during its search', async ({ page }) => {
  const letGo = await holdBot(page);
  await startIsaac(page);
  await placeByMouse(page);
  await expect(status(page)).toContainText('Kitten is thinking…');
  await page.reload();
  await expect(status(page)).toContainText('Kitten is thinking…');
  letGo();
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
});

test('a take-back returns to the user’s previous turn, also during the bot’s search', async ({ page }) => {
  const letGo = await holdBot(page);
  await startIsaac(page);
  const back = page.getByRole('button', { name: 'Take back' });
  await expect(back).toBeDisabled();
  await placeByMouse(page);
  await expect(status(page)).toContainText('Kitten is thinking…');
  await back.click();
  await expect.poll(() => movesMade(page)).toHaveLength(0);
  letGo();
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await yourTurn(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(4);
  await back.click();
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await yourTurn(page);
});

test('two people on one device: the board can follow the turn, and the player to move can resign', async ({ page }) => {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'Same screen');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('Player 2').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(status(page)).toContainText('Player 2 to place a piece');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByLabel('Flip the board to the player to move').check();
  await page.keyboard.press('Escape');
  await placeByMouse(page);
  await expect(status(page)).toContainText('Player 1 to place a piece');
  await chooseInMenu(page, 'Resign');
  const dialog = page.getByRole('dialog', { name: 'Resign this game?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await chooseInMenu(page, 'Resign');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByRole('heading', { name: 'Player 2 (Dark) wins' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Player 1 (Light) resigned.')).toBeVisible();
});
