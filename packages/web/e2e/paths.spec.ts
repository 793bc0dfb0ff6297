import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { follow, listen, open } from './helpers.ts';

const tie: unknown = JSON.parse(readFileSync(new URL('tie.json', import.meta.url), 'utf8'));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** A marker that is lost when the browser reloads the page. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { marked: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

async function keep(page: Page): Promise<string> {
  await page.request.post('/api/guests', { data: { name: 'Ada' } });
  const kept = await page.request.post('/api/games', { data: tie });
  return ((await kept.json()) as { readonly id: string }).id;
}

test('every page opens directly, and a moment of a game stays after a reload', async ({ page }) => {
  const complaints = listen(page);
  const moment = `/g/${await keep(page)}/1`;
  // `weight.spec.ts` opens the others.
  for (const [path, name] of [
    ['/isaac/play', 'New game of Isaac'],
    ['/isaac/rules/numbered', 'Rules of Isaac, numbered'],
    ['/isaac/rules/I12', 'Rules of Isaac, numbered'],
    ['/play', 'No game under way'],
    ['/play/a0b1c2d3e4f5', 'This game is not here'],
    [moment, 'Isaac'],
  ] as const) {
    await open(page, path);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await page.reload();
  await expect(heading(page, 'Isaac')).toBeVisible();
  await expect(page).toHaveURL(moment);
  await expect(page.getByText('Saved game')).toBeHidden();
  expect(complaints).toEqual([]);
});

test('links change the page without loading it; back and forward work', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/');
  await mark(page);
  await page.getByRole('link', { name: 'Learn Isaac' }).click();
  await expect(page).toHaveURL('/isaac/learn');
  await expect(heading(page, 'Learn Isaac')).toBeFocused();
  await page.getByRole('link', { name: 'Close the lesson' }).click();
  await page.getByRole('link', { name: 'About Isaac' }).click();
  await expect(page).toHaveURL('/isaac');
  await page.getByRole('link', { name: /^Rules/ }).click();
  await expect(page).toHaveURL('/isaac/rules');
  await expect(heading(page, 'Rules of Isaac')).toBeFocused();
  await page.getByRole('link', { name: 'Exact rules, numbered' }).click();
  await expect(page).toHaveURL('/isaac/rules/numbered');
  await expect(heading(page, 'Rules of Isaac, numbered')).toBeFocused();
  await page.locator('a.cited').first().click();
  await expect(page).toHaveURL(/\/isaac\/rules\/I\d+$/);
  await page.getByRole('link', { name: 'Lobby', exact: true }).click();
  await expect(heading(page, 'Lobby')).toBeFocused();
  // A link to the current address adds no entry to the history.
  await page.getByRole('link', { name: 'Lobby', exact: true }).click();
  await page.goBack();
  await expect(page).toHaveURL(/\/isaac\/rules\/I\d+$/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(heading(page, 'Pick a box and play')).toBeFocused();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL('/isaac/rules');
  await expect(page).toHaveTitle('Rules of Isaac · Tablier');
  expect(await isMarked(page)).toBe(true);
  // The canonical address is that of the page on the screen.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('clicks with a modifier are left to the browser', async ({ page, context }) => {
  await open(page, '/');
  for (const options of [{ button: 'middle' }, { modifiers: ['ControlOrMeta'] }] as const) {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: 'Learn Isaac' }).click({ ...options, modifiers: [...(options.modifiers ?? [])] }),
    ]);
    await expect(tab).toHaveURL('/isaac/learn');
    await expect(page).toHaveURL('/');
    await tab.close();
  }
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<a id="own" href="/licenses.txt">x</a>'));
  await page.locator('#own').click();
  await expect(page).toHaveURL('/licenses.txt');
});

test('old links with a # lead to the same page and add no entry to the history', async ({ page }) => {
  const id = await keep(page);
  for (const [old, path, name] of [
    ['/#/', '/', 'Pick a box and play'],
    ['/#/new/isaac', '/isaac/play', 'New game of Isaac'],
    ['/#/rules/isaac/I12', '/isaac/rules/I12', 'Rules of Isaac, numbered'],
    ['/#/settings', '/settings', 'Settings'],
    ['/#/nowhere/at/all', '/nowhere/at/all', 'Page not found'],
    [`/index.html#/g/${id}/1/spectator`, `/g/${id}/1/spectator`, 'Isaac'],
    ['/#/t/a-cut-link', '/t/a-cut-link', 'Online game'],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(old);
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveURL(path);
    await page.goBack();
    await expect(page).toHaveURL('about:blank');
  }
  await open(page, '/');
  await mark(page);
  await page.evaluate(() => (location.hash = '#/rules/isaac'));
  await expect(heading(page, 'Rules of Isaac')).toBeVisible();
  await expect(page).toHaveURL('/isaac/rules');
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(heading(page, 'Pick a box and play')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('an unknown path says so, with its status', async ({ page }) => {
  for (const path of ['/nowhere', '/nowhere/at/all', '/nowhere/rules']) {
    expect((await page.goto(path))?.status()).toBe(404);
    await expect(heading(page, 'Page not found')).toBeVisible();
  }
});

test.describe('a browser that prefers French', () => {
  test.use({ locale: 'fr-FR' });

  test('reads the title and the language before any script runs', async ({ page, request }) => {
    const html = await (await request.get('/isaac/rules', { headers: { 'accept-language': 'fr-FR' } })).text();
    expect(html).toContain('<html lang="fr">');
    expect(html).toContain('<title>Isaac\u00a0: règles du jeu · Tablier</title>');
    await open(page, '/isaac/rules');
    await expect(page).toHaveTitle('Isaac\u00a0: règles du jeu · Tablier');
    expect(await (await request.get('/robots.txt')).text()).toMatch(
      /^User-agent: \*\nDisallow: \/t\/\nSitemap: http:\/\/[^/]+\/sitemap\.xml\n$/,
    );
  });
});

/** The pages without a game or an id. */
const PLACES = [
  '/',
  '/lobby',
  '/learn',
  '/watch',
  '/puzzles',
  '/search',
  '/games',
  '/tournaments',
  '/studies',
  '/archives',
  '/settings',
  '/account',
];

/** The places that no visible link of the page leads to. */
const unreached = async (page: Page): Promise<string[]> => {
  const shown = await page
    .locator('a[href]')
    .evaluateAll((links) =>
      links.filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href') ?? ''),
    );
  return PLACES.filter((each) => !shown.includes(each));
};

test('every page links to every other on each screen, and light changes to dark', async ({ page }) => {
  for (const [index, path] of PLACES.entries()) {
    await (index === 0 ? open : follow)(page, path);
    for (const [width, height] of [
      [360, 640],
      [740, 360],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await unreached(page), `${path} at ${width} x ${height}`).toEqual([]);
    }
  }
  const theme = page.getByRole('button', { name: 'Light or dark' });
  await theme.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await theme.click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});
