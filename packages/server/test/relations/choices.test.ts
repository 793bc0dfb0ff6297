import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_REPORT, MAX_REPORTS, type NewReportTerms, type TableTerms } from '@tablier/protocol';
import { type Listing, StoreUnavailable } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPersonalDataIndex } from '../../src/accounts/people.ts';
import { systemChance } from '../../src/lib/context.ts';
import { Relations } from '../../src/relations/relations.ts';
import { phaseOf } from '../../src/tables/state/table-state.ts';
import { addGuest, addMember, addRated, AT, storeOfFile } from '../a-store.ts';
import { type RunningRooms, startRooms } from '../tables/real-rooms.ts';

const DAY = 86_400_000;
const home = storeOfFile();
const here = new Set<string>();
const person = (id: string, guest = false) => ({ id, name: id, guest });
const [PLAYER, WATCHER] = ['player-with-22-letters', 'watcher-of-22-letters-'];
const OTHERS = Array.from({ length: 500 }, (_, index) => `other-${index}`);
let now = AT;
let keys = 0;
let running: RunningRooms;
let relations: Relations;

beforeAll(async () => {
  const { store } = home;
  for (const name of ['Ada', 'Bob', 'Cleo', 'Dan', 'Fay']) await addMember(store, name);
  await addMember(store, 'Mail', 'mail@club.example');
  await Promise.all(['Guest', PLAYER, WATCHER, ...OTHERS].map((name) => addGuest(store, name)));
  for (const other of ['bob', 'cleo', 'dan', 'fay', 'mail']) await addRated(store, `ada-${other}`, ['ada', other]);
  running = await startRooms(store, () => now);
  const deps = { ...running, store, personalDataIndex: createPersonalDataIndex(store.accounts), chance: systemChance };
  relations = new Relations({ ...deps, presence: { isHere: (id) => here.has(id) }, now: () => now });
});
beforeEach(async () => {
  for (const id of ['ada', 'bob', 'cleo', 'dan', 'guest'])
    for (const each of await home.store.relations.of(id)) await home.store.relations.remove(id, each.id);
});
afterAll(() => running.close());

const TERMS: TableTerms = {
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'chosen',
  chairs: ['me', 'open'],
};

/** A table of a person. */
async function open(id: string, changes: Partial<TableTerms> = {}): Promise<string> {
  const opened = await running.rooms.opener.open(person(id), `${id}_key-${keys++}`, { ...TERMS, ...changes });
  if (!opened.ok) throw new Error(opened.error.name);
  return opened.value;
}

async function roomOf(table: string) {
  const room = await running.rooms.find(table);
  if (room === null) throw new Error('no table');
  return room;
}

async function sit(table: string, id: string, chair = 1): Promise<void> {
  const room = await roomOf(table);
  const from = { person: person(id), at: now, lag: 0 };
  expect((await room.do(`${id}_key-${keys++}`, { kind: 'sit', table, chair }, from)).ok).toBe(true);
  await room.idle();
}

/** The same with a database that was closed; only people are still found. */
async function withoutDatabase(): Promise<{ readonly cut: Relations; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-cut-'));
  const store = await mustOpen({ folder });
  await store.close();
  const deps = { ...running, store, personalDataIndex: createPersonalDataIndex(store.accounts), chance: systemChance };
  const cut = new Relations({ ...deps, presence: { isHere: () => false }, now: () => now });
  return { cut, close: () => rmSync(folder, { recursive: true }) };
}

/** The id of a new relation, or why there is none. */
const add = async (...args: Parameters<Relations['add']>): Promise<string> => {
  const added = await relations.add(...args);
  return added.ok ? added.value : added.error;
};
const BOB = { username: 'bob' };

describe('following, blocking and muting', () => {
  test('has an id, the same for the same choice', async () => {
    await add(person('ada'), 'follow', { username: 'dan' });
    const id = await add(person('ada'), 'follow', BOB);
    expect(id).toMatch(/^[\w-]{22}$/);
    await add(person('ada'), 'follow', { username: 'cleo' });
    expect(await add(person('ada'), 'follow', { username: 'BOB' })).toBe(id);
    expect(await add(person('ada'), 'mute', BOB)).not.toBe(id);
    const followed = async () => (await relations.own('ada')).followed.map(({ name }) => name).toSorted();
    expect((await relations.own('ada')).followed).toContainEqual(
      expect.objectContaining({ id, name: 'Bob', username: 'bob' }),
    );
    expect(await followed()).toEqual(['Bob', 'Cleo', 'Dan']);
    await home.store.relations.remove('ada', id);
    expect(await followed()).toEqual(['Cleo', 'Dan']);
  });

  test('is of others, and only members follow, by username', async () => {
    const table = await open('bob');
    const seat = { table, seat: 0 };
    expect(await add(person('guest', true), 'follow', BOB)).toBe('no-account');
    expect(await add({ id: 'ada', name: 'Ada' }, 'follow', BOB)).toBe('no-account');
    expect(await add(person('ada'), 'follow', seat)).toBe('unknown-person');
    expect(await add(person('ada'), 'follow', { username: 'ada' })).toBe('yourself');
    expect(await add(person('ada'), 'block', { username: 'no-one' })).toBe('unknown-person');
    for (const kind of ['block', 'mute'] as const)
      expect(await add(person('guest', true), kind, seat)).toMatch(/^[\w-]{22}$/);
  });

  test('names someone by their seat, which must be taken', async () => {
    const table = await open('bob');
    await add(person('ada'), 'mute', { table, seat: 0 });
    expect((await relations.own('ada')).muted).toMatchObject([{ name: 'Bob', username: 'bob' }]);
    for (const seat of [1, 7]) expect(await add(person('ada'), 'mute', { table, seat })).toBe('unknown-person');
    expect(await add(person('ada'), 'mute', { table: 'x'.repeat(22), seat: 0 })).toBe('unknown-person');
  });

  test('is not possible of an account that is gone, nor without a database', async () => {
    const table = await open('fay');
    await sit(table, 'erased');
    const seat = { table, seat: 1 };
    expect(await add(person('ada'), 'mute', seat)).toBe('unknown-person');
    expect(await relations.report('ada', { person: seat, reason: 'chat', text: '' })).toEqual({
      ok: false,
      error: 'unknown-person',
    });
    const { cut, close } = await withoutDatabase();
    await expect(cut.add(person('ada'), 'mute', BOB)).rejects.toThrow(StoreUnavailable);
    await expect(cut.report('ada', { person: BOB, reason: 'chat', text: '' })).rejects.toThrow(StoreUnavailable);
    close();
  });

  test('names someone by a line of theirs that the caller can read', async () => {
    // The author of a line is the first part of its key, which has the length of an id.
    const table = await open(PLAYER);
    const room = await roomOf(table);
    const line = { at: now, text: 'hello' };
    expect((await room.addLine(`${PLAYER}_1`, 'players', { ...line, name: 'Player', seat: 0 })).ok).toBe(true);
    expect((await room.addLine(`${WATCHER}_1`, 'spectators', { ...line, name: 'Watcher', seat: null })).ok).toBe(true);
    const players = { table, room: 'players', line: 1 } as const;
    const spectators = { table, room: 'spectators', line: 1 } as const;
    expect(await add(person('ada'), 'mute', spectators)).toMatch(/^[\w-]{22}$/);
    expect((await relations.own('ada')).muted).toMatchObject([{ name: WATCHER }]);
    expect(await add(person('ada'), 'mute', players)).toBe('unknown-person');
    expect(await add(person(PLAYER), 'mute', players)).toBe('yourself');
    expect(await add(person(PLAYER), 'mute', spectators)).toBe('unknown-person');
    expect(await add(person('ada'), 'mute', { ...spectators, line: 2 })).toBe('unknown-person');
  });

  test('is limited, for those who are followed to fewer', async () => {
    const { store } = home;
    const fill = (kind: 'follow' | 'mute', most: number) =>
      Promise.all(
        OTHERS.slice(0, most).map((other) =>
          store.relations.add('cleo', { id: `${kind}-${other}`, kind, other, at: AT }, 500),
        ),
      );
    await fill('follow', 200);
    await fill('mute', 499);
    expect(await add(person('cleo'), 'follow', BOB)).toBe('relations-full');
    expect(await add(person('cleo'), 'mute', BOB)).toMatch(/^[\w-]{22}$/);
    expect(await add(person('cleo'), 'mute', { username: 'dan' })).toBe('relations-full');
  });
});

describe('a block', () => {
  const invite = (id: string, guest: string, more: TableTerms['chairs'] = []) =>
    open(id, { chairs: ['me', { username: guest }, ...more], ...(more.length > 0 && { game: 'masker' }) });
  const phase = async (table: string): Promise<string> => phaseOf((await roomOf(table)).state);

  test('closes the tables at which both wait for each other, also those that the other opened', async () => {
    const [own, theirs, unrelated] = [await invite('ada', 'bob'), await invite('bob', 'ada'), await open('ada')];
    const third = await invite('ada', 'cleo');
    await add(person('ada'), 'mute', BOB);
    await add(person('ada'), 'follow', BOB);
    expect(await phase(own)).toBe('waiting');
    await add(person('ada'), 'block', BOB);
    expect(await Promise.all([own, theirs, unrelated, third].map(phase))).toEqual([
      'closed',
      'closed',
      'waiting',
      'waiting',
    ]);
  });

  test('closes a table that still waits, however many were played since', async () => {
    const waiting = await invite('ada', 'bob');
    const listing: Listing = { status: 'over', summary: null, people: ['ada', 'bob'] };
    for (let index = 0; index < 310; index++) await home.store.createStream(`played-${index}`, { kind: 'x' }, listing);
    await add(person('ada'), 'block', BOB);
    expect(await phase(waiting)).toBe('closed');
  });

  test('frees the chair at a table where someone else sits', async () => {
    const table = await invite('ada', 'bob', ['open']);
    await sit(table, 'cleo', 2);
    await add(person('ada'), 'block', BOB);
    const { state } = await roomOf(table);
    expect([phaseOf(state), state.chairs[1]?.kind]).toEqual(['waiting', 'open']);
    // The command names them, so a deletion must find it.
    expect(await home.store.accounts.streamsOf('bob')).toContain(table);
  });

  test('is carried out again if it was interrupted', async () => {
    const table = await invite('cleo', 'dan');
    await home.store.relations.add('dan', { id: 'known', kind: 'block', other: 'cleo', at: AT }, 9);
    await add(person('dan'), 'block', { username: 'cleo' });
    expect(await phase(table)).toBe('closed');
  });
});

describe('what a person sees of their choices', () => {
  test('is each kind in its list, with contact settings and warnings', async () => {
    await add(person('ada'), 'follow', BOB);
    await add(person('ada'), 'block', { username: 'cleo' });
    await add(person('ada'), 'mute', { username: 'dan' });
    await home.store.relations.saveContact('ada', { challenges: 'followed', presence: false });
    const own = await relations.own('ada');
    expect(own.followed.map(({ name }) => name)).toEqual(['Bob']);
    expect(own.blocked).toStrictEqual([{ id: expect.any(String) as string, name: 'Cleo', username: 'cleo' }]);
    expect(own.muted.map(({ name }) => name)).toEqual(['Dan']);
    expect(own.contact).toEqual({ challenges: 'followed', presence: false });
    expect(own.warnings).toEqual([]);
  });

  test('has no username that may be an address, and none of a guest', async () => {
    const table = await open('mail');
    await sit(table, 'guest');
    await add(person('ada'), 'mute', { table, seat: 0 });
    await add(person('ada'), 'mute', { table, seat: 1 });
    const names = (await relations.own('ada')).muted.map(({ name, username }) => `${name} ${username}`);
    expect(names.toSorted()).toEqual(['Guest null', 'Mail null']);
  });

  test('tells who is here and where they play, of those who show it', async () => {
    await add(person('ada'), 'follow', BOB);
    await add(person('ada'), 'follow', { username: 'dan' });
    const table = await open('bob');
    await sit(table, 'fay');
    const shown = async (name: string) => (await relations.own('ada')).followed.find((each) => each.name === name);
    expect(await shown('Bob')).toMatchObject({ here: false, tables: [{ id: table }] });
    expect(await shown('Dan')).toMatchObject({ here: false, tables: [] });
    here.add('bob');
    expect(await shown('Bob')).toMatchObject({ here: true });
    await home.store.relations.saveContact('bob', { challenges: 'everyone', presence: false });
    expect(await shown('Bob')).toMatchObject({ here: false, tables: [] });
    await home.store.relations.saveContact('bob', { challenges: 'everyone', presence: true });
    now += DAY;
    expect(await shown('Bob')).toMatchObject({ tables: [{ id: table }] });
    now += 1;
    expect(await shown('Bob')).toMatchObject({ here: true, tables: [] });
    here.clear();
  });
});

test('a warning is shown until it was read', async () => {
  const { store } = home;
  const about = { subject: 'fay', table: null, tournament: null, about: null };
  const report = { id: 'warned', author: 'ada', ...about, words: 'rude', evidence: null };
  expect(await store.reports.add({ ...report, reason: 'chat', at: AT }, { since: AT, most: 9 })).toBe('added');
  await store.reports.act('warned', { action: 'warn', by: { operator: 'kim' }, note: 'be kind', at: AT + 5 });
  expect((await relations.own('fay')).warnings).toStrictEqual([{ reason: 'chat', note: 'be kind', at: AT + 5 }]);
  await home.store.reports.readWarnings('fay');
  expect((await relations.own('fay')).warnings).toEqual([]);
});

describe('a report', () => {
  const report = async (author: string, terms: Partial<NewReportTerms> = {}): Promise<string> => {
    const done = await relations.report(author, { person: BOB, reason: 'chat', text: '', ...terms });
    return done.ok ? 'done' : done.error;
  };
  const newest = async () => (await home.store.reports.list('open', 20)).toSorted((one, two) => two.at - one.at)[0];

  test('needs words if it has no other reason, and words that can be shown', async () => {
    now += DAY;
    expect(await report('cleo', { reason: 'other', text: ' ' })).toBe('bad-report');
    expect(await report('cleo', { text: 'a\u0000b' })).toBe('bad-report');
    expect(await report('cleo', { text: 'x'.repeat(MAX_REPORT + 1) })).toBe('bad-report');
    expect(await report('cleo', { reason: 'other', text: ' a  story ' })).toBe('done');
    expect(await newest()).toMatchObject({ words: 'a story', reason: 'other', at: now, table: null });
    now += 1;
    expect(await report('cleo', { text: '  ' })).toBe('done');
    expect(await newest()).toMatchObject({ words: '', reason: 'chat' });
  });

  test('is about someone else who is known', async () => {
    expect(await report('bob')).toBe('yourself');
    expect(await report('cleo', { person: { username: 'no-one' } })).toBe('unknown-person');
  });

  test('names the table where it happened, by the seat or with the username', async () => {
    const table = await open('bob');
    now += 1;
    expect(await report('cleo', { person: { table, seat: 0 } })).toBe('done');
    expect(await newest()).toMatchObject({ subject: 'bob', table });
    const { subscribers } = await roomOf(table);
    const subscriber = { person: 'bob', notify: () => undefined };
    subscribers.add(subscriber);
    subscribers.remove(subscriber, 'broken');
    const lostAt = now;
    now += 1;
    expect(await report('cleo', { table })).toBe('done');
    expect(await newest()).toMatchObject({
      table,
      evidence: { losses: [{ until: lostAt }, { since: lostAt, until: null }] },
    });
    now += 1;
    expect(await report('cleo', { table: 'x'.repeat(22) })).toBe('done');
    expect(await newest()).toMatchObject({ table: null, evidence: { losses: [] } });
  });

  test('is one of ten in a day', async () => {
    now += DAY + 1;
    for (let count = 0; count < MAX_REPORTS; count++) expect(await report('dan'), String(count)).toBe('done');
    expect(await report('dan')).toBe('reports-full');
    now += DAY + 1;
    expect(await report('dan')).toBe('done');
  });
});
