import { createServer, request, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, type Page, test } from '@playwright/test';
import { faults, movesMade, open, placeByMouse, startIsaac, withoutGuide, yourTurn } from './helpers.ts';

test.use({ serviceWorkers: 'allow' });
// Contexts are reused: without this the next test can begin without a network.
test.afterEach(({ context }) => context.setOffline(false));

const READY = /^Everything is stored:/;
const BEREIT = /^Alles ist gespeichert:/;

/** Visits the site once, until everything is stored that works without the network. */
async function visit(page: Page, address: string, ready = READY): Promise<void> {
  await open(page, address);
  await page.locator('header a[href="/settings"]').click();
  await expect(page.getByText(ready)).toBeVisible();
}

/** The addresses in all caches. */
const cached = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('after one visit, games on this device and rules work without the network', async ({ page, context }) => {
  await visit(page, '/');
  expect((await cached(page)).filter((path) => path.startsWith('/api'))).toEqual([]);
  await context.setOffline(true);
  await page.goto('/isaac/rules/I12');
  await expect(page.getByRole('heading', { level: 1, name: 'Rules of Isaac, numbered' })).toBeVisible();
  await expect(page.locator('#rule-I12')).toBeVisible();
  await page.goto('/isaac/puzzles/1');
  await expect(page.locator('svg[role=group]')).toBeVisible();
  await page.goto('/nasca/rules');
  await expect(page.locator('.guide .picture svg').first()).toBeVisible();
  await page.goto('/');
  await page.reload();
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.reload();
  await yourTurn(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  for (const game of ['Nasca', 'Masker', 'Arcanor']) {
    await page.goto('/');
    await page.getByRole('button', { name: `Play ${game}` }).click();
    await expect(page.getByRole('group', { name: `Board of ${game}` })).toBeVisible();
  }
  await page.goto('/games');
  await expect(page.getByRole('region', { name: 'Under way' }).getByRole('listitem')).toHaveCount(4);
});

test('what needs the network says so, and what works without it', async ({ page, context }) => {
  await visit(page, '/');
  await context.setOffline(true);
  for (const path of ['/lobby', '/account', '/t/aB3_-0123456789012345x', '/g/aB3_-0123456789012345x']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Your games' })).toBeVisible();
    expect(await faults(page)).toEqual([]);
  }
  await context.setOffline(false);
  await page.goto('/lobby');
  await expect(page.getByText('No open tables right now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeHidden();
});

test.describe('a browser that prefers German', () => {
  test.use({ locale: 'de-DE' });

  test('stores the texts and rules of that language, and those of a language chosen later', async ({
    page,
    context,
  }) => {
    await visit(page, '/', BEREIT);
    expect((await cached(page)).filter((path) => /(rules|guide)\.(fr|nl)-/.test(path))).toEqual([]);
    await page.getByLabel('Français').check();
    await expect(page.getByText(/^Tout est enregistré/)).toBeVisible();
    await context.setOffline(true);
    for (const [name, language] of [
      ['Français', 'fr'],
      ['Deutsch', 'de'],
    ] as const) {
      await page.goto('/settings');
      await page.getByLabel(name).check();
      // The choice is stored once its texts are there.
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await page.goto('/isaac/rules/numbered');
      await expect(page.locator('article')).toHaveAttribute('lang', language);
      await expect(page.locator('article').getByRole('heading').first()).toBeVisible();
    }
  });
});

/** A server in front of the real one, with a later version of the service worker once `isNew`. */
class NextVersion {
  isNew = false;
  readonly #server: Server;

  constructor(origin: string) {
    this.#server = createServer((asked, answer) => {
      const { pathname } = new URL(asked.url ?? '/', origin);
      if (pathname === '/assets/later.js')
        return void answer.writeHead(200, { 'content-type': 'text/javascript' }).end();
      const { host } = new URL(origin);
      // Without conditions: the answer to `/service-worker.js` has to have a body.
      const { 'if-none-match': _tag, 'if-modified-since': _since, ...wanted } = asked.headers;
      const headers = { ...wanted, host, 'accept-encoding': 'identity' };
      const passed = request(`${origin}${asked.url ?? '/'}`, { method: asked.method, headers }, (given) => {
        if (!this.isNew || pathname !== '/service-worker.js') {
          answer.writeHead(given.statusCode ?? 502, given.headers);
          return void given.pipe(answer);
        }
        void text(given).then((code) => {
          const { 'content-length': _, ...rest } = given.headers;
          answer.writeHead(200, rest).end(laterVersion(code));
        });
      });
      passed.on('error', () => answer.destroy());
      asked.pipe(passed);
    });
  }

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** Servers that have to stop even if their test fails: an open one would keep the process alive. */
const started: NextVersion[] = [];
test.afterEach(() => {
  for (const server of started.splice(0)) server.stop();
});

/** The same files under another version, with another first script. */
const laterVersion = (code: string): string =>
  code.replace(/version:`[0-9a-f]+`/, 'version:`later`').replace(/entry:`[^`]+`/, 'entry:`/assets/later.js`');

test('a new version is announced, not during a game, and loaded only on request', async ({
  page,
  baseURL,
  context,
}) => {
  const server = new NextVersion(baseURL ?? '');
  started.push(server);
  const url = await server.start();
  await withoutGuide(page);
  await visit(page, url);
  await open(page, `${url}/`);
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await yourTurn(page);
  await page.evaluate(() => void Object.assign(window, { marked: true }));
  server.isNew = true;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const notice = page.getByText('A new version is ready.');
  await expect(notice).toHaveCount(1);
  await expect(notice).toBeHidden();
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await page.getByRole('link', { name: 'Tablier, home' }).click();
  await expect(notice).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => 'marked' in window)).toBe(true);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => page.evaluate(() => 'marked' in window)).toBe(false);

  // The previous version has left the files of the new one alone.
  expect(await page.evaluate(() => caches.has('tablier-files-later'))).toBe(true);

  // The new one takes over where no page of the previous one is open, which the browser notices a moment later. The old files go.
  await page.close();
  await expect(async () => {
    const next = await context.newPage();
    await open(next, `${url}/`);
    const names = await next.evaluate(async () => (await caches.keys()).toSorted());
    await next.close();
    expect(names).toEqual(['tablier-choices', 'tablier-files-later']);
  }).toPass();
});
