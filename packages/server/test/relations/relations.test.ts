import { join as joinPath } from 'node:path';
import type { ClubView, OwnRelations, PersonAt, RelationName, TableTerms } from '@tablier/protocol';
import { openStore } from '@tablier/store';
import { paired, terms } from '@tablier/testkit/online';
import { expect, onTestFinished, test } from 'vitest';
import { Operator } from '../../src/operator/operator.ts';
import { members, pairedTable, player, type Player, playShortly, read, serveMembers, tableOf } from '../members.ts';
import type { TestServer } from '../running.ts';

interface Scene {
  readonly server: TestServer;
  readonly ada: Player;
  readonly grace: Player;
}

/** Two members with profiles, because they have played a rated game. */
async function acquainted(): Promise<Scene> {
  const server = await serveMembers();
  const [ada, grace] = await members(server.url);
  if (ada === undefined || grace === undefined) throw new Error('no players');
  await playShortly(await pairedTable([ada, grace]), [ada, grace]);
  await expect.poll(async () => (await ada.browser.ask('GET', '/api/v1/people/grace.h')).status).toBe(200);
  return { server, ada, grace };
}

/** Uses the database from outside of the server, as the command does. */
async function operatorOf({ folder, databaseUrl: url }: TestServer) {
  const store = await openStore({ folder: joinPath(folder, 'data'), url });
  if (!store.ok) throw new Error(store.error.detail);
  onTestFinished(() => store.value.close());
  return { store: store.value, operator: new Operator(store.value) };
}

const challenge = (username: string): Partial<TableTerms> => ({ chairs: ['me', { username }] });
const openFor = (username: string) => ({ kind: 'open', terms: terms('isaac', challenge(username)) }) as const;
const own = (person: Player) => read<OwnRelations>(person, '/api/v1/me/relations');

async function choose({ browser }: Player, kind: RelationName, person: PersonAt): Promise<string> {
  const { status, text } = await browser.ask('POST', '/api/v1/me/relations', { kind, person });
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { readonly id: string }).id;
}

const contact = (person: Player, challenges: string) =>
  person.browser.ask('PUT', '/api/me/contact', { challenges, presence: true });

test('a challenge by username reserves a chair, and who declines is named to the challenger', async () => {
  const { ada, grace } = await acquainted();
  grace.client.core.followOwn();
  const { table } = await ada.client.must(openFor('Grace.H'));
  await grace.client.until(() => grace.client.core.own.has(table));
  expect(grace.client.core.own.get(table)).toMatchObject({ invited: 1, host: 0, chairs: [{ name: 'Ada' }, {}] });
  await grace.client.must({ kind: 'decline', table });
  const view = await ada.client.view(table, ({ chairs }) => chairs[1]?.kind === 'open');
  expect(view.chairs[1]).toEqual({ kind: 'open', declined: 'Grace' });
  const accepted = (await ada.client.must(openFor('grace.h'))).table;
  await grace.client.must({ kind: 'sit', table: accepted, chair: 1 });
  expect((await ada.client.view(accepted, ({ phase }) => phase === 'playing')).chairs[1]).toMatchObject({
    name: 'Grace',
  });
});

test('blocking withdraws the open challenges between the two, and no others', async () => {
  const { ada, grace } = await acquainted();
  const own = (await ada.client.must(openFor('grace.h'))).table;
  const theirs = (await grace.client.must(openFor('ada'))).table;
  const wide = { kind: 'open', terms: terms('masker', { chairs: ['me', { username: 'grace.h' }, 'open'] }) } as const;
  const third = (await ada.client.must(wide)).table;
  const unrelated = (await ada.client.must({ kind: 'open', terms: terms('isaac', { chairs: ['me', 'open'] }) })).table;
  const { client: guest } = await player(ada.browser.url, 'Third', 'third');
  await guest.must({ kind: 'sit', table: third, chair: 2 });
  await choose(ada, 'block', { username: 'grace.h' });
  for (const table of [own, theirs]) await ada.client.view(table, ({ phase }) => phase === 'closed');
  const view = await ada.client.view(third, ({ chairs }) => chairs[1]?.kind === 'open');
  expect(view).toMatchObject({ phase: 'waiting', chairs: [{ name: 'Ada' }, {}, { name: 'Third' }] });
  expect((await ada.client.view(unrelated)).phase).toBe('waiting');
});

test('a challenge needs a profile, and the consent of its owner', async () => {
  const { server, ada, grace } = await acquainted();
  const newcomer = await player(server.url, 'Newcomer', 'newcomer');
  await newcomer.browser.ask('PUT', '/api/me/profile', { ratings: false, games: false });
  // It shows nothing, and can be challenged.
  await ada.client.must(openFor('newcomer'));
  for (const name of ['no-one', 'x'.repeat(64)]) expect(await ada.client.refusal(openFor(name))).toBe('unknown-player');
  expect(await ada.client.refusal(openFor('ada'))).toBe('already-seated');
  expect((await contact(grace, 'none')).status).toBe(204);
  expect(await ada.client.refusal(openFor('grace.h'))).toBe('no-contact');
  await contact(grace, 'followed');
  expect(await ada.client.refusal(openFor('grace.h'))).toBe('no-contact');
  await choose(grace, 'follow', { username: 'ada' });
  await ada.client.must(openFor('grace.h'));
  await contact(grace, 'everyone');
  await choose(grace, 'block', { username: 'ada' });
  expect(await ada.client.refusal(openFor('grace.h'))).toBe('no-contact');
  expect(await grace.client.refusal(openFor('ada'))).toBe('no-contact');
});

test('who is followed is shown with their presence and public games, and no id of a person leaves the server', async () => {
  const { ada, grace, server } = await acquainted();
  await choose(ada, 'follow', { username: 'grace.h' });
  const { browser } = ada;
  expect(
    (await browser.ask('POST', '/api/v1/me/relations', { kind: 'follow', person: { username: 'ada' } })).error,
  ).toBe('yourself');
  expect((await browser.ask('POST', '/api/v1/me/relations', { kind: 'follow', person: { username: 'x' } })).error).toBe(
    'unknown-person',
  );
  const guest = await player(server.url, 'Guest');
  const refused = await guest.browser.ask('POST', '/api/v1/me/relations', {
    kind: 'follow',
    person: { username: 'ada' },
  });
  expect(refused.error).toBe('no-account');
  expect((await own(ada)).followed).toMatchObject([{ name: 'Grace', username: 'grace.h', here: true, tables: [] }]);
  const table = await tableOf(grace, guest, { visibility: 'open', seating: 'chosen' });
  await grace.client.view(table, ({ phase }) => phase === 'playing');
  await expect.poll(async () => (await own(ada)).followed[0]?.tables).toEqual([{ id: table }]);
  const { operator } = await operatorOf(server);
  const text = (await browser.ask('GET', '/api/v1/me/relations')).text;
  for (const { id } of await operator.find('Grace')) expect(text).not.toContain(id);
  await grace.browser.ask('PUT', '/api/me/contact', { challenges: 'everyone', presence: false });
  expect((await own(ada)).followed).toMatchObject([{ here: false, tables: [] }]);
  await grace.browser.ask('PUT', '/api/me/contact', { challenges: 'everyone', presence: true });
  await choose(grace, 'block', { username: 'ada' });
  expect((await own(ada)).followed).toMatchObject([{ here: false, tables: [] }]);
  await browser.ask('DELETE', `/api/v1/me/relations/${(await own(ada)).followed[0]?.id ?? ''}`);
  expect((await own(ada)).followed).toEqual([]);
});

test('a club shows its members which of them are here, except who hides it or has blocked the reader', async () => {
  const { ada, grace, server } = await acquainted();
  const club = { id: 'the-woods', name: 'The Woods', about: '', isListed: true };
  await grace.browser.ask('POST', '/api/clubs', club);
  const view = (person: Player) => read<ClubView>(person, '/api/clubs/the-woods');
  const here = async (person: Player) => (await view(person)).people.filter((one) => one.here).map(({ name }) => name);
  // Who is no member is not told.
  expect(await here(ada)).toEqual([]);
  const { code } = (await view(grace)).you;
  expect((await ada.browser.ask('POST', '/api/clubs/the-woods/join', { code })).status).toBe(200);
  expect(await here(ada)).toEqual(['Grace', 'Ada']);
  await grace.browser.ask('PUT', '/api/me/contact', { challenges: 'everyone', presence: false });
  expect(await here(ada)).toEqual(['Ada']);
  expect((await view(ada)).people.map(({ name }) => name)).toEqual(['Ada', 'Grace']);
  await grace.browser.ask('PUT', '/api/me/contact', { challenges: 'everyone', presence: true });
  await choose(grace, 'block', { username: 'ada' });
  expect(await here(ada)).toEqual(['Ada']);
  const visitor = await player(server.url, 'Guest');
  expect(await here(visitor)).toEqual([]);
});

test('chat of the blocked and muted is not sent, at once and after a reconnection', async () => {
  const { ada, grace } = await acquainted();
  const table = await tableOf(ada, grace, { seating: 'chosen' });
  const heard = () => ada.client.core.tables.get(table)?.chat.players.map(({ text }) => text);
  await ada.client.view(table, ({ phase }) => phase === 'playing');
  await grace.client.must({ kind: 'say', table, text: 'one' });
  await expect.poll(heard).toEqual(['one']);
  const id = await choose(ada, 'mute', { table, room: 'players', line: 1 });
  await grace.client.must({ kind: 'say', table, text: 'two' });
  await ada.client.must({ kind: 'say', table, text: 'mine' });
  await expect.poll(heard).toEqual(['one', 'mine']);
  await ada.browser.ask('DELETE', `/api/v1/me/relations/${id}`);
  await grace.client.must({ kind: 'say', table, text: 'three' });
  await expect.poll(heard).toEqual(['one', 'mine', 'three']);
  await choose(ada, 'block', { table, seat: 1 });
  const again = await ada.browser.connect();
  onTestFinished(() => again.leave());
  await again.view(table);
  await ada.client.must({ kind: 'say', table, text: 'last' });
  await expect.poll(() => again.core.tables.get(table)?.chat.players.map(({ text }) => text)).toEqual(['mine', 'last']);
});

test('the blocked are not paired with each other, and do not sit down together', async () => {
  const { server, ada, grace } = await acquainted();
  await choose(ada, 'block', { username: 'grace.h' });
  const open = { kind: 'open', terms: terms('isaac', { chairs: ['me', 'open'], visibility: 'open' }) } as const;
  const { table } = await ada.client.must(open);
  expect(await grace.client.refusal({ kind: 'sit', table, chair: 1 })).toBe('no-contact');
  const seek = { kind: 'seek', game: 'nasca', pace: 'calm' } as const;
  const [own1, own2] = [(await ada.client.must(seek)).table, (await grace.client.must(seek)).table];
  expect(own1).not.toBe(own2);
  const eve = await player(server.url, 'Eve');
  expect([own1, own2]).toContain(await paired(eve.client, seek));
});

test('a report reaches the operator with its evidence; a warning reaches the person; a ban is logged', async () => {
  const { server, ada, grace } = await acquainted();
  const table = await tableOf(ada, grace, { seating: 'chosen' });
  await ada.client.view(table, ({ phase }) => phase === 'playing');
  await grace.client.must({ kind: 'say', table, text: 'you fool' });
  const report = (reason: string, text: string) =>
    ada.browser.ask('POST', '/api/v1/reports', { person: { table, seat: 1 }, reason, text });
  expect((await report('other', ' ')).error).toBe('bad-report');
  expect((await report('no-such', 'x')).error).toBe('bad-request');
  expect((await report('chat', 'rude in chat')).status).toBe(200);
  const { store, operator } = await operatorOf(server);
  const [listed] = await store.reports.list('open', 10);
  const evidence = await operator.reports.evidence(listed?.id ?? '');
  expect(evidence).toMatchObject({
    report: { reason: 'chat', words: 'rude in chat', table },
    subject: { name: 'Grace' },
    author: { name: 'Ada' },
    earlier: [],
    table: { game: 'isaac', chat: [{ room: 'players', text: 'you fool', isSubject: true }] },
  });
  expect(evidence?.table?.events.map((event) => event.kind)).toContain('began');
  const id = listed?.id ?? '';
  expect(await operator.reports.act(id, { action: 'warn', by: { operator: 'kim' }, note: 'Be kind.', at: 5 })).toBe(
    'done',
  );
  expect((await own(grace)).warnings).toEqual([{ reason: 'chat', note: 'Be kind.', at: 5 }]);
  await grace.browser.ask('DELETE', '/api/me/warnings');
  expect((await own(grace)).warnings).toEqual([]);
  expect(await operator.reports.act(id, { action: 'ban', by: { operator: 'kim' }, note: 'Again.', at: 6 })).toBe(
    'done',
  );
  await expect.poll(() => grace.client.closedWith).not.toBeNull();
  expect((await operator.reports.evidence(id))?.report.actions.map(({ action }) => action)).toEqual(['warn', 'ban']);
  for (let more = 1; more < 10; more++) expect((await report('chat', '')).status).toBe(200);
  expect((await report('chat', '')).error).toBe('reports-full');
});

test('an export has what a person chose, reported and missed; a deletion removes it', async () => {
  const { server, ada, grace } = await acquainted();
  await choose(ada, 'follow', { username: 'grace.h' });
  const person = { username: 'grace.h' };
  await ada.browser.ask('POST', '/api/v1/reports', { person, reason: 'other', text: 'a story' });
  const exported = await read<Record<string, unknown>>(ada, '/api/me/export');
  expect(exported).toMatchObject({
    contact: { challenges: 'everyone', presence: true },
    relations: [{ kind: 'follow', name: 'Grace', username: 'grace.h' }],
    reported: [{ reason: 'other', words: 'a story', table: null }],
    reportedBy: [],
    absences: [],
  });
  const { store, operator } = await operatorOf(server);
  const id = (await store.reports.list('open', 10))[0]?.id ?? '';
  await operator.reports.act(id, { action: 'dismiss', by: { operator: 'kim' }, note: '', at: 7 });
  const theirs = await read<{ readonly reportedBy: unknown }>(grace, '/api/me/export');
  expect(theirs.reportedBy).toMatchObject([{ reason: 'other', decisions: [{ action: 'dismiss' }] }]);
  expect(JSON.stringify(theirs)).not.toContain('a story');
});
