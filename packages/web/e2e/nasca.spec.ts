import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  expectNoError,
  faults,
  focus,
  giveUp,
  listen,
  movesMade,
  open,
  openPlaces,
  pressTrembling,
  status,
  tabTo,
} from './helpers.ts';

const board = (page: Page): Locator => page.getByRole('group', { name: 'Board of Nasca' });
const editor = (page: Page): Locator => page.getByRole('group', { name: 'Your own landscape' });
const piece = (page: Page, length: number): Locator =>
  page.getByRole('button', { name: `Piece of length ${length}:` }).and(page.locator(':enabled'));
const cell = (on: Locator, name: string): Locator => on.getByRole('button', { name: new RegExp(`^${name}:`) });

/** Takes a piece into the hand, unless it is there. */
async function take(page: Page, length: number): Promise<void> {
  if ((await piece(page, length).getAttribute('aria-pressed')) !== 'true')
    await pressTrembling(page, piece(page, length));
}

/** Places the longest piece that fits, by mouse. */
async function placeByMouse(page: Page): Promise<void> {
  for (const length of [5, 4, 3, 2]) {
    if ((await piece(page, length).count()) === 0) continue;
    await take(page, length);
    for (let way = 0; way < 2; way++) {
      if ((await openPlaces(page).count()) > 0) return pressTrembling(page, openPlaces(page).first());
      await pressTrembling(page, page.getByRole('button', { name: 'Rotate the piece' }));
    }
  }
  throw new Error('it is our turn and nothing can be placed');
}

/** Moves over the board with the arrow keys, row by row, to a place for the piece in hand; returns whether there is one. */
async function walkToPlace(page: Page): Promise<boolean> {
  if ((await openPlaces(page).count()) === 0) return false;
  const wanted = (await openPlaces(page).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let step = 0; step < 40; step++) {
    const at = await focus(page);
    if (at.enabled) return true;
    const dx = wanted.x + wanted.width / 2 - at.x;
    const dy = wanted.y + wanted.height / 2 - at.y;
    const across = Math.abs(dx) > Math.abs(dy);
    await page.keyboard.press(across ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error('the arrow keys do not get there');
}

async function placeByKeyboard(page: Page): Promise<void> {
  await tabTo(page, ({ onBoard }) => onBoard);
  for (const length of ['5', '4', '3', '2']) {
    await page.keyboard.press('Escape');
    await page.keyboard.press(length);
    // With an empty hand, Enter would take a piece.
    if ((await page.getByRole('button', { name: /^Piece of length \d/, pressed: true }).count()) === 0) continue;
    for (let way = 0; way < 2; way++) {
      if (await walkToPlace(page)) return page.keyboard.press('Enter');
      await page.keyboard.press('r');
    }
  }
  throw new Error('it is our turn and nothing can be placed');
}

async function start(page: Page, choose: () => Promise<void>): Promise<void> {
  await open(page, '/nasca/play');
  await chooseOpponent(page, 'Computer');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await choose();
  await page.getByRole('button', { name: 'Start the game' }).click();
}

test('a game of Nasca in Europe with open corners, by mouse and by keyboard: no error text follows a legal move', async ({
  page,
}) => {
  const complaints = listen(page);
  await start(page, async () => {
    await page.getByRole('radio', { name: 'Europe' }).check();
    await page.getByText('Finer rules').click();
    await page.getByRole('radio', { name: 'Leave it open' }).check();
    expect(await faults(page)).toEqual([]);
  });
  await expect(cell(board(page), 'h6')).toHaveAccessibleName('h6: height 1, Neutral, h5-h7');
  // `spoken.spec.ts` plays both rounds.
  for (const place of [placeByMouse, placeByMouse, placeByKeyboard, placeByKeyboard]) {
    await expect(status(page).getByText(/^Your turn/)).toBeVisible();
    const before = (await movesMade(page)).length;
    await place(page);
    await expect.poll(async () => (await movesMade(page)).length).toBeGreaterThan(before);
    await expectNoError(page, `after ${before} moves`);
    if (place !== placeByMouse) continue;
    // Who clicks twice clicks on what has just been placed.
    await expect(status(page).getByText(/^Your turn/)).toBeVisible();
    await page.mouse.down();
    await page.mouse.up();
    await expectNoError(page, `after a second click, ${before} moves`);
  }
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a bridge shows its supports, and an illegal place says why', async ({ page }) => {
  const complaints = listen(page);
  await start(page, async () => {
    await chooseOpponent(page, 'Same screen');
    await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('Player 1').check();
    await page.getByRole('radio', { name: 'Africa' }).check();
  });
  const place = async (length: number, at: string): Promise<void> => {
    await take(page, length);
    await cell(board(page), at).click();
  };
  await place(3, 'b6');
  await place(3, 'g6');
  await expect.poll(async () => (await movesMade(page)).length).toBe(2);
  await piece(page, 4).click();
  await cell(board(page), 'd6').hover();
  const bridge = 'c6-f6: a bridge on one of your own pieces, an enemy piece, and a neutral piece, at height 2.';
  await expect(page.getByText(bridge)).toBeVisible();
  await piece(page, 3).click();
  await cell(board(page), 'e6').hover();
  await expect(
    page.getByText(
      'Not on d6-f6: a bridge must rest on at least one piece of yours; here it rests on an enemy piece and a neutral piece.',
    ),
  ).toBeVisible();
  await piece(page, 2).click();
  await cell(board(page), 'c6').hover();
  await expect(
    page.getByText('c6-d6: a bridge on one of your own pieces and a neutral piece, at height 2.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByLabel('Show heights as numbers').check();
  await page.keyboard.press('Escape');
  await expect(board(page).locator('text.inlaid')).toHaveCount(16);
  await place(2, 'c6');
  const list = page.getByRole('list', { name: 'Moves' });
  await expect(list.getByRole('listitem').last()).toHaveText(/c6-d6\s+▲2, height 2\s*$/);
  await expect(list.getByText('▲')).toHaveCount(1);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a key that takes or turns a piece is answered where the last move was made, and pressed again it puts nothing back', async ({
  page,
}) => {
  await start(page, () => chooseOpponent(page, 'Same screen'));
  await cell(board(page), 'c10').focus();
  await page.keyboard.press('5');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await movesMade(page)).length).toBe(1);
  await expect(cell(board(page), 'c10')).toBeFocused();
  const said = page.locator('.notes [aria-live]');
  await expect(said).toHaveText('');
  await page.keyboard.press('4');
  await expect(said).toHaveText(/^Not on (?:\w+-\w+): /);
  const across = await said.textContent();
  await page.keyboard.press('r');
  await expect(said).not.toHaveText(across ?? '');
  await page.keyboard.press('4');
  await expect(piece(page, 4).and(page.locator('[aria-pressed=true]'))).toBeVisible();
});

test('a custom landscape is made by mouse and keyboard, and both games are played on it', async ({ page }) => {
  const complaints = listen(page);
  await start(page, async () => {
    await page.getByRole('radio', { name: 'Your own' }).check();
    await piece(page, 1).click();
    await cell(editor(page), 'c4').click();
    await cell(editor(page), 'e4').click();
    await piece(page, 3).click();
    await cell(editor(page), 'd4').click();
    await expect(cell(editor(page), 'd4')).toHaveAccessibleName('d4: height 2, Neutral, c4-e4');
    expect(await faults(page)).toEqual([]);
    await cell(editor(page), 'a1').focus();
    await page.keyboard.press('2');
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(cell(editor(page), 'b2')).toHaveAccessibleName('b2: height 1, Neutral, b1-b2');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await expect(cell(editor(page), 'b2')).toHaveAccessibleName('b2: empty');
  });
  await expect(cell(board(page), 'd4')).toHaveAccessibleName('d4: height 2, Neutral, c4-e4');
  await page.reload();
  await expect(cell(board(page), 'd4')).toHaveAccessibleName('d4: height 2, Neutral, c4-e4');
  await giveUp(page);
  await page.getByRole('button', { name: 'Play again, sides swapped' }).click();
  await expect(cell(board(page), 'd4')).toHaveAccessibleName(/^d4: height 2, Neutral, c4-e4|^d4: height 3/);
  expect(complaints).toEqual([]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 }, colorScheme: 'dark' });

  test('a custom landscape: the first touch shows a preview, the second places or removes', async ({ page }) => {
    const complaints = listen(page);
    await open(page, '/nasca/play');
    await page.getByRole('radio', { name: 'Your own' }).check();
    await piece(page, 2).tap();
    const place = cell(editor(page), 'f5');
    await place.tap();
    await expect(page.getByText('f5-g5: flat on the board.')).toBeVisible();
    await expect(place).toHaveAccessibleName('f5: empty');
    await place.tap();
    await expect(place).toHaveAccessibleName('f5: height 1, Neutral, f5-g5');
    await piece(page, 2).tap();
    await cell(editor(page), 'g5').tap({ force: true });
    await expect(page.getByText('Tap again to take away the piece on f5-g5.')).toBeVisible();
    await cell(editor(page), 'g5').tap();
    await expect(place).toHaveAccessibleName('f5: empty');
    expect(await faults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
