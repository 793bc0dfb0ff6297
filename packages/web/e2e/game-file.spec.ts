import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newContext, newPage, open, withoutGuide } from './helpers.ts';
import { tablierServer } from './servers.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'examples', 'three-in-a-row.js');

/** The position in a game that this page has not loaded from its own files. */
const pieces = (page: Page) => page.locator('.solid');
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}\\b`) });

async function visitor(browser: Browser, baseURL: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await newPage(browser, { baseURL, viewport: { width: 360, height: 740 } });
  const complaints = listen(page);
  await withoutGuide(page);
  return { page, complaints };
}

test('a game of a file is on the page, with its rules and a board that needs no code', async ({ browser }) => {
  const server = await tablierServer(mkdtempSync(join(tmpdir(), 'tablier-file-')), { game: FILE });
  const { page, complaints } = await visitor(browser, server.url);
  await open(page, '/');
  const name = page.getByRole('heading', { name: 'Three in a Row' });
  await expect(name).toBeVisible();
  await page.setViewportSize({ width: 1200, height: 800 });
  // Two lines at most.
  expect((await name.boundingBox())?.height).toBeLessThan(70);
  await page.setViewportSize({ width: 360, height: 740 });
  // Its box has a game that was played at random, and so has the picture for link previews.
  await expect(page.locator('a[href="/three-in-a-row"] .solid').first()).toBeVisible();
  expect((await page.request.get('/three-in-a-row.png')).headers()).toMatchObject({ 'content-type': 'image/png' });
  await open(page, '/three-in-a-row/rules');
  await expect(page.getByText('Nine pieces without such a line are a draw.')).toBeVisible();

  await open(page, '/three-in-a-row/play');
  await expect(pieces(page).first()).toBeAttached();
  await page.getByLabel('You', { exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(cell(page, 'a1')).toBeEnabled();
  expect(await faults(page)).toEqual([]);
  await cell(page, 'b2').click();
  // The bot has answered, in a worker that loaded the same file.
  await expect(pieces(page)).toHaveCount(2);
  await expect(cell(page, 'b2')).toHaveAccessibleName(/^b2, /);
  expect(complaints).toEqual([]);
  await server.stop();
});

/** The game on the page of the package `@tablier/rules`. */
function sticks(): string {
  const readme = join(import.meta.dirname, '..', '..', '..', 'scripts', 'pack', 'readme', 'rules.md');
  const code = [...readFileSync(readme, 'utf8').matchAll(/```js\n([^]*?)```/g)].map(([, text = '']) => text);
  return code.find((text) => text.includes('export const game')) ?? '';
}

test('rules that fail are reported in words, with a way home, also where nothing else is left of the page', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-file-'));
  const file = join(folder, 'sticks.js');
  const fault = "if (typeof document !== 'undefined' && left < 12) throw new Error('no rules for this'); ";
  const broken = sticks().replace('legal: ({ left }) => ', `legal: ({ left }) => { ${fault}return `);
  writeFileSync(file, broken.replace('.slice(0, left),', '.slice(0, left); },'));
  const server = await tablierServer(folder, { game: file });
  for (const [locale, words, home] of [
    ['en', 'The rules of Sticks have failed', 'Home'],
    ['fr', 'Sticks\u00a0: erreur dans les règles', 'Accueil'],
    ['de', 'Fehler in den Regeln von Sticks', 'Startseite'],
    ['nl', 'De regels van Sticks werken niet', 'Startpagina'],
  ] as const) {
    const context = await newContext(browser, { baseURL: server.url, locale });
    const page = await context.newPage();
    await page.goto('/sticks/play?players=2');
    const said = page.getByRole('alert').filter({ hasText: 'no rules for this' });
    // The names of people and games are isolated from the sentence.
    const text = async () => (await said.textContent())?.replaceAll(/[\u2066-\u2069]/g, '');
    await expect.poll(text).toContain(words);
    await said.getByRole('link', { name: home }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(said).toHaveCount(0);
    await context.close();
  }
  await server.stop();
});

test('a game without cells shows its state on its card', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-file-'));
  const file = join(folder, 'sticks.js');
  writeFileSync(file, sticks());
  const server = await tablierServer(folder, { game: file });
  const { page } = await visitor(browser, server.url);
  await open(page, '/');
  await expect(page.locator('a[href="/sticks"] svg')).toHaveText(/left: \d+/);
  await server.stop();
});
