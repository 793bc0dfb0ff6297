import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { board, chooseInMenu, faults, listen, newPage, overflow, placeByMouse } from './helpers.ts';
import { makeTable, sitDown, visit, type Visitor } from './online.ts';

const ISAAC = { game: 'isaac', players: 2, options: [] };
const begin = (page: Page): Locator => page.getByRole('button', { name: /^Prepare an answer/ });
const save = (page: Page): Locator => page.getByRole('button', { name: 'Save the answer' });
const ghosts = (page: Page): Locator => board(page).locator('.look-ghost');

/** Ada, who moves first, and Basil, who prepares an answer. */
async function seated(
  browser: Browser,
  options: Parameters<typeof newPage>[1],
): Promise<{ ada: Visitor; basil: Page; complaints: string[] }> {
  const ada = await visit(browser, 'Ada');
  const link = await makeTable(ada, 'Ada', ISAAC);
  const page = await newPage(browser, options);
  const complaints = listen(page);
  await sitDown({ page, isKnown: false, complaints, view: () => null, plies: [] }, `Basil${Date.now() % 1e6}`, link);
  // From the same side both see the first free place at the same cells.
  await chooseInMenu(ada.page, 'Flip the board');
  return { ada, basil: page, complaints };
}

/** Places the first piece that fits by touch: a tap shows it, the button places it. */
async function placeByTouch(page: Page): Promise<void> {
  const piece = page.getByRole('button', { name: /^Piece of length \d/, disabled: false }).first();
  if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.tap();
  await board(page).getByRole('button', { disabled: false }).first().tap({ force: true });
  await page.getByRole('button', { name: 'Place', exact: true }).tap();
}

const WAYS = {
  mouse: { options: { viewport: { width: 1280, height: 800 } }, place: placeByMouse, press: 'click' },
  touch: {
    options: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
    place: placeByTouch,
    press: 'tap',
  },
} as const;

for (const [name, { options, place, press }] of Object.entries(WAYS)) {
  test(`by ${name}: an answer is tried on the board, kept over a reload, shown there, and made by the server`, async ({
    browser,
  }) => {
    const { ada, basil, complaints } = await seated(browser, options);
    await begin(basil)[press]();
    await expect(basil.getByText('If Ada plays this:')).toBeVisible();
    await expect(save(basil)).toHaveAttribute('aria-disabled', 'true');
    await place(basil);
    await expect(basil.getByText('Your answer:')).toBeVisible();
    await place(basil);
    await expect(basil.getByText('Save, or go on if Ada plays this:')).toBeVisible();
    expect(await overflow(basil)).toEqual([0, 0, 0]);
    await save(basil)[press]();
    await expect(ghosts(basil)).toHaveCount(1);
    // The title keeps its room in the bar, and the card of the turn its lower half.
    await expect.poll(() => basil.locator('h1').evaluate((h1) => h1.scrollWidth - h1.clientWidth)).toBeLessThan(1);
    await expect(basil.locator('.board > .notes')).toHaveCSS('visibility', 'visible');
    expect(await faults(basil)).toEqual([]);
    await basil.reload();
    await expect(ghosts(basil)).toHaveCount(1);

    await (name === 'mouse' ? placeByMouse(ada.page) : playFirst(ada.page));
    await expect.poll(() => ada.view()?.match?.plies).toBe(2);
    await expect(ghosts(basil)).toHaveCount(0);
    // It is Ada's turn again, and nothing is prepared.
    await expect(begin(basil)).toHaveText('Prepare an answer');
    expect([...complaints, ...ada.complaints]).toEqual([]);
  });
}

/** Places what `placeByTouch` expects, with a mouse. */
async function playFirst(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Piece of length \d/, disabled: false })
    .first()
    .click();
  await board(page).getByRole('button', { disabled: false }).first().click();
}

test('a prepared answer is cancelled, and another move of the opponent leaves the turn to the player', async ({
  browser,
}) => {
  const { ada, basil } = await seated(browser, WAYS.mouse.options);
  const prepare = async (): Promise<void> => {
    await begin(basil).click();
    await placeByMouse(basil);
    await placeByMouse(basil);
    await save(basil).click();
    await expect(ghosts(basil)).toHaveCount(1);
  };
  await prepare();
  await basil.getByRole('button', { name: /^Remove: / }).click();
  await expect(ghosts(basil)).toHaveCount(0);
  await prepare();
  await begin(basil).click();
  await playFirst(ada.page);
  // Basil was trying something: the game is back on the board, and it is Basil's turn.
  await expect(basil.getByText(/^Your turn/).first()).toBeVisible();
  await expect(basil.getByText(/The game has gone on/).first()).toBeAttached();
  await expect(ghosts(basil)).toHaveCount(0);
  expect(ada.view()?.match?.plies).toBe(1);
});
