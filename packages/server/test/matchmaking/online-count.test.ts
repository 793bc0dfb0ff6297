import { makePostgresDatabase } from '@tablier/testkit';
import { afterEach, expect, test } from 'vitest';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';

const paces = { online: 50, lobby: 20 };

let server: TestServer | undefined;
afterEach(async () => {
  await server?.remove();
  server = undefined;
});

test('the lobby has the number of people connected to all nodes, each once', async () => {
  server = await startTestServer({ paces }, await makePostgresDatabase());
  const second = await server.again();
  const [ada, bob, eve] = [
    await Browser.guest(server.url, 'Ada'),
    await Browser.guest(server.url, 'Bob'),
    await Browser.guest(second.url, 'Eve'),
  ];
  const clients = [await ada.connect(), await ada.connect(), await bob.connect(), await eve.connect()];
  const watcher = clients[0];
  if (watcher === undefined) throw new Error('no client');
  watcher.core.enterLobby();
  await expect.poll(() => watcher.core.people).toBe(3);
  await clients[2]?.leave();
  await expect.poll(() => watcher.core.people).toBe(2);
  watcher.core.leaveLobby();
  expect(watcher.core.people).toBeNull();
  for (const client of clients) await client.leave();
  await second.close();
});
