import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, listen, open, startIsaac } from './helpers.ts';

const GAMES = ['isaac', 'nasca', 'masker', 'arcanor'];

/** Opens the rules of a game for players, and waits until all their pictures are drawn. */
async function openRules(page: Page, game: string, language = 'en'): Promise<void> {
  await open(page, `/${game}/rules?lang=${language}`);
  await expect(page.locator('.guide .picture svg').last()).toBeVisible();
}

/** The number of pages of a document, which names each of them by its type. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test('an example shows the pieces that score, with the sum', async ({ page }) => {
  const complaints = listen(page);
  await openRules(page, 'isaac');
  const examples = page.getByRole('group', { name: 'Remove a piece, score its line' });
  const card = page.locator('.rule').filter({ has: examples });
  await expect(examples.getByRole('button', { name: 'A row' })).toHaveAttribute('aria-pressed', 'true');
  await expect(card.getByText('6 other pieces on its row × 2 = 12 points.').first()).toBeVisible();
  await expect(card.locator('svg')).toContainText('+12');
  const { height } = (await card.boundingBox()) ?? { height: 0 };
  await examples.getByRole('button', { name: 'Both counters' }).press('Enter');
  await expect(card.locator('[aria-live]')).toHaveText('5 other pieces × 2, × 4 for both counters: 40 points.');
  await expect(card.locator('svg')).toContainText('+40');
  expect((await card.boundingBox())?.height).toBe(height);
  expect(complaints).toEqual([]);
});

test('the contents lead to the parts, by keyboard too', async ({ page }) => {
  await openRules(page, 'nasca');
  await page
    .getByRole('navigation', { name: 'In these rules' })
    .getByRole('link', { name: 'How it ends' })
    .press('Enter');
  const heading = page.getByRole('heading', { name: 'How it ends' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page).toHaveURL('/nasca/rules?lang=en');
});

test('the contents of the numbered rules lead to their parts', async ({ page }) => {
  await open(page, '/isaac/rules/numbered');
  await page.getByRole('navigation', { name: 'In these rules' }).getByRole('link', { name: 'Notation' }).click();
  const part = page.getByRole('heading', { name: 'Notation', exact: true });
  await expect(part).toBeFocused();
  await expect(part).toBeInViewport();
  await expect(page).toHaveURL('/isaac/rules/numbered');
});

test('on paper, the rules take at most two pages, and no dark theme', async ({ page }) => {
  // The width of A4 between its margins, so that the tallest page here is the longest on paper: one document takes seconds.
  await page.setViewportSize({ width: 700, height: 1000 });
  await page.emulateMedia({ media: 'print' });
  for (const game of GAMES) {
    let longest = { language: 'none', height: 0 };
    for (const language of ['en', 'de', 'nl', 'fr']) {
      await openRules(page, game, language);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      if (height > longest.height) longest = { language, height };
    }
    // The last language is on the screen already.
    if (longest.language !== 'fr') await openRules(page, game, longest.language);
    const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }));
    expect(pages, `${game} ${longest.language}`).toBeGreaterThan(0);
    expect(pages, `${game} ${longest.language}`).toBeLessThanOrEqual(2);
  }
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  const ink = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).color);
  expect(Math.max(...(ink.match(/\d+/g) ?? []).map(Number))).toBeLessThan(90);
});

test('every picture and text has room on a phone and on a desktop', async ({ page }) => {
  for (const game of GAMES) {
    await openRules(page, game);
    for (const [width, height] of [
      [360, 640],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      const what = `${game} at ${width} x ${height}`;
      expect(await page.evaluate(() => document.documentElement.scrollWidth), what).toBeLessThanOrEqual(width);
      const widths = await page
        .locator('.guide .text p')
        .evaluateAll((texts) => texts.map((text) => text.getBoundingClientRect().width));
      expect(widths.length, what).toBeGreaterThan(0);
      expect(Math.min(...widths), what).toBeGreaterThan(180);
    }
  }
});

test('at the table the rules open in a sheet, and the game goes on', async ({ page }) => {
  await startIsaac(page);
  const address = page.url();
  await chooseInMenu(page, 'Rules of Isaac');
  const sheet = page.getByRole('dialog', { name: 'Rules of Isaac' });
  await expect(sheet.locator('.guide .picture svg').last()).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Lay a piece' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeFocused();
  const button = page.getByRole('button', { name: 'Rules of Isaac' });
  await button.press('Enter');
  await expect(sheet.getByRole('heading', { name: 'Lay a piece' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(button).toBeFocused();
  expect(page.url()).toBe(address);
});
