import type { ModerationEvidence, ModerationList } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { terms } from '@tablier/testkit/online';
import { expect, onTestFinished, test } from 'vitest';
import { player, type Player, read, serveMembers } from '../members.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { storeOf } from './scene.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const REPORTS = '/api/moderation/reports';

interface Scene {
  readonly server: TestServer;
  readonly store: Store;
  readonly mod: Player;
  readonly rude: Player;
  readonly victim: Player;
  readonly table: string;
}

/** Someone rude at a table, someone who reports them, and a moderator. */
async function scene(): Promise<Scene> {
  const server = await serveMembers();
  const { url } = server;
  const [mod, rude, victim] = [
    await player(url, 'Mo', 'mod'),
    await player(url, 'Rude', 'rude'),
    await player(url, 'Victim', 'victim'),
  ];
  const { table } = await victim.client.must({ kind: 'open', terms: terms('isaac') });
  await rude.client.must({ kind: 'sit', table, chair: 1 });
  await rude.client.must({ kind: 'say', table, text: 'You play like a cow.' });
  const store = await storeOf(server);
  const found = await store.accounts.findPassword('mod');
  expect(await store.moderators.add(found?.account ?? '', Date.now())).toBe('added');
  expect(await read(mod, '/api/me')).toMatchObject({ isModerator: true });
  expect(await read(rude, '/api/me')).toMatchObject({ isModerator: false });
  return { server, store, mod, rude, victim, table };
}

async function report({ browser }: Player, table: string, seat: number, text: string): Promise<void> {
  const { status, text: answer } = await browser.ask('POST', '/api/v1/reports', {
    person: { table, seat },
    reason: 'chat',
    text,
  });
  expect(status, answer).toBe(200);
}

const open = (mod: Player, query = ''): Promise<ModerationList> => read<ModerationList>(mod, `${REPORTS}${query}`);
const decide = ({ browser }: Player, id: string, decision: object) =>
  browser.ask('POST', `${REPORTS}/${id}`, { note: 'because', ...decision });

test('a moderator sees reports with their evidence, not who made them, and each decision is recorded', async () => {
  const { store, mod, rude, victim, table } = await scene();
  await report(victim, table, await seatOf(rude, table), 'Rufus insults me.');
  const { reports } = await open(mod);
  expect(reports).toMatchObject([{ reason: 'chat', name: 'Rude', username: 'rude', isOpen: true, decisions: [] }]);
  const id = reports[0]?.id ?? '';
  const evidence = await read<ModerationEvidence>(mod, `${REPORTS}/${id}`);
  expect(evidence).toMatchObject({ words: 'Rufus insults me.', isOwn: false, absences: { absent: 0 }, earlier: [] });
  expect(evidence.table).toMatchObject({ id: table, game: 'isaac', ended: null });
  expect(evidence.table?.chat).toMatchObject([{ text: 'You play like a cow.', name: 'Rude', isSubject: true }]);
  // Only the table shows who the victim is: nothing says that they reported.
  const told = JSON.stringify({ ...evidence, table: null });
  expect(told.toLowerCase()).not.toContain('victim');
  const author = (await store.accounts.findPassword('victim'))?.account ?? '';
  expect(author).toHaveLength(22);
  expect(told).not.toContain(author);
  expect(JSON.stringify(reports)).not.toContain(author);
  // Before a decision the reported person learns nothing.
  expect(JSON.parse((await rude.browser.ask('GET', '/api/me/export')).text)).toMatchObject({ reportedBy: [] });
  expect((await decide(mod, id, { action: 'rename' })).error).toBe('bad-name');
  expect((await decide(mod, id, { action: 'warn', note: '  ' })).error).toBe('bad-request');
  expect((await decide(mod, id, { action: 'shoot' })).error).toBe('bad-request');
  expect((await decide(mod, id, { action: 'warn', note: 'Be kind.' })).status).toBe(204);
  expect((await decide(mod, id, { action: 'rename', name: 'Kind' })).status).toBe(204);
  expect((await open(mod)).reports).toEqual([]);
  const closed = (await open(mod, '?status=closed')).reports;
  expect(closed[0]).toMatchObject({ name: 'Kind', isOpen: false });
  expect(closed[0]?.decisions).toMatchObject([
    { action: 'warn', by: '@mod', note: 'Be kind.' },
    { action: 'rename', by: '@mod', note: 'because' },
  ]);
  const warned = JSON.parse((await rude.browser.ask('GET', '/api/v1/me/relations')).text) as { warnings: object[] };
  expect(warned.warnings).toMatchObject([{ note: 'Be kind.' }]);
  const own = (await rude.browser.ask('GET', '/api/me/export')).text;
  expect(own).toContain('Be kind.');
  expect(own).not.toContain('Rufus insults me.');
  expect(own).not.toContain('@mod');
  expect((await decide(mod, id, { action: 'ban' })).status).toBe(204);
  await expect.poll(() => rude.client.closedWith).not.toBeNull();
});

test('a report about a table that cannot be read is shown without the table, and can be decided', async () => {
  const { store, mod, rude, victim, table } = await scene();
  await report(victim, table, await seatOf(rude, table), 'Rufus insults me.');
  const id = (await open(mod)).reports[0]?.id ?? '';
  const events = await store.read(table, 1);
  const damaged = [{ at: 0, kind: 'moved', data: { seat: 'none' } }];
  expect(await store.append(table, events.length, damaged)).toMatchObject({ name: 'appended' });
  const evidence = await read<ModerationEvidence>(mod, `${REPORTS}/${id}`);
  expect(evidence).toMatchObject({ words: 'Rufus insults me.', table: null });
  expect((await decide(mod, id, { action: 'warn', note: 'Be kind.' })).status).toBe(204);
});

test('a damaged entry about lost connections hides no others', async () => {
  const { store, mod, rude, victim, table } = await scene();
  await report(victim, table, await seatOf(rude, table), 'Rufus insults me.');
  const [listed] = (await open(mod)).reports;
  const found = await store.reports.find(listed?.id ?? '');
  if (found === null) throw new Error('no report');
  const id = 'd'.repeat(22);
  const evidence = { losses: [{ since: 'yesterday' }, { since: 1, until: null }] };
  const copy = { ...found, id, author: found.author ?? '', evidence };
  expect(await store.reports.add(copy, { since: 0, most: 9 })).toBe('added');
  expect((await read<ModerationEvidence>(mod, `${REPORTS}/${id}`)).losses).toEqual([{ since: 1, until: null }]);
});

test('a moderator renames and cancels a reported tournament, with a reason that is recorded', async () => {
  const { mod, rude, victim, table } = await scene();
  const id = await tournamentOf(rude, 'A rude word');
  const about = { person: { tournament: id }, reason: 'name', text: '' };
  expect((await rude.browser.ask('POST', '/api/v1/reports', about)).error).toBe('yourself');
  const none = { ...about, person: { tournament: 'x'.repeat(22) } };
  expect((await victim.browser.ask('POST', '/api/v1/reports', none)).error).toBe('unknown-person');
  expect((await victim.browser.ask('POST', '/api/v1/reports', about)).status).toBe(200);
  const [listed] = (await open(mod)).reports;
  expect(listed).toMatchObject({
    reason: 'name',
    username: 'rude',
    isTournament: true,
    tournamentName: 'A rude word',
  });
  const path = `${REPORTS}/${listed?.id ?? ''}`;
  const shown = { id, name: 'A rude word', game: 'isaac', status: 'open' };
  expect((await read<ModerationEvidence>(mod, path)).tournament).toEqual(shown);

  const rename = { action: 'rename-tournament' };
  expect((await decide(mod, listed?.id ?? '', { ...rename, name: ' ' })).error).toBe('bad-name');
  expect((await decide(mod, listed?.id ?? '', { ...rename, name: 'x'.repeat(61) })).error).toBe('bad-name');
  expect((await decide(mod, listed?.id ?? '', { ...rename, name: 'Spring', note: ' ' })).error).toBe('bad-request');
  expect((await read<ModerationEvidence>(mod, path)).decisions).toEqual([]);
  expect((await decide(mod, listed?.id ?? '', { ...rename, name: 'Spring' })).status).toBe(204);
  expect(await read(victim, `/api/v1/tournaments/${id}`)).toMatchObject({ name: 'Spring', status: 'open' });
  const cancel = { action: 'cancel-tournament', note: 'no prizes' };
  expect((await decide(mod, listed?.id ?? '', cancel)).status).toBe(204);
  expect(await read(victim, `/api/v1/tournaments/${id}`)).toMatchObject({ name: 'Spring', status: 'cancelled' });
  expect((await decide(mod, listed?.id ?? '', cancel)).error).toBe('tournament-closed');
  expect((await read<ModerationEvidence>(mod, path)).decisions).toMatchObject([
    { action: 'rename-tournament', by: '@mod', note: 'because' },
    { action: 'cancel-tournament', by: '@mod', note: 'no prizes' },
  ]);
  // The organiser reads both, and on the page of the tournament the newest. Others do not.
  const named = { id, name: 'Spring' };
  const told = JSON.parse((await rude.browser.ask('GET', '/api/v1/me/relations')).text) as { warnings: object[] };
  expect(told.warnings).toMatchObject([
    { note: 'because', tournament: { ...named, decision: 'rename-tournament' } },
    { note: 'no prizes', tournament: { ...named, decision: 'cancel-tournament' } },
  ]);
  expect(await read(rude, `/api/v1/tournaments/${id}`)).toMatchObject({ you: { decision: cancel } });
  expect(await read(victim, `/api/v1/tournaments/${id}`)).not.toHaveProperty('you.decision');
  await rude.browser.ask('DELETE', '/api/me/warnings');
  expect((await rude.browser.ask('GET', '/api/v1/me/relations')).text).toContain('"warnings":[]');
  const own = JSON.parse((await rude.browser.ask('GET', '/api/me/export')).text) as object;
  expect(own).toMatchObject({ reportedBy: [{ tournament: id, table: null, reason: 'name' }] });
  const made = JSON.parse((await victim.browser.ask('GET', '/api/me/export')).text) as object;
  expect(made).toMatchObject({ reported: [{ tournament: id, reason: 'name' }] });

  // A report about a person says nothing about a tournament.
  await report(victim, table, await seatOf(rude, table), 'rude');
  const person = (await open(mod)).reports[0]?.id ?? '';
  expect((await read<ModerationEvidence>(mod, `${REPORTS}/${person}`)).tournament).toBeNull();
  for (const decision of [{ ...rename, name: 'Autumn' }, cancel])
    expect((await decide(mod, person, decision)).error).toBe('bad-decision');
});

test('only moderators get in, and none decides about themselves or their own report', async () => {
  const { store, mod, rude, victim, table } = await scene();
  await report(victim, table, await seatOf(rude, table), 'rude');
  const id = (await open(mod)).reports[0]?.id ?? '';
  for (const each of [rude, victim]) {
    expect((await each.browser.ask('GET', REPORTS)).error).toBe('not-moderator');
    expect((await each.browser.ask('GET', `${REPORTS}/${id}`)).error).toBe('not-moderator');
    expect((await decide(each, id, { action: 'dismiss' })).error).toBe('not-moderator');
  }
  const made = await mod.browser.ask('POST', '/api/me/tokens', { label: 'x', scopes: ['read', 'play'], days: 1 });
  const authorization = `Bearer ${(JSON.parse(made.text) as { secret: string }).secret}`;
  const byToken = await fetch(`${mod.browser.url}${REPORTS}`, { headers: { authorization } });
  expect(byToken.status).toBe(401);
  // Rude becomes a moderator, and sees nothing about themselves.
  await store.moderators.add((await store.accounts.findPassword('rude'))?.account ?? '', Date.now());
  expect((await open(rude)).reports).toEqual([]);
  expect((await rude.browser.ask('GET', `${REPORTS}/${id}`)).error).toBe('not-found');
  expect((await decide(rude, id, { action: 'dismiss' })).error).toBe('not-found');
  await store.moderators.add((await store.accounts.findPassword('victim'))?.account ?? '', Date.now());
  expect((await decide(victim, id, { action: 'ban' })).error).toBe('own-report');
  expect((await store.reports.find(id))?.isOpen).toBe(true);
  await store.moderators.remove((await store.accounts.findPassword('mod'))?.account ?? '');
  expect((await mod.browser.ask('GET', REPORTS)).error).toBe('not-moderator');
});

test('the list comes in pages, each report once', async () => {
  const { mod, rude, victim, table } = await scene();
  const seat = await seatOf(rude, table);
  for (let number = 0; number < 5; number++) await report(victim, table, seat, `number ${number}`);
  const ids: string[] = [];
  let next: string | null = null;
  do {
    const page: ModerationList = await open(mod, `?limit=2${next === null ? '' : `&before=${next}`}`);
    ids.push(...page.reports.map(({ id }) => id));
    ({ next } = page);
  } while (next !== null);
  expect(new Set(ids).size).toBe(5);
  expect(ids).toHaveLength(5);
  expect((await mod.browser.ask('GET', `${REPORTS}?before=x`)).error).toBe('bad-request');
  expect((await mod.browser.ask('GET', `${REPORTS}?limit=0`)).error).toBe('bad-request');
});

test('a moderator reads and decides within the limits of everyone', async () => {
  const limits = { guests: MANY, lines: MANY, lookups: { burst: 2, perSecond: 1e-9 } };
  const server = await startTestServer({ limits });
  onTestFinished(() => server.remove());
  const store = await storeOf(server);
  const mod = await player(server.url, 'Mo', 'mod');
  await store.moderators.add((await store.accounts.findPassword('mod'))?.account ?? '', Date.now());
  const asked = async () => (await mod.browser.ask('GET', REPORTS)).error ?? 'answered';
  expect([await asked(), await asked(), await asked()]).toEqual(['answered', 'answered', 'too-many']);
});

/** A new tournament of a member. */
async function tournamentOf({ browser }: Player, name: string): Promise<string> {
  const clock = { system: 'fischer', base: 300, increment: 3 };
  const rules = { game: 'isaac', options: {}, seats: 2, clock, kind: 'swiss', rounds: 2 };
  const tournament = { ...rules, name, visibility: 'open', bots: false, rated: false };
  const { status, text } = await browser.ask('POST', '/api/v1/tournaments', { id: 'first', terms: tournament });
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { readonly tournament: string }).tournament;
}

/** Where someone sits once the match has begun. */
const seatOf = async ({ client }: Player, table: string): Promise<number> =>
  (await client.view(table, ({ phase }) => phase === 'playing')).you ?? -1;
