import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, movesMade, open, placeByMouse, startIsaac, status, yourTurn } from './helpers.ts';
import { ownServer } from './servers.ts';

const WORKER = /\/assets\/bot\.worker-[^/]*\.js$/;
const BOARD = /\/assets\/board-[^/]*\.js$/;
const BROKEN = { contentType: 'text/javascript', body: "throw new Error('this worker is broken');" };

test('a bot that fails is asked three times, then the user decides, and nothing is lost', async ({ page }) => {
  let asked = 0;
  await page.route(WORKER, (route) => {
    asked++;
    return route.fulfill(BROKEN);
  });
  await startIsaac(page);
  await placeByMouse(page);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The bot has failed.');
  await expect(alert).toContainText('this worker is broken');
  expect(asked).toBe(3);
  await expect.poll(() => movesMade(page)).toHaveLength(1);
  await page.unroute(WORKER);
  await alert.getByRole('button', { name: 'Ask it again' }).click();
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await expect(alert).toBeHidden();
  await yourTurn(page);
});

test('a bot that fails once is asked again silently', async ({ page }) => {
  let asked = 0;
  await page.route(WORKER, (route) => (++asked === 1 ? route.abort() : route.continue()));
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await yourTurn(page);
  expect(asked).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a failed bot does not block the take-back', async ({ page }) => {
  await page.route(WORKER, (route) => route.abort());
  await startIsaac(page);
  await placeByMouse(page);
  await expect(page.getByRole('alert')).toContainText('The bot has failed.');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => movesMade(page)).toHaveLength(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(status(page)).toContainText('Your turn: place a piece');
});

test('a board that fails to load is reported, and appears once the server answers again', async ({ page }) => {
  // Of the scripts with this name, the page itself needs one; the others are the boards of the games.
  const html = await (await page.request.get('/')).text();
  await page.route(BOARD, (route) =>
    html.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  );
  // The home page shows its boxes without pieces.
  await open(page, '');
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The page could not load');
  await expect(page.getByRole('alert')).toContainText('The server does not answer');
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
  await page.unroute(BOARD);
  expect(await yourTurn(page)).toBe('place');
});

test('rules that fail to load are reported', async ({ page }) => {
  await page.route(/\/assets\/(rules|guide)[^/]*\.js$/, (route) => route.abort());
  for (const path of ['/isaac/rules', '/isaac/rules/numbered']) {
    await open(page, path);
    await expect(page.getByRole('alert')).toContainText('The server does not answer');
  }
});

test('an address with too many connections is shown how long to wait, and the page waits that long', async ({
  page,
  context,
}) => {
  const crowded = await ownServer('crowded');
  const lines: number[] = [];
  page.on('websocket', () => lines.push(Date.now()));
  const first = await context.newPage();
  // The page says so where it needs a connection.
  const setUp = `${crowded.url}/isaac/play?with=anyone`;
  const connected = first.waitForEvent('websocket');
  await first.goto(setUp);
  await connected;
  await page.goto(setUp);
  const notice = page.getByText(/^Too many connections from your network\. Trying again in \d+ s\.$/);
  await expect(notice).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const tried = lines.length;
  await expect(notice).toBeHidden();
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(lines).toHaveLength(tried + 1);
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await crowded.close();
});
