import { join } from 'node:path';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { join as arrive, terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { startTestServer } from '../running.ts';
import { Browser } from '../accounts/browser.ts';

const DAY = 86_400_000;
const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';

const idOf = ({ cookies }: Browser): string => (cookies.get('tablier_session') ?? '').split('.')[0] ?? '';

test.each(['SQLite', 'PostgreSQL'])('guests without a table go after 30 days on %s, others stay', async (database) => {
  let ahead = 0;
  const url = database === 'SQLite' ? undefined : await makePostgresDatabase();
  const server = await startTestServer(
    { limits: { guests: MANY }, now: () => Date.now() + ahead, paces: { tidy: 200 } },
    url,
  );
  const store = await mustOpen({ folder: join(server.folder, 'data'), url });
  const [gone, kept] = [await Browser.guest(server.url, 'Gone'), await Browser.guest(server.url, 'Kept')];
  const player = await arrive(server.url, 'Player');
  const { table } = await player.must({ kind: 'open', terms: terms('isaac') });
  await player.leave();
  expect((await kept.setPassword(PASSWORD, 'somebody')).status).toBe(204);
  await store.accounts.noteStream(idOf(gone), table, 10);
  ahead = 40 * DAY;
  await expect.poll(() => store.accounts.find(idOf(gone)), { timeout: 40_000 }).toBeNull();
  expect(await store.accounts.streamsOf(idOf(gone))).toEqual([]);
  expect((await new Browser(server.url).signIn('somebody', PASSWORD)).status).toBe(200);
  expect((await kept.ask('GET', '/api/me')).status).toBe(200);
  expect((await store.list('open', 10)).map(({ id }) => id)).toEqual([table]);
  await store.close();
  await server.remove();
});
