import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { listen, open } from './helpers.ts';

/** The built page, which the server of this test serves. */
const PAGE = join(import.meta.dirname, '..', 'dist');

/** Bytes as they are sent: compressed with brotli if the build left a compressed copy. */
function weightOf(file: string): number {
  const sent = statSync(join(PAGE, `${file}.br`), { throwIfNoEntry: false }) ?? statSync(join(PAGE, file));
  return sent.size;
}

const sum = (files: readonly string[], ending: string): number =>
  files.filter((file) => file.endsWith(ending)).reduce((total, file) => total + weightOf(file), 0);

const { pages, games, languages } = JSON.parse(readFileSync(join(PAGE, 'frames.json'), 'utf8')) as Record<
  'pages' | 'games' | 'languages',
  Record<string, string[]>
>;
const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
const first = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file);

/** Bytes of scripts with brotli. A page that needs more says why in docs/performance.md. */
const MOST = { first: 55_000, styles: 8_000, texts: 15_800, game: 13_750, page: 48_600, table: 73_400 };
/** Files of a page besides the first script: a browser loads six at a time, and each costs a round trip. */
const MAX_FILES = 16;
/** Pages with a board, which has the renderer and the controls of a table; `lobby` and `watch` have small boards. */
const WITH_TABLE: readonly string[] = [
  'game',
  'play',
  'table',
  'screen',
  'hand',
  'kept',
  'learn',
  'puzzle',
  'own-mistake',
  'openings',
  'position',
  'lobby',
  'watch',
  'rules',
  'study',
];

test('the first script has at most 55 kB, and the first styles are small', () => {
  expect(first.length).toBeGreaterThan(1);
  expect(sum(first, '.js')).toBeLessThanOrEqual(MOST.first);
  expect(sum(first, '.css')).toBeLessThanOrEqual(MOST.styles);
});

test('the first script is one file: each one more costs a round trip', () => {
  expect(first.filter((file) => file.endsWith('.js'))).toHaveLength(1);
});

test('the first script begins with the comment that has all of it compiled at once', () => {
  const [script = ''] = first.filter((file) => file.endsWith('.js'));
  expect(readFileSync(join(PAGE, script), 'utf8')).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

for (const [page, files] of Object.entries(pages))
  test(`the scripts of the page ${page} have not grown`, () => {
    expect(sum(files, '.js')).toBeLessThanOrEqual(WITH_TABLE.includes(page) ? MOST.table : MOST.page);
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  });

for (const [game, files] of Object.entries(games))
  test(`the rules and the board of ${game} are one small file`, () => {
    const own = files.filter((file) => file.includes(`game-${game}`) && file.endsWith('.js'));
    expect(own).toHaveLength(1);
    expect(sum(own, '.js')).toBeLessThanOrEqual(MOST.game);
  });

for (const [language, files] of Object.entries(languages))
  test(`the texts in ${language} have not grown`, () => expect(sum(files, '.js')).toBeLessThanOrEqual(MOST.texts));

/** Each with its heading. */
const HEADINGS = {
  '/': 'Pick a box and play',
  '/isaac': 'Isaac',
  '/nasca': 'Nasca',
  '/isaac/rules': 'Rules of Isaac',
  '/isaac/learn': 'Learn Isaac',
  '/learn': 'Learn a game',
  '/watch': 'Watch games',
  '/puzzles': 'Puzzles',
  '/isaac/puzzles': 'Isaac: puzzles',
  '/isaac/puzzles/1': /Isaac/,
  '/lobby': 'Lobby',
  '/games': 'Your games',
  '/settings': 'Settings',
  '/account': 'Your account',
};
const PATHS = Object.keys(HEADINGS);

interface Shift {
  readonly value: number;
  readonly moved: string;
}

/** Records every shift of the layout, also those soon after an input. */
const observe = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        readonly value: number;
        readonly sources: readonly { readonly node: Element | null }[];
      })[]) {
        const moved = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(', ');
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shiftsOf = (page: Page): Promise<readonly Shift[]> =>
  page.evaluate(() => Reflect.get(window, 'shifts') as Shift[]);

/** Waits until nothing more is loaded and drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test(`at ${width} x ${height} nothing moves while a page loads`, async ({ page }) => {
    const complaints = listen(page);
    await page.setViewportSize({ width, height });
    await observe(page);
    // Typefaces, texts and scripts arrive one after the other, as on a slow network, and on each page again.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    const slow = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 };
    await session.send('Network.emulateNetworkConditions', slow);
    for (const [path, name] of Object.entries(HEADINGS)) {
      await open(page, path);
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
      await expect(page).toHaveURL(path);
      await settled(page);
      expect(await shiftsOf(page), path).toEqual([]);
    }
    await open(page, '/');
    await page.getByRole('button', { name: 'Play Isaac' }).click();
    await expect(page).toHaveURL(/\/play\//);
    await settled(page);
    expect(await shiftsOf(page), 'a game that begins').toEqual([]);
    await page.reload();
    await settled(page);
    expect(await shiftsOf(page), 'a game that is opened again').toEqual([]);
    expect(complaints).toEqual([]);
    await session.detach();
  });

test('typefaces that arrive late are shown with the next page, and nothing moves', async ({ page }) => {
  await observe(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', async (route) => {
    await held;
    await route.continue();
  });
  const areLate = (): Promise<boolean> =>
    page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Fraunces late')));
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('main:not([aria-busy]) h1')).toBeVisible();
  expect(await areLate()).toBe(false);
  release();
  await page.waitForLoadState('networkidle');
  expect(await areLate()).toBe(false);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Learn a game' })).toBeVisible();
  expect(await areLate()).toBe(true);
  await settled(page);
  expect(await shiftsOf(page)).toEqual([]);
});

test('the typefaces come after the scripts on a first visit, and are in the first HTML of the next one', async ({
  page,
}) => {
  const isScript = (file: string): boolean => file.endsWith('.js');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const response = await page.goto('/settings');
  expect(await response?.text()).not.toContain('woff2');
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain('tablier-typefaces');
  const faces = asked.filter((file) => file.endsWith('.woff2'));
  expect(faces.length).toBeGreaterThan(0);
  expect(asked.indexOf(faces[0] ?? '')).toBeGreaterThan(asked.findIndex(isScript));
  const later = await page.reload();
  expect(await later?.text()).toContain(`href="${faces[0]}"`);
  await settled(page);
  const used = await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily);
  expect(used).toMatch(/^"?Fraunces"?, /);
  expect(await page.evaluate(() => document.fonts.check('16px Fraunces'))).toBe(true);
});

test('the first HTML has the header, the title and the boxes of the home page, without scripts', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'fr', colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Choisissez une boîte' })).toBeVisible();
  for (const name of ['Jouer', 'Salon', 'Apprendre', 'Regarder', 'Problèmes', 'Se connecter', 'Tournois', 'Réglages'])
    await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Isaac' })).toBeVisible();
  // Without a script, *Play* leads to the page of the game.
  await page.getByRole('link', { name: 'Jouer à Isaac' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Isaac' })).toBeVisible();
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.locator('main[aria-busy] h1'), path).toHaveText(/\S/);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('fr');
  }
  await context.close();
});

test('a chosen theme is in the first HTML of the next visit', async ({ page }) => {
  await open(page, '/settings');
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  const response = await page.reload();
  expect(await response?.text()).toContain('<html lang="en" data-theme="dark"');
});

const embed = JSON.parse(readFileSync(join(PAGE, 'embed.json'), 'utf8')) as {
  readonly script: string;
  readonly styles: readonly string[];
  readonly games: Readonly<Record<string, readonly string[]>>;
};
/** Bytes of the frame for other sites: what every game needs, a game, and styles. The texts are those of the page. */
const FRAME = { script: 30_620, game: 13_400, styles: 5_000 };

test('the frame for other sites is small', () => {
  // The hashes in the names of chunks weigh up to 110 bytes by chance, whatever the code is.
  const sizeOf = (file: string): number =>
    brotliCompressSync(readFileSync(join(PAGE, file), 'utf8').replaceAll(/-[\w-]{8}(?=\.js)/g, '')).length;
  expect(sizeOf(embed.script)).toBeLessThanOrEqual(FRAME.script);
  expect(sum(embed.styles, '.css')).toBeLessThanOrEqual(FRAME.styles);
  expect(Object.keys(embed.games)).toHaveLength(4);
  for (const [game, files] of Object.entries(embed.games)) {
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(
      scripts.map(sizeOf).reduce((all, size) => all + size, 0),
      game,
    ).toBeLessThanOrEqual(FRAME.game);
    expect(files.join(' ').match(/game-/g), `${game} loads no other game`).toHaveLength(1);
  }
});
