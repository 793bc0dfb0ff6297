import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium } from '../lib/chromium.mjs';
import { ROOT, run } from '../lib/run.mjs';
import { packed } from './packed.ts';

const GAMES = ['isaac', 'nasca', 'masker', 'arcanor'] as const;
/** As strict as a page with scripts can be: nothing inline, no `data:`. */
const POLICY = "default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self'; style-src 'self'";
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html; charset=utf-8',
  '.webp': 'image/webp',
};

const recordOf = (game: string): string =>
  readFileSync(join(ROOT, 'packages', 'games', 'test', game, 'examples.jsonl'), 'utf8').split('\n')[0] ?? '';
const movesOf = (game: string): readonly string[] =>
  (JSON.parse(recordOf(game)) as { readonly moves: readonly string[] }).moves;

let folder = '';
let server: Server;
let url = '';
let browser: Browser;
let page: Page;
let complaints: string[] = [];

/** An empty folder with the installed package, pages and records, and a server that knows nothing but files. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-board-'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { board: tarball } = await packed();
  const installed = await run(`npm install --offline --prefix ${folder} ${tarball}`, { show: 'collect' });
  expect(installed.output).toMatch(/added 1 package in/);
  mkdirSync(join(folder, 'records'));
  for (const game of GAMES) writeFileSync(join(folder, 'records', `${game}.jsonl`), `${recordOf(game)}\n{}\n`);
  writeFileSync(join(folder, 'start.js'), START);
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    try {
      const content = path.startsWith('/page') ? pageOf(request.url ?? '') : readFileSync(join(folder, path));
      response.writeHead(200, {
        'content-type': TYPES[extname(path)] ?? 'text/html; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const executablePath = findChromium();
  browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  complaints = [];
  page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(() => page.close());

const readme = (): string => readFileSync(join(folder, 'node_modules', '@tablier', 'board', 'README.md'), 'utf8');

/** Notes every event of the boards. */
const START = `window.told = [];
for (const board of document.querySelectorAll('tablier-board'))
  for (const kind of ['load', 'step', 'error'])
    board.addEventListener(kind, (event) => window.told.push({ kind, ...event.detail }));
import('/node_modules/@tablier/board/tablier-board.js');
`;

/** The HTML in the query of an address. */
const pageOf = (address: string): string =>
  `<!doctype html><html lang="en"><title>A page</title><main>${new URL(address, 'http://x').searchParams.get('html')}</main><script type="module" src="/start.js"></script></html>`;

const show = (html: string): Promise<unknown> => page.goto(`${url}/page?html=${encodeURIComponent(html)}`);
const told = () => page.evaluate(() => Reflect.get(globalThis, 'told') as readonly Readonly<Record<string, unknown>>[]);
/** What a script of the page calls the first board. */
const BOARD = "document.querySelector('tablier-board')";
const property = (name: string): Promise<unknown> => page.evaluate(`${BOARD}.${name}`);

/** Waits until a board shows the position after so many plies. */
const shows = (ply: number): Promise<void> =>
  expect
    .poll(() =>
      page
        .getByRole('slider')
        .evaluateAll((sliders) => sliders.map((slider) => Reflect.get(slider, 'value') as string)),
    )
    .toContain(String(ply));

describe.each(GAMES)('%s', (game) => {
  test('a game is shown from a file, and stepped through to its end by its buttons', async () => {
    const moves = movesOf(game);
    const first = moves.length - 6;
    await show(`<tablier-board src="/records/${game}.jsonl" ply="${first}"></tablier-board>`);
    await shows(first);
    const next = page.getByRole('button', { name: '›' }).or(page.getByText('›'));
    for (let ply = first; ply < moves.length; ply++) await next.first().click();
    await shows(moves.length);
    await page
      .getByText(/wins|draw/i)
      .first()
      .waitFor();
    const steps = (await told()).filter(({ kind }) => kind === 'step');
    expect(steps.slice(-6).map(({ move }) => move)).toEqual(moves.slice(first));
    expect((await told())[0]).toEqual({ kind: 'load', game, last: moves.length });
    const board = await page.locator('svg[role="group"]').boundingBox();
    expect(board?.width).toBeGreaterThan(300);
    expect(complaints).toEqual([]);
  });
});

test('attributes and properties change what is shown, and keys step where the focus is', async () => {
  const last = movesOf('isaac').length;
  await show('<tablier-board src="/records/isaac.jsonl" ply="3" lang="fr" theme="dark"></tablier-board>');
  await shows(3);
  await page.getByRole('button', { name: 'Coup suivant' }).waitFor();
  const place = () =>
    page
      .locator('[data-solid]')
      .first()
      .evaluate((node) => Reflect.get(Reflect.get(node, 'style') as object, 'transform') as string);
  const before = await place();
  await page.evaluate(`${BOARD}.setAttribute('orientation', '2')`);
  await expect.poll(place).not.toBe(before);
  await page.evaluate(`void (${BOARD}.ply = 5)`);
  await shows(5);
  await page.keyboard.press('ArrowRight');
  expect(await property('ply')).toBe(5);
  await page.getByRole('button', { name: '‹' }).or(page.getByText('‹')).first().focus();
  await page.keyboard.press('ArrowRight');
  expect([await property('ply'), await property('last')]).toEqual([6, last]);
  await page.evaluate(`${BOARD}.setAttribute('controls', 'none')`);
  await expect.poll(() => page.getByRole('slider').count()).toBe(0);
  const scheme = await page.evaluate("getComputedStyle(document.querySelector('tablier-board')).colorScheme");
  expect(scheme).toBe('dark');
  expect((await told()).filter(({ kind }) => kind === 'step').map(({ ply }) => ply)).toEqual([5, 6]);
  expect(complaints).toEqual([]);
});

test('a record that a script sets replaces the one before, and two boards do not disturb each other', async () => {
  await show('<tablier-board src="/records/isaac.jsonl"></tablier-board><tablier-board></tablier-board>');
  await expect.poll(async () => (await told()).length).toBe(1);
  for (const game of ['nasca', 'arcanor']) {
    await page.evaluate(`void (document.querySelectorAll('tablier-board')[1].record = ${recordOf(game)})`);
    await expect.poll(async () => (await told()).at(-1)).toMatchObject({ kind: 'load', game });
  }
  await page.getByText('«').first().click();
  await shows(0);
  await shows(movesOf('arcanor').length);
  expect(complaints).toEqual([]);
});

test('a ply that a script sets before the game is there is shown', async () => {
  const src = "'/records/isaac.jsonl'";
  const made = "const board = document.createElement('tablier-board');";
  for (const [ply, script] of [
    [3, `${made} board.ply = 3; board.setAttribute('src', ${src}); document.body.append(board);`],
    [4, `${made} board.setAttribute('src', ${src}); document.body.append(board); board.ply = 4;`],
    [
      5,
      `const [board] = document.querySelectorAll('tablier-board'); board.ply = 5; board.setAttribute('src', ${src});`,
    ],
  ] as const) {
    await show('<tablier-board src="/records/nasca.jsonl"></tablier-board>');
    await expect.poll(async () => (await told()).length).toBe(1);
    await page.evaluate(`{ ${script} }`);
    await shows(ply);
  }
});

test('properties that a script sets before the element is defined are kept', async () => {
  await page.goto(`${url}/page?html=`);
  await page.evaluate(
    `{ const early = document.createElement('tablier-late'); early.record = ${recordOf('isaac')}; early.ply = 2; document.body.append(early); }`,
  );
  await page.evaluate(
    "import('/node_modules/@tablier/board/tablier-board.js').then(({ TablierBoard }) => customElements.define('tablier-late', class extends TablierBoard {}))",
  );
  await shows(2);
});

test('the line of the README defines the element in a program that Rollup has built', async () => {
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, /^import '@tablier\/board';$/m.exec(readme())?.[0] ?? '');
  const build = await rollup({ input: entry, plugins: [nodeResolve()] });
  await build.write({ dir: join(folder, 'built'), format: 'es' });
  // A page of its own: the others define the element themselves.
  writeFileSync(join(folder, 'built.html'), '<!doctype html><title>Built</title>');
  await page.goto(`${url}/built.html`);
  await page.evaluate("import('/built/entry.js')");
  expect(await page.evaluate("customElements.get('tablier-board') !== undefined")).toBe(true);
});

test('on a server the import does nothing', async () => {
  writeFileSync(join(folder, 'server.mjs'), "console.log(typeof (await import('@tablier/board')).TablierBoard);");
  expect(await run(`node ${join(folder, 'server.mjs')}`, { show: 'collect' })).toEqual({
    code: 0,
    output: 'function\n',
  });
});

const wrong = JSON.stringify({
  ...(JSON.parse(recordOf('isaac')) as object),
  moves: ['99-99'],
  counts: undefined,
  end: undefined,
});
test.each([
  ['src="/records/none.jsonl"', { name: 'unreachable' }],
  ['record="not json"', { name: 'bad-json' }],
  ['record="{}"', { name: 'bad-record' }],
  [`record='{"game":"chess"}'`, {}],
  [`record='${wrong}'`, { name: 'unreadable-move' }],
])('what cannot be shown is an event, and the content of the element stays: %s', async (attribute, error) => {
  await show(`<tablier-board ${attribute}>A game of Isaac</tablier-board>`);
  await expect.poll(async () => (await told()).length).toBe(1);
  expect((await told())[0]).toMatchObject({ kind: 'error', ...error });
  expect(await page.getByText('A game of Isaac').isVisible()).toBe(true);
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('the package has types', async () => {
  writeFileSync(
    join(folder, 'use.ts'),
    "import '@tablier/board';\nconst board = document.createElement('tablier-board');\nboard.ply = 3;\nboard.ply = 'x';\n",
  );
  const flags = '--ignoreConfig --noEmit --strict --module nodenext --target es2023 --lib es2023,dom';
  const { output } = await run(`tsc ${flags} --types "" ${join(folder, 'use.ts')}`, { show: 'collect' });
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(/use\.ts\(4,1\): error TS2322/)]);
});
