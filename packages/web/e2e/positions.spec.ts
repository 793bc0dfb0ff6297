import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, giveUp, listen, open, withoutGuide } from './helpers.ts';
import { makeTable, shown, sitDown, visit } from './online.ts';

const PLACED = 'isaac placer,exact 2 2 1 - placing 00-02 - 44321/54321 0/0 0/0 - - -';
/** The start of a game with memory: the large pieces hide what is below them. */
const HIDDEN = 'arcanor memory 2 1 0 - c?a?1c?a?1c?a?/8/8/8/8/8/A?C?1A?C?1A?C? 0 ? - -';
const WRONG = PLACED.replace('44321', '54321');

const go = (page: Page, line: string): Promise<void> =>
  open(page, `/${line.split(' ')[0]}/position/${line.replaceAll(' ', '_').replaceAll('?', '%3F')}`);

const copied = (page: Page) => expect.poll(() => page.evaluate(() => navigator.clipboard.readText()));

/** As a user does outside a field, without the permission to read the clipboard. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);

test('a position of an address is shown, played on from, given up and copied again', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withoutGuide(page);
  const complaints = listen(page);
  await go(page, PLACED);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Isaac: a position');
  await expect(page.getByText('Light to move')).toBeVisible();
  await expect(page.getByRole('img', { name: /Isaac/ }).locator('svg').first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const card = await page.request.get((await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '');
  expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/png']);
  await page.getByRole('combobox', { name: 'Against' }).selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Play on' }).click();
  await expect(page).toHaveURL(/\/play\/[a-z0-9]{12}$/);
  await page.reload();
  await expect(page.locator('svg[role=group]').first()).toBeVisible();
  await chooseInMenu(page, 'Copy the position');
  await copied(page).toBe(PLACED);
  await page.keyboard.press('Escape');
  await giveUp(page);
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByRole('button', { name: 'Copy the position' }).click();
  await copied(page).toBe(PLACED);
  await page.getByRole('button', { name: 'Save and get a link' }).click();
  await page.getByRole('link', { name: /\/g\// }).click();
  await expect(page).toHaveURL(/\/g\/[\w-]{22}/);
  await page.reload();
  await expect(page.locator('svg[role=group]').first()).toBeVisible();
  await page.goto(`/embed${/\/g\/[\w-]{22}/.exec(page.url())?.[0]}`);
  await expect(page.locator('svg:visible').first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a hidden game is copied as its player knows it, and what is hidden is not played', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withoutGuide(page);
  await go(page, HIDDEN);
  await expect(page.getByText(/no game can go on from here/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play on' })).toHaveCount(0);
  await open(page, '/arcanor/play');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await chooseInMenu(page, 'Copy the position');
  await copied(page).toMatch(/^arcanor .*\?/);
});

test('at a hidden table each copies what only they know, and who watches less', async ({ browser }) => {
  const [ada, basil, cleo] = [await visit(browser, 'Ada'), await visit(browser, 'Basil'), await visit(browser)];
  const link = await makeTable(ada, 'Ada', { game: 'masker', players: 2, options: [] });
  await sitDown(basil, 'Basil', link);
  await cleo.page.goto(link);
  await expect(cleo.page.getByText('You are watching.')).toBeVisible();
  await shown([ada, basil, cleo], 0);
  const lines: string[] = [];
  for (const { page } of [ada, basil, cleo]) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await chooseInMenu(page, 'Copy the position');
    await expect(page.getByText('The position is copied.')).toBeVisible();
    lines.push(await page.evaluate(() => navigator.clipboard.readText()));
  }
  // The colours of both: each knows the own one.
  expect(lines.map((line) => line.split(' ')[9])).toEqual([
    expect.stringMatching(/^=[RYGBP]\/=\?$/),
    expect.stringMatching(/^=\?\/=[RYGBP]$/),
    '=?/=?',
  ]);
});

test('what is no position is named, and stays to be corrected', async ({ page }) => {
  await go(page, WRONG);
  await expect(page.getByRole('alert')).toHaveText(/field hands: wrong number of pieces: dark 3, 6\/5$/);
  const field = page.getByRole('textbox', { name: 'The position as text' });
  await expect(field).toHaveValue(WRONG);
  await field.fill('isaac');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText(/neither a record/)).toBeVisible();
  await expect(field).toHaveValue('isaac');
  await field.fill(PLACED);
  await field.press('Enter');
  await expect(page.getByText('Light to move')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a position is pasted anywhere, and a record in the studies', async ({ page }) => {
  await open(page, '/');
  await paste(page, `${PLACED}\n`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Isaac: a position');
  await page.getByRole('button', { name: 'Study' }).click();
  await expect(page).toHaveURL(/\/study\//);
  await page.reload();
  await expect(page.getByText('Light to move').first()).toBeVisible();
  await open(page, '/studies');
  const field = page.getByRole('textbox', { name: 'Paste a record or positions' });
  await field.fill('{"game":"isaac"}');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/form of a record/);
  await expect(field).toHaveValue('{"game":"isaac"}');
  await field.fill(WRONG);
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/field hands/);
  await open(page, '/studies');
  await field.fill(`${PLACED}\n${WRONG}`);
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/^2\. .*field hands/);
  const several = `${PLACED}\n\nnasca none,2,closed,no 2 1 0 - - .`;
  await field.fill(several);
  await field.press('Enter');
  const chapter = page.getByRole('combobox').getByRole('option', { name: /Nasca/ });
  await expect(page).toHaveURL(/\/study\//);
  await expect(chapter).toBeAttached();
  // Outside a field, on any page: that of the studies reads them.
  for (const path of ['/lobby', '/studies']) {
    await open(page, path);
    await paste(page, `${PLACED}\n${WRONG}`);
    await expect(page.getByRole('alert')).toHaveText(/^2\. .*field hands/);
    await paste(page, several);
    await expect(page).toHaveURL(/\/study\//);
    await expect(chapter).toBeAttached();
  }
});

test('the address of positions without one has a field for it', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/nasca/position');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('textbox').fill('nasca none,2,closed,no 2 1 0 - - .');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/\/nasca\/position\/nasca_none/);
  expect(complaints).toEqual([]);
});
