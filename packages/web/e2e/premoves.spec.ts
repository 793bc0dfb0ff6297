import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import words from '../src/table/commands/words.en.json' with { type: 'json' };
import { test } from './fixtures.ts';
import { faults, listen, newPage, openPlaces, overflow, placeByMouse } from './helpers.ts';
import { makeTable, sitDown, visit, type Visitor, type Wanted } from './online.ts';

/** The numbers on the board, each a place to press. */
const marks = (page: Page): Locator => page.locator('[data-target^=premove]');

/** Types a move into the field, as someone does who plays by the keyboard. */
async function type(page: Page, move: string): Promise<void> {
  const field = page.getByRole('textbox', { name: words.label });
  await field.fill(move);
  await field.press('Enter');
}

interface Seated {
  /** Who moves first. */
  readonly ada: Visitor;
  readonly basil: Page;
  /** The moves that the page of the second player has sent. */
  readonly sent: string[];
  readonly complaints: string[];
}

async function seated(browser: Browser, wanted: Wanted): Promise<Seated> {
  const ada = await visit(browser, 'Ada');
  const link = await makeTable(ada, 'Ada', wanted);
  const page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  const sent: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const move = /"kind":"move","move":"([^"]+)"/.exec(String(payload))?.[1];
      if (move !== undefined) sent.push(move);
    }),
  );
  const complaints = listen(page);
  await sitDown({ page, isKnown: false, complaints, view: () => null, plies: [] }, `Basil${Date.now() % 1e6}`, link);
  await expect(openPlaces(page).first()).toBeVisible();
  return { ada, basil: page, sent, complaints };
}

test('moves chosen while the opponent thinks are made in turn, and taken back by a mark, the button and Escape', async ({
  browser,
}) => {
  const { ada, basil, sent, complaints } = await seated(browser, { game: 'isaac', players: 2, options: [] });
  await type(basil, '40-42');
  await expect(basil.getByText('Move 1 in advance: 40-42.')).toBeVisible();
  await placeByMouse(basil);
  await expect(marks(basil)).toHaveCount(2);
  expect(await faults(basil)).toEqual([]);
  expect(await overflow(basil)).toEqual([0, 0, 0]);
  expect(sent).toEqual([]);

  await type(ada.page, '00-02');
  await expect.poll(() => ada.view()?.match?.plies).toBe(2);
  await expect(marks(basil)).toHaveCount(1);
  expect(sent).toEqual(['40-42']);
  await type(ada.page, '10-12');
  await expect.poll(() => ada.view()?.match?.plies).toBe(4);
  await expect(marks(basil)).toHaveCount(0);
  expect(sent).toHaveLength(2);

  for (const move of ['60-62', '70-72', '80-82']) await type(basil, move);
  await basil.reload();
  await expect(marks(basil)).toHaveCount(3);
  await basil.getByRole('button', { name: /^Move 2 in advance: 70-72/ }).click();
  await expect(marks(basil)).toHaveCount(1);
  await basil.getByRole('button', { name: 'Drop your moves in advance: 1' }).click();
  await expect(marks(basil)).toHaveCount(0);
  await placeByMouse(basil);
  await expect(marks(basil)).toHaveCount(1);
  // The first one lets the piece go, of which there is another.
  await basil.keyboard.press('Escape');
  await expect(marks(basil)).toHaveCount(1);
  await basil.keyboard.press('Escape');
  await expect(marks(basil)).toHaveCount(0);

  await basil.getByRole('button', { name: 'Menu', exact: true }).click();
  await basil.getByRole('dialog').getByRole('checkbox', { name: 'Choose moves in advance' }).uncheck();
  await basil.keyboard.press('Escape');
  await expect(openPlaces(basil)).toHaveCount(0);
  await type(ada.page, '20-22');
  await expect(basil.getByText(/^Your turn/).first()).toBeVisible();
  expect(sent).toHaveLength(2);
  expect([...complaints, ...ada.complaints]).toEqual([]);
});

test('a move in advance that has become impossible is never sent, and all after it are dropped', async ({
  browser,
}) => {
  const { ada, basil, sent, complaints } = await seated(browser, { game: 'masker', players: 2, options: [] });
  const cell = (await openPlaces(ada.page).first().getAttribute('data-target')) ?? '';
  await type(basil, cell);
  await expect(marks(basil)).toHaveCount(1);
  await openPlaces(basil).first().click();
  await expect(marks(basil)).toHaveCount(2);
  await basil.reload();
  await expect(marks(basil)).toHaveCount(2);
  await type(ada.page, cell);
  await expect.poll(() => ada.view()?.match?.plies).toBe(1);
  await type(ada.page, '.');
  await expect(basil.getByText(`Dropped: ${cell} is not possible now.`)).toBeVisible();
  await expect(marks(basil)).toHaveCount(0);
  await expect(basil.getByText(/^Your turn/).first()).toBeVisible();
  expect(sent).toEqual([]);
  // The next move is the first one that the server receives.
  await openPlaces(basil).first().click();
  await expect.poll(() => ada.view()?.match?.plies).toBe(3);
  expect(sent).toHaveLength(1);
  expect([...complaints, ...ada.complaints]).toEqual([]);
});
