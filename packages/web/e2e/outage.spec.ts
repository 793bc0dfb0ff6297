import { expect } from '@playwright/test';
import { newGuest, TestClient, terms } from '@tablier/testkit/online';
import { test } from './fixtures.ts';
import { faults, placeByMouse } from './helpers.ts';
import type { ServerProcess } from '@tablier/testkit/servers';
import { ownServer } from './servers.ts';

let server: ServerProcess | undefined;
test.afterEach(() => server?.close());

/** The longest that a client waits before it tries again. Milliseconds. */
const LONGEST_DELAY = 8000;

test('a lasting database outage is reported after a while, and the move is made once afterwards', async ({ page }) => {
  server = await ownServer('outage');
  const grace = await new TestClient(server.url, await newGuest(server.url, 'Grace')).connect();
  const { table } = await grace.must({ kind: 'open', terms: terms('isaac', { chairs: ['open', 'me'] }) });
  await grace.view(table);
  await page.clock.install();
  let refusals = 0;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => (refusals += String(payload).includes('"unavailable"') ? 1 : 0)),
  );
  await page.goto(`${server.url}/t/${table}`);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(page.getByText(/^Your turn: place/)).toBeVisible();
  await server.tell('down');
  await placeByMouse(page);
  const alert = page.getByRole('alert');
  await expect(page.getByText(/^Sending/)).toBeVisible();
  await expect(alert).toHaveCount(0);
  // Each try has its answer before the next: one that is still on its way for this long would be given up.
  await expect(async () => {
    const before = refusals;
    await page.clock.fastForward(LONGEST_DELAY);
    await expect.poll(async () => refusals > before || (await alert.count()) > 0).toBe(true);
    await expect(alert).toContainText('The server cannot save anything at the moment', { timeout: 500 });
  }).toPass();
  expect(await faults(page)).toEqual([]);
  await server.tell('up');
  await page.getByRole('button', { name: 'Try again' }).click();
  await grace.view(table, ({ match }) => match?.plies === 1);
  await expect(alert).toHaveCount(0);
  await grace.leave();
});

test('a fault of the server is reported at once and retried with a button only', async ({ page }) => {
  server = await ownServer('faulty');
  const grace = await new TestClient(server.url, await newGuest(server.url, 'Grace')).connect();
  const { table } = await grace.must({ kind: 'open', terms: terms('isaac') });
  const ida = await new TestClient(server.url, await newGuest(server.url, 'Ida')).connect();
  await ida.must({ kind: 'sit', table, chair: 1 });
  await server.tell('break');
  let asked = 0;
  const addresses: string[] = [];
  page.on('websocket', (socket) => {
    addresses.push(socket.url());
    socket.on('framesent', ({ payload }) => {
      if (String(payload).startsWith('{"kind":"watch"')) asked++;
    });
  });
  await page.goto(`${server.url}/t/${table}`);
  await expect(page.getByRole('alert')).toHaveText(/^Something went wrong on the server/);
  expect(await faults(page)).toEqual([]);
  expect(asked).toBe(1);
  // For a proxy in front of several nodes.
  expect(addresses).toEqual([`${server.url.replace('http', 'ws')}/api/socket?table=${table}`]);
  await server.tell('mend');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: 'Board of Isaac' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(asked).toBe(2);
  for (const client of [grace, ida]) await client.leave();
});
