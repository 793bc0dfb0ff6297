import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newPage, open } from './helpers.ts';

const FILE = {
  game: 'isaac',
  month: '2026-10',
  games: 12345,
  bytes: 1_400_000,
  sha256: '0123456789abcdef'.repeat(4),
  path: '/archives/isaac-2026-10.jsonl.gz',
};

test('the search leads to the monthly archives, which say when there are none', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/search');
  await page.getByRole('link', { name: 'All games by month' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly archives' })).toBeVisible();
  await expect(page).toHaveTitle('Monthly archives · Tablier');
  await expect(page.getByText('The first file comes after the end of the month')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

for (const [width, height, locale, colorScheme] of [
  [360, 640, 'fr', 'dark'],
  [740, 360, 'de', 'light'],
  [1440, 900, 'nl', 'light'],
] as const)
  test(`the files fit ${width} x ${height} in ${locale}, with their sizes and checksums`, async ({ browser }) => {
    const page = await newPage(browser, { viewport: { width, height }, locale, colorScheme });
    // No month of the server of this test is over.
    const files = [
      FILE,
      { ...FILE, game: 'arcanor', path: '/archives/arcanor-2026-10.jsonl.gz', bytes: 900, games: 1 },
    ];
    await page.route('**/api/v1/archives', (route) =>
      route.fulfill({ json: { terms: 'https://terms.example', files } }),
    );
    await page.goto('/archives');
    await expect(page.getByRole('link', { name: /Isaac, .*2026/ })).toHaveAttribute('href', FILE.path);
    await page.locator('summary').first().click();
    await expect(page.getByText(FILE.sha256).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await faults(page)).toEqual([]);
  });
