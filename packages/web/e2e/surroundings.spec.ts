import { networkInterfaces } from 'node:os';
import { expect, type Page } from '@playwright/test';
import { join, type TestClient, terms } from '@tablier/testkit/online';
import { exampleOf, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { follow, listen, movesMade, open, placeByMouse, playing, startIsaac, started, yourTurn } from './helpers.ts';
import { newMember } from './members.ts';
import { tablierServer } from './servers.ts';
import {
  failOnce,
  fillStorage,
  forbidCookies,
  missingStyles,
  prepareSleep,
  removeModern,
  setDeviceClock,
  sleepFor,
  translate,
} from './surroundings.ts';

const WITH_CLOCK = terms('arcanor', { clock: { system: 'sudden-death', base: 600 }, takeBack: 'asked' });

/** A table at which the page of Ada and a client, Grace, sit; by default one of Arcanor with a clock, at which Grace is to move. */
async function sitWith(
  page: Page,
  baseURL: string | undefined,
  wanted = WITH_CLOCK,
): Promise<{ readonly grace: TestClient; readonly table: string }> {
  const grace = await join(baseURL ?? '', 'Grace');
  const { table } = await grace.must({ kind: 'open', terms: wanted });
  await grace.view(table);
  // Typefaces may still be on their way.
  await page.goto(new URL(`/t/${table}`, baseURL).href, { waitUntil: 'commit' });
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(playing(page)).toBeVisible();
  return { grace, table };
}

/** Seconds on the clock of Grace. */
async function secondsOfGrace(page: Page): Promise<number> {
  const plates = page.getByRole('list', { name: 'Players and scores' }).getByRole('listitem');
  const [, minutes = '', seconds = ''] =
    /(\d+):(\d\d)/.exec((await plates.filter({ hasText: 'Grace' }).textContent()) ?? '') ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

test('clocks and questions survive a sleep, a wrong clock, a full storage and a translator', async ({
  page,
  baseURL,
}) => {
  for (const prepare of [prepareSleep, fillStorage]) await prepare(page);
  await setDeviceClock(page, -20);
  const { grace, table } = await sitWith(page, baseURL);
  await expect.poll(() => secondsOfGrace(page)).toBeLessThan(600);
  const before = await secondsOfGrace(page);
  await sleepFor(page, 180);
  await expect.poll(() => secondsOfGrace(page)).toBeLessThan(before);

  expect(await translate(page)).toBeGreaterThan(5);
  const translated = await secondsOfGrace(page);
  await expect.poll(() => secondsOfGrace(page)).toBeLessThan(translated);
  const { match } = await grace.view(table);
  expect(match?.end).toBeNull();

  // As if the pointer had been there before: pressed in the moment in which it appears.
  await page.evaluate(() => {
    const press = new MutationObserver(() => {
      const button = document.querySelector<HTMLElement>('.question button');
      if (button === null) return;
      press.disconnect();
      button.click();
    });
    press.observe(document.body, { childList: true, subtree: true });
  });
  await grace.act(table, { kind: 'offer-draw' });
  await expect(page.getByText('Grace offers a draw.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept the draw' }).click();
  await grace.view(table, (view) => view.match?.end?.by === 'agreement');
  await expect(page.getByRole('heading', { name: 'A draw' })).toBeVisible();
  await grace.leave();
});

test('a browser whose storage was wiped is known by its cookie', async ({ page }) => {
  expect((await page.request.post('/api/guests', { data: { name: 'Gus' } })).status()).toBe(201);
  await open(page, '/account');
  await expect(page.locator('#own-name ~ form input, [aria-labelledby=own-name] input')).toHaveValue('Gus');
  await page.evaluate(() => localStorage.clear());
  // A session from before the cookie that scripts can read.
  await page.evaluate(() => (document.cookie = 'tablier-known=; path=/; max-age=0'));
  await open(page, '/account');
  await expect(page.locator('#own-name ~ form input, [aria-labelledby=own-name] input')).toHaveValue('Gus');
});

test('blocked cookies are named as the reason', async ({ page, baseURL }) => {
  const grace = await join(baseURL ?? '', 'Grace');
  const { table } = await grace.must({ kind: 'open', terms: terms('isaac') });
  await forbidCookies(page);
  // The answer of the server, without its cookie.
  await page.route('/api/guests', (route) => route.fulfill({ status: 201, json: { name: 'Ada' } }));
  await open(page, `/t/${table}`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(page.getByText('allow cookies')).toBeVisible();
  await grace.leave();
});

test('a game is played over plain HTTP at an address in a LAN', async ({ page }, info) => {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const lan = addresses.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1';
  const server = await tablierServer(info.outputPath('data'), { host: lan });
  const complaints = listen(page);
  await sitWith(page, server.url, terms('isaac', { chairs: ['open', 'me'] }));
  await placeByMouse(page);
  await expect(page.getByText(/^Grace to place/)).toBeVisible();
  for (const path of ['/', '/tournaments', '/studies', '/settings', '/account']) await follow(page, path);
  // Browsers ignore that header there, and say so.
  expect(complaints.filter((text) => !text.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  await server.stop();
});

test('all pages work where the browser keeps its newer features for encrypted pages', async ({ browser }) => {
  const { page, complaints } = await newMember(browser, 'Ada', { width: 1280, height: 800 }, '/');
  await removeModern(page);
  await open(page, '/tournaments');
  await expect(page.getByLabel('Name of the tournament')).toBeVisible();
  for (const path of ['/', '/games', '/lobby', '/isaac', '/isaac/play', '/studies', '/settings', '/account'])
    await follow(page, path);
  expect(complaints).toEqual([]);
});

test('scripts, style sheets and typefaces that fail once are asked for again', async ({ page, baseURL }) => {
  const failed = await failOnce(page);
  const { grace } = await sitWith(page, baseURL);
  await expect.poll(() => missingStyles(page)).toEqual([]);
  // The words for moves came late.
  await expect(page.locator('[aria-live=polite]').first()).toContainText(/Grace to/);
  for (const path of ['/isaac/rules', '/puzzles', '/lobby', '/']) {
    await follow(page, path);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('The page could not load');
  }
  await expect.poll(() => missingStyles(page)).toEqual([]);
  expect(failed().length).toBeGreaterThan(20);
  await grace.leave();
});

test('a page without its style sheets has no sign as large as the window', async ({ page }) => {
  await page.route(/\.css$/, (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  // Before it no sign may be there, which would pass.
  await expect(page.locator('.mark svg')).toBeAttached();
  const widths = await page
    .locator('svg:not([data-scene], .board svg)')
    .evaluateAll((signs) => signs.map((sign) => sign.getBoundingClientRect().width));
  expect(Math.max(...widths)).toBeLessThanOrEqual(120);
});

test('threads whose scripts fail once are started again: a game is analysed, and a bot answers', async ({ page }) => {
  const kept = await keep(page, exampleOf('nasca'));
  const failed = await failOnce(page);
  await open(page, `/g/${kept}/10`);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(
    page.getByRole('region', { name: 'Analysis' }).getByRole('heading', { name: /^Best moves/ }),
  ).toBeVisible();
  await startIsaac(page);
  await placeByMouse(page);
  expect(await yourTurn(page)).toBe('place');
  await expect.poll(async () => (await movesMade(page)).length).toBe(2);
  for (const thread of ['analysis.worker', 'bot.worker'])
    expect(failed().filter((path) => path.includes(thread))).toHaveLength(1);
});

test('a page whose first script fails once comes back by itself; one whose scripts never come says what to do', async ({
  page,
}) => {
  let asked = 0;
  await page.route(/\/assets\/index-[^/]*\.js/, (route) => (asked++ === 0 ? route.abort() : route.continue()));
  await page.goto('/isaac');
  await started(page);
  expect(asked).toBeGreaterThan(1);

  await page.route(/\.js$/, (route) => route.abort());
  await page.goto('/isaac');
  const again = page.getByRole('link', { name: 'Load the page again' });
  await expect(again).toBeHidden();
  // As if ten seconds had passed.
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await started(page);
});

test('the puzzle of the day and the time since a game are right although the clock of the device is not', async ({
  browser,
}) => {
  const { page } = await newMember(browser, 'Ada', { width: 1280, height: 800 }, '/puzzles');
  const daily = page.getByRole('region', { name: 'Puzzle of the day' }).getByRole('link').first();
  const today = await daily.getAttribute('href');
  await startIsaac(page);
  await setDeviceClock(page, 3 * 24 * 60);
  await open(page, '/puzzles');
  await expect(daily).toHaveAttribute('href', today ?? '');
  await open(page, '/games');
  await expect(page.locator('time').first()).toHaveText(/^now$|min\. ago$/);
});

test('a move made while the server restarts is shown at once and sent afterwards', async ({ page }, info) => {
  const data = info.outputPath('data');
  const first = await tablierServer(data);
  await page.setViewportSize({ width: 360, height: 640 });
  await sitWith(page, first.url, terms('isaac', { chairs: ['open', 'me'] }));
  await expect(page.locator('[aria-live=polite]').first()).toContainText('Your turn: place');
  const hand = page.locator('.tray button .count');
  const before = await hand.allTextContents();
  await first.stop();
  const lost = page.getByText('Connection lost.');
  await expect(lost).toBeVisible();
  // It lies in the line of the turn.
  await expect(page.locator('.turn').filter({ has: lost })).toHaveCount(1);
  await placeByMouse(page);
  await expect(page.getByText('No connection: your move will be sent later.')).toBeVisible();
  const after = await hand.allTextContents();
  expect(after).not.toEqual(before);
  const second = await tablierServer(data, { port: new URL(first.url).port });
  await expect(page.getByText(/^Grace to place/)).toBeVisible();
  expect(await hand.allTextContents()).toEqual(after);
  await expect.poll(() => movesMade(page)).toHaveLength(1);
  await expect(lost).toHaveCount(0);
  await second.stop();
});

test('typefaces that arrive late are shown with the next move at a table, and nothing moves', async ({
  page,
  baseURL,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', (route) => held.then(() => route.continue()));
  const { grace } = await sitWith(page, baseURL, terms('isaac', { chairs: ['open', 'me'] }));
  await expect(page.getByText(/^Your turn: place/)).toBeVisible();
  const areLate = (): Promise<boolean> =>
    page.evaluate(() => [...document.fonts].some(({ family }) => family.includes('Fraunces late')));
  const parts = page.locator('.game-table > :is(.bar, .panel, .toolbar), svg[role=group]');
  const places = (): Promise<unknown> =>
    parts.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await places();
  release();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toContain('tablier-typefaces');
  expect(await areLate()).toBe(false);
  await placeByMouse(page);
  await expect.poll(areLate).toBe(true);
  await page.evaluate(() => document.fonts.ready);
  expect(await places()).toEqual(before);
  await grace.leave();
});

test('a page whose scripts an upgraded server no longer has says so in a game, and loads other pages from the server again', async ({
  page,
  baseURL,
}) => {
  const { grace } = await sitWith(page, baseURL);
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, json: { error: { name: 'not-found' } } }));
  // The notice may already be over it.
  await page.getByRole('button', { name: 'Rules of Arcanor' }).dispatchEvent('click');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(playing(page)).toBeVisible();
  await page.unroute('**/assets/**');
  // The server has the scripts of the newer version, and of this one no more.
  await page.route(/\/assets\/(index|StudiesPage)-[^/]*\.js/, async (route) => {
    const isOld = await page.evaluate(() => 'isOld' in window).catch(() => false);
    return isOld ? route.fulfill({ status: 404, json: {} }) : route.continue();
  });
  await page.evaluate(() => Object.assign(window, { isOld: true }) && undefined);
  await follow(page, '/studies').catch(() => undefined);
  await expect(page.getByRole('heading', { level: 1, name: 'Studies' })).toBeVisible();
  expect(await page.evaluate(() => 'isOld' in window)).toBe(false);
  await grace.leave();
});
