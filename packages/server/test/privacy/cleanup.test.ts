import { join } from 'node:path';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { join as arrive, sitDown, terms } from '@tablier/testkit/online';
import type { Store } from '@tablier/store';
import { expect, test } from 'vitest';
import { startTestServer } from '../running.ts';
import { Browser } from '../accounts/browser.ts';

const DAY = 86_400_000;
const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';

const idOf = ({ cookies }: Browser): string => (cookies.get('tablier_session') ?? '').split('.')[0] ?? '';

test('tables that were closed before a match go after 30 days with their chat, others stay', async () => {
  const server = await startTestServer({ limits: { guests: MANY }, paces: { tidy: 200 } });
  const [ada, basil] = [await arrive(server.url, 'Ada'), await arrive(server.url, 'Basil')];
  const { table: closed } = await ada.must({ kind: 'open', terms: terms('isaac') });
  const { table: sought } = await ada.must({ kind: 'seek', game: 'isaac', pace: 'quick' });
  const { table: waiting } = await ada.must({ kind: 'open', terms: terms('isaac') });
  const played = await sitDown([ada, basil], terms('isaac'));
  for (const table of [closed, waiting, played]) {
    await basil.must({ kind: 'say', table, text: 'hello' });
    await ada.must({ kind: 'say', table, text: 'hello' });
  }
  await ada.must({ kind: 'stand', table: closed });
  // On a busy machine this may come after the seek has ended, because no one watches its table.
  expect([null, 'table-closed']).toContain(await ada.refusal({ kind: 'stand', table: sought }));
  await ada.act(played, { kind: 'resign' });
  await basil.view(played, ({ phase }) => phase === 'over');
  await Promise.all([ada, basil].map((client) => client.leave()));
  await server.close();
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  const there = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((id) => store.head(id)))).filter((head) => head !== undefined).length;
  const logs = [closed, waiting].flatMap((id) => [id, `${id}-players`, `${id}-spectators`]).concat(sought);
  const kept = [played, `${played}-players`];
  // At the start the waiting table has expired, so it is closed.
  const soon = await server.again({ now: () => Date.now() + 29 * DAY });
  await expect.poll(() => store.list('closed', 10)).toHaveLength(3);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await soon.close();
  expect(await there(logs)).toBe(logs.length);
  const later = await server.again({ now: () => Date.now() + 31 * DAY });
  await expect.poll(() => there(logs)).toBe(0);
  const again = await arrive(later.url, 'Ada');
  await again.must({ kind: 'seek', game: 'isaac', pace: 'quick' });
  await again.leave();
  await later.close();
  expect(await there(kept)).toBe(kept.length);
  await store.close();
  await server.remove();
});

/** Stores for an account what soon expires; returns which of it is gone. */
async function leaveTraces(store: Store, account: string): Promise<() => Promise<Record<string, boolean>>> {
  const { accounts, mutes, notifications, passwordResets } = store;
  const at = Date.now();
  const session = (await accounts.find(account))?.sessions[0]?.id ?? '';
  const spent = { challenge: 'once', expiresAt: at + DAY };
  let passkeys = 0;
  /** Answers the same challenge again: it is accepted once, as long as it is remembered. */
  const answer = async (): Promise<boolean> => {
    const replaces = (await accounts.findSession(session))?.secretHash ?? '';
    const passkey = { id: `passkey-${passkeys++}`, key: 'key', counter: 0, transports: [], agent: '', addedAt: at };
    const renewal = { at, replaces, secretHash: replaces };
    return (await accounts.addPasskey({ account, session }, passkey, { renewal, spent, most: 9 })).ok;
  };
  expect([await answer(), await answer()]).toEqual([true, false]);
  let isAnsweredAgain = false;
  expect(await mutes.set(account, { until: at + DAY, reason: 'spam', at })).toBe(true);
  await notifications.setEmail(account, { address: 'kept@club.example', at });
  const reset = { tokenHash: 'hash', createdAt: at, expiresAt: at + DAY };
  expect((await passwordResets.begin(account, null, reset)).ok).toBe(true);
  await notifications.recordSent(account, 'turn', at);
  return async () => ({
    mute: (await mutes.of(account, at)) === null,
    link: (await passwordResets.find(account)) === null,
    sent: !(await notifications.sent(account, 'turn', 0)).isKnown,
    address: (await notifications.targetsOf(account)).email === null,
    challenge: (isAnsweredAgain ||= await answer()),
  });
}

test('guests without a table are deleted after 30 days with all that has expired, others stay', async () => {
  let ahead = 0;
  const url = await makePostgresDatabase();
  const server = await startTestServer(
    { limits: { guests: MANY }, now: () => Date.now() + ahead, paces: { tidy: 200 } },
    url,
  );
  const store = await mustOpen({ folder: join(server.folder, 'data'), url });
  const [gone, kept] = [await Browser.guest(server.url, 'Gone'), await Browser.guest(server.url, 'Kept')];
  const player = await arrive(server.url, 'Player');
  const { table } = await player.must({ kind: 'open', terms: terms('isaac') });
  await player.leave();
  expect((await kept.setPassword(PASSWORD, 'kept')).status).toBe(204);
  await store.accounts.noteStream(idOf(gone), table, 10);
  const isForgotten = await leaveTraces(store, idOf(kept));
  ahead = 40 * DAY;
  await expect.poll(() => store.accounts.find(idOf(gone))).toBeNull();
  expect(await store.accounts.streamsOf(idOf(gone))).toEqual([]);
  await expect.poll(isForgotten).toEqual({ mute: true, link: true, sent: true, address: true, challenge: true });
  expect((await new Browser(server.url).signIn('kept', PASSWORD)).status).toBe(200);
  expect((await kept.ask('GET', '/api/me')).status).toBe(200);
  expect((await store.list('open', 10)).map(({ id }) => id)).toEqual([table]);
  await store.close();
  await server.remove();
});
