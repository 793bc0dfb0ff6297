import type { ModerationEvidence, ModerationList } from '@tablier/protocol';
import { openStore, type Store } from '@tablier/store';
import { ApiClient, newToken, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { expect, onTestFinished, test } from 'vitest';
import { Operator } from '../../src/operator/operator.ts';
import { player, type Player, read, serveMembers } from '../members.ts';
import type { TestServer } from '../running.ts';

const HOUR = 3_600_000;
const REPORTS = '/api/moderation/reports';

/** Uses the database from outside of the server, as the command does. */
async function storeOf({ folder, databaseUrl: url }: TestServer): Promise<Store> {
  const store = await openStore({ folder: `${folder}/data`, url });
  if (!store.ok) throw new Error(store.error.detail);
  onTestFinished(() => store.value.close());
  return store.value;
}

const idOf = async (store: Store, username: string): Promise<string> =>
  (await store.accounts.findPassword(username))?.account ?? '';

const say = ({ client }: Player, table: string, text: string) => client.do({ kind: 'say', table, text });

test('a moderator mutes someone who is reported: their chat is refused with end and reason, everywhere', async () => {
  const server = await serveMembers();
  const { url } = server;
  const store = await storeOf(server);
  const [mod, rude, victim] = [
    await player(url, 'Mo', 'mod'),
    await player(url, 'Rude', 'rude'),
    await player(url, 'Victim', 'victim'),
  ];
  await store.moderators.add(await idOf(store, 'mod'), Date.now());
  const table = await sitDown([victim.client, rude.client], terms('isaac'));
  const { you } = await rude.client.view(table);
  await rude.client.must({ kind: 'say', table, text: 'You play like a cow.' });
  const about = { person: { table, seat: you }, reason: 'chat', text: 'Rude insults me.' };
  expect((await victim.browser.ask('POST', '/api/v1/reports', about)).status).toBe(200);
  const [report] = (await read<ModerationList>(mod, REPORTS)).reports;
  const decide = (decision: object) =>
    mod.browser.ask('POST', `${REPORTS}/${report?.id}`, { action: 'mute', note: ' Be kind. ', ...decision });
  for (const hours of [undefined, 0, 1.5, 721, '2'])
    expect((await decide({ hours })).error, String(hours)).toMatch(/^bad-(decision|request)$/);
  expect((await read<ModerationEvidence>(mod, `${REPORTS}/${report?.id}`)).isOpen).toBe(true);
  const before = Date.now();
  expect((await decide({ hours: 2 })).status).toBe(204);

  const refused = await say(rude, table, 'Moo.');
  if (refused.ok) throw new Error('a muted person could chat');
  const { until = 0, ...error } = refused.error;
  expect(error).toEqual({ name: 'muted', detail: 'Be kind.' });
  expect(until).toBeGreaterThanOrEqual(before + 2 * HOUR);
  expect(until).toBeLessThanOrEqual(Date.now() + 2 * HOUR);
  // As a spectator of another table, from another connection, and by the API.
  const other = await victim.client.must({ kind: 'open', terms: terms('isaac') });
  expect(await say(rude, other.table, 'Moo.')).toMatchObject({ error: { name: 'muted', until } });
  const again = await new TestClient(url, rude.browser.cookie).connect();
  onTestFinished(() => again.leave());
  expect(await again.do({ kind: 'say', table, text: 'Moo.' })).toMatchObject({ error: { name: 'muted' } });
  const { secret } = await newToken(url, rude.browser.cookie, ['play']);
  const answer = await new ApiClient(url, secret).post(`/tables/${table}/chat`, { id: 'a', text: 'Moo.' });
  expect(answer).toMatchObject({ status: 403, json: { error: { name: 'muted', until, detail: 'Be kind.' } } });
  // Others chat on, and the muted person plays on.
  await victim.client.must({ kind: 'say', table, text: 'hello' });
  await rude.client.must({ kind: 'act', table, action: { kind: 'resign' } });

  const evidence = await read<ModerationEvidence>(mod, `${REPORTS}/${report?.id}`);
  expect(evidence).toMatchObject({ isOpen: false, mutedUntil: until });
  expect(evidence.decisions).toMatchObject([{ action: 'mute', by: '@mod', note: 'Be kind.', until }]);
  const own = JSON.parse((await rude.browser.ask('GET', '/api/me/export')).text) as Record<string, unknown>;
  expect(own['mute']).toMatchObject({ until, reason: 'Be kind.' });
  expect(own['reportedBy']).toMatchObject([{ decisions: [{ action: 'mute', note: 'Be kind.', until }] }]);
  expect(JSON.parse((await victim.browser.ask('GET', '/api/me/export')).text)).toMatchObject({ mute: null });
  expect((await rude.browser.ask('DELETE', '/api/me')).status).toBe(204);
  await expect.poll(() => store.mutes.list(Date.now()), { timeout: 30_000 }).toEqual([]);
});

test('a mute ends by itself, can be lifted, and does not change earlier lines', async () => {
  const server = await serveMembers();
  const store = await storeOf(server);
  const operator = new Operator(store);
  const [rude, other] = [await player(server.url, 'Rude', 'rude'), await player(server.url, 'Other')];
  const table = await sitDown([rude.client, other.client], terms('isaac'));
  const id = await idOf(store, 'rude');
  const { secret } = await newToken(server.url, rude.browser.cookie, ['play']);
  const api = new ApiClient(server.url, secret);
  const line = { id: 'line', text: 'hello' };
  const said = await api.post(`/tables/${table}/chat`, line);
  expect(said.status).toBe(200);
  expect(await operator.mute(id, { hours: 1, reason: 'spam', at: Date.now() })).toMatchObject({ ok: true });
  expect((await api.post(`/tables/${table}/chat`, { ...line, id: 'new' })).status).toBe(403);
  // The same command again: it was done.
  expect(await api.post(`/tables/${table}/chat`, line)).toMatchObject({ status: 200, json: said.json });
  expect(await operator.unmute(id)).toEqual({ ok: true, value: null });
  expect(await operator.unmute(id)).toEqual({ ok: false, error: 'not-muted' });
  expect((await say(rude, table, 'back')).ok).toBe(true);
  const soon = Date.now() + 1500;
  expect(await operator.mute(id, { hours: 1, reason: 'spam', at: soon - HOUR })).toEqual({ ok: true, value: soon });
  expect(await say(rude, table, 'too early')).toMatchObject({ error: { name: 'muted', until: soon } });
  await expect.poll(async () => (await say(rude, table, 'again')).ok, { timeout: 10_000 }).toBe(true);
  expect(Date.now()).toBeGreaterThanOrEqual(soon);
  expect(await operator.unmute(id)).toEqual({ ok: false, error: 'not-muted' });
  for (const [hours, reason, error] of [
    [0, 'spam', 'bad-hours'],
    [721, 'spam', 'bad-hours'],
    [Number.NaN, 'spam', 'bad-hours'],
    [1, ' ', 'bad-reason'],
    [1, 'x'.repeat(501), 'bad-reason'],
  ] as const)
    expect(await operator.mute(id, { hours, reason, at: Date.now() })).toEqual({ ok: false, error });
  expect(await operator.mute('n'.repeat(22), { hours: 1, reason: 'x', at: 1 })).toMatchObject({
    error: 'unknown-person',
  });
});
