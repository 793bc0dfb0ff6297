import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore, type Store, type StorePlace } from '../src/index.ts';
import { NEWEST_VERSION } from '../src/migrations/list.ts';
import { type Kind, KINDS, makeEmptyPlace, withDatabase } from './places.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const VERSIONS = Array.from({ length: NEWEST_VERSION }, (_, index) => index + 1);
/**
 * From which versions a database of each kind is migrated. A fixture has what those before it have, so each migration of PostgreSQL meets it in
 * the fixture of one of the four versions before. What was stored last is met by SQLite, and by both in the newest migrations.
 */
const MIGRATED: Readonly<Record<Kind, readonly number[]>> = {
  sqlite: VERSIONS,
  postgres: VERSIONS.filter((version) => version % 4 === 1 || version > NEWEST_VERSION - 3),
};

/** Runs the statements of a file, one per line. */
const runFile = (place: StorePlace, file: string) =>
  withDatabase(place, async (database) => {
    for (const statement of readFileSync(join(FIXTURES, file), 'utf8').split(';\n').slice(0, -1)) {
      await sql.raw(statement).execute(database);
    }
  });

const run = (place: StorePlace, statement: string) =>
  withDatabase(place, (database) => sql.raw<Record<string, unknown>>(statement).execute(database));

/** The tables and indexes, from the catalogue of the database. */
const SCHEMA: Readonly<Record<Kind, string>> = {
  sqlite: `select name, sql from sqlite_master order by name`,
  postgres: `select table_name as name, column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as sql
    from information_schema.columns where table_schema = current_schema()
    union all select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1, 2`,
};

/** What the fixtures of each version contain, in addition to those of earlier versions. */
const CONTENTS: readonly ((store: Store) => Promise<void>)[] = [
  async (store) => {
    expect((await store.find('2MSdRNTLO8Ifa9o0zkkwfA'))?.record).toMatchObject({
      game: 'checkers',
      moves: ['a1', 'b2', 'c1'],
    });
    expect((await store.find('LldhaqGCn7wjvikz8UMYRw'))?.keptAt).toBe(1_700_000_000_000);
    // It is unknown which of them were private, so none is listed.
    expect((await store.recent(10)).map(({ id }) => id)).not.toContain('2MSdRNTLO8Ifa9o0zkkwfA');
  },
  async (store) => {
    expect(await store.head('m-1')).toEqual({
      id: 'm-1',
      createdAt: 1_700_000_000_000,
      head: { game: 'checkers' },
      seq: 2,
    });
    expect((await store.read('m-1', 1)).map(({ data }) => data)).toEqual(['a1', 'b2']);
    expect((await store.list('running', 10)).map(({ summary }) => summary)).toEqual([{ seats: 2 }]);
    const again = await store.append('m-1', 0, [{ at: 0, kind: 'move', data: null }], { clientId: 'phone 1' });
    expect(again).toEqual({ name: 'duplicate', seq: 2 });
  },
  async (store) => {
    expect(await store.streamsOf('ada', 10)).toEqual([{ id: 'm-1', at: 1_700_000_002_000 }]);
    expect(await store.lacksPeople()).toBe(false);
  },
  async (store) => {
    const { notes = [] } = (await store.nodes?.heartbeat('third')) ?? {};
    expect(notes).toEqual(
      store.nodes === null
        ? []
        : [
            { node: 'first', at: 1_700_000_002_000, isGone: false },
            { node: 'second', at: 1_700_000_001_000, isGone: true },
          ],
    );
  },
  async (store) => {
    const end = { by: 'rules', scores: [3, 0], places: [1, 2] };
    const listed = { id: 'AAAAAAAAAAAAAAAAAAAAAA', keptAt: 1_700_000_000_000, game: 'checkers', players: 2 };
    expect(await store.recent(10)).toEqual([{ ...listed, options: { size: 8 }, plies: 3, end }]);
  },
  async (store) => {
    const { accounts } = store;
    expect(await store.secret('devices', 'another')).toBe('shared');
    const session = { id: 'SesSesSesSesSesSesSesS', openedAt: 1_700_000_000_000, agent: 'Browser' };
    const passkey = { id: 'Key', key: 'pQEC', counter: 3, transports: ['usb'], agent: 'Phone' };
    expect(await accounts.find('AdaAdaAdaAdaAdaAdaAdaA')).toEqual({
      id: 'AdaAdaAdaAdaAdaAdaAdaA',
      name: 'Ada',
      createdAt: 1_700_000_000_000,
      username: 'ada',
      passwordHash: '$argon2id$hash',
      sessions: [{ ...session, usedOn: 1_699_920_000_000, confirmedAt: 1_700_000_001_000 }],
      passkeys: [{ ...passkey, addedAt: 1_700_000_002_000 }],
    });
    expect(await accounts.streamsOf('AdaAdaAdaAdaAdaAdaAdaA')).toEqual(['m-1']);
    const bob = { account: 'BobBobBobBobBobBobBobB', name: 'Bob', givesTo: 'AdaAdaAdaAdaAdaAdaAdaA' };
    expect(await accounts.pendingDeletions()).toEqual([bob]);
  },
  async (store) => {
    expect(await store.outages()).toEqual([{ from: 1_700_000_003_000, until: 1_700_000_005_000 }]);
  },
  async (store) => {
    expect(await store.accounts.settingsOf('AdaAdaAdaAdaAdaAdaAdaA')).toEqual({ theme: 'dark' });
    expect(await store.accounts.settingsOf('BobBobBobBobBobBobBobB')).toBeNull();
  },
  async ({ ratings }) => {
    const ada = 'AdaAdaAdaAdaAdaAdaAdaA';
    const [fresh, after] = [
      { rating: 1500, deviation: 350, volatility: 0.06 },
      { rating: 1662.25, deviation: 290.5, volatility: 0.06 },
    ];
    const counts = { games: 1, wins: 1, draws: 0, updatedAt: 1_700_000_002_000, settledUntil: 0 };
    expect(await ratings.of(ada)).toEqual([{ game: 'checkers', pace: 'quick', ...after, ...counts }]);
    expect(await ratings.changesOf('m-1')).toEqual([
      { seat: 0, account: ada, isShown: true, before: fresh, after },
      { seat: 1, account: null, isShown: false, before: fresh, after: { ...after, rating: 1337.75 } },
    ]);
    expect(await ratings.profileOf(ada)).toEqual({ ratings: true, games: false });
    expect(await ratings.isRated('m-1')).toBe(true);
  },
  async ({ tokens }) => {
    const [bot, script] = [
      { id: 'TokTokTokTokTokTokTokT', label: 'my bot', scopes: ['read', 'bot'], createdAt: 1_700_000_000_000 },
      { id: 'UokUokUokUokUokUokUokU', label: 'script', scopes: ['read'], createdAt: 1_700_000_001_000 },
    ];
    expect(await tokens.of('AdaAdaAdaAdaAdaAdaAdaA')).toEqual([
      { ...bot, expiresAt: 1_800_000_000_000, usedOn: 1_699_920_000_000 },
      { ...script, expiresAt: null, usedOn: null },
    ]);
    const ada = { account: 'AdaAdaAdaAdaAdaAdaAdaA', name: 'Ada', isGuest: false };
    expect(await tokens.find('TokTokTokTokTokTokTokT')).toMatchObject({ ...bot, ...ada, secretHash: 'b2' });
  },
  async (store) => {
    const { finished } = store;
    const { games } = await finished.search({ game: 'checkers', opening: ['a1', 'b2'], limit: 10 });
    expect(games).toMatchObject([{ seq: 1, clock: '5+3', tookMs: 2000, plies: 3, record: 'AAAAAAAAAAAAAAAAAAAAAA' }]);
    // The account does not show its games.
    const seats = [
      { bot: null, name: null, result: 'won', score: 3 },
      { bot: 4, name: null, result: 'lost', score: 0 },
    ];
    expect(games[0]?.seats).toMatchObject(seats);
    expect(await finished.tally('checkers')).toMatchObject({ games: 1, firstWins: 1, medianMs: 2000, medianPlies: 3 });
    expect(await finished.progress()).toEqual({ at: 1_700_000_002_000, id: 'm-1' });
    expect(await store.running()).toEqual(new Map([['checkers', 1]]));
  },
  async ({ studies }) => {
    const summary = { title: 'First moves', games: ['checkers'], chapters: 1 };
    const listed = { id: 'StuStuStuStuStuStuStuS', revision: 2, updatedAt: 1_700_000_004_000, ...summary };
    expect(await studies.of('AdaAdaAdaAdaAdaAdaAdaA')).toEqual([listed]);
    expect(await studies.find(listed.id)).toEqual({
      ...listed,
      account: 'AdaAdaAdaAdaAdaAdaAdaA',
      author: 'Ada',
      content: { title: 'First moves', chapters: [] },
      isRemoved: false,
    });
  },
  async ({ tournaments }) => {
    expect(await tournaments.find('TouTouTouTouTouTouTouT')).toMatchObject({
      organiser: 'AdaAdaAdaAdaAdaAdaAdaA',
      status: 'running',
      terms: { seats: 2 },
      revision: 5,
      entrants: [
        { number: 1, name: 'Ada', rating: 1662.25, state: 'in' },
        { number: 2, name: null, isProgram: true, state: 'out' },
      ],
      rounds: [{ round: 1 }, { round: 2 }],
      pairings: [
        { round: 1, match: 'm-1', endedBy: 'rules', seats: [{ entrant: 2 }, { entrant: 1, points: 12 }] },
        { round: 2, match: null, seats: [{ entrant: 1, points: 12 }] },
      ],
    });
  },
  async ({ relations, reports }) => {
    const [ada, bob] = ['AdaAdaAdaAdaAdaAdaAdaA', 'BobBobBobBobBobBobBobB'];
    const block = { id: 'RelRelRelRelRelRelRelR', kind: 'block', other: bob, name: 'Bob', username: null };
    expect(await relations.of(ada)).toEqual([{ ...block, since: 1_700_000_005_000, showsPresence: true }]);
    expect(await relations.contactOf(ada)).toEqual({ challenges: 'followed', presence: false });
    expect(await relations.absencesOf(ada, 50)).toEqual({ absent: 1, of: 1 });
    const about = { subject: bob, table: 'm-1', tournament: null, about: null };
    const report = { id: 'RepRepRepRepRepRepRepR', ...about, reason: 'chat', words: 'rude' };
    const warning = { action: 'warn', operator: 'kim', note: 'be kind', at: 1_700_000_007_000, until: null };
    const stored = { ...report, author: ada, evidence: { losses: [] }, at: 1_700_000_006_000, isOpen: false };
    const [found] = await reports.about(bob, 10);
    expect({ ...found, actions: found?.actions.slice(0, 1) }).toEqual({ ...stored, actions: [warning] });
    expect(await reports.warnings(bob)).toMatchObject([{ report: report.id, note: 'be kind' }]);
  },
  async ({ jobs, notifications, nodes }) => {
    const ada = 'AdaAdaAdaAdaAdaAdaAdaA';
    const session = 'SesSesSesSesSesSesSesS';
    const browser = { session, endpoint: 'https://push.example/1', p256dh: 'key', auth: 'secret' };
    const email = { address: 'ada@club.example', addedAt: 1_700_000_003_000, confirmedAt: 1_700_000_004_000 };
    expect(await notifications.targetsOf(ada)).toEqual({
      subscriptions: [{ ...browser, createdAt: 1_700_000_004_000 }],
      email,
      settings: { language: 'nl' },
    });
    expect(await notifications.sent(ada, 'turn:m-1:3', 0)).toEqual({ isKnown: true, count: 1 });
    const dead = { kind: 'mail', key: 'one', state: 'dead', failures: 3, error: 'no answer' };
    if (nodes === null) expect(await jobs.list(10)).toMatchObject([dead]);
  },
  async ({ passwordResets, moderators, reports }) => {
    const ada = { account: 'AdaAdaAdaAdaAdaAdaAdaA', username: 'ada' };
    const reset = { tokenHash: 'hash of a token', createdAt: 1_700_000_008_000, expiresAt: 1_700_003_608_000 };
    expect(await passwordResets.find(ada.account)).toEqual({ ...reset, name: 'Ada', username: 'ada' });
    expect(await passwordResets.holdersOf('Ada@Club.example', 5)).toEqual([ada]);
    expect(await moderators.list()).toEqual([{ ...ada, name: 'Ada', since: 1_700_000_009_000 }]);
    const renamed = { action: 'rename', operator: '@ada', note: 'rude name', at: 1_700_000_010_000, until: null };
    expect((await reports.find('RepRepRepRepRepRepRepR'))?.actions.slice(1, 2)).toEqual([renamed]);
  },
  async ({ mutes, reports }) => {
    const until = 1_700_000_096_000;
    const mute = { until, reason: 'spam', at: 1_700_000_011_000 };
    expect(await mutes.of('AdaAdaAdaAdaAdaAdaAdaA', until - 1)).toEqual(mute);
    const muted = { action: 'mute', operator: 'kim', note: 'spam', at: 1_700_000_011_000, until };
    expect((await reports.find('RepRepRepRepRepRepRepR'))?.actions.slice(2)).toEqual([muted]);
  },
  async ({ tournaments, reports }) => {
    const ada = 'AdaAdaAdaAdaAdaAdaAdaA';
    expect(await tournaments.createdBefore(ada, 0)).toBe(1_700_000_000_000);
    const [about] = (await reports.about(ada, 10)).filter(({ reason }) => reason === 'name');
    expect(about).toMatchObject({ tournament: 'TouTouTouTouTouTouTouT', table: null, isOpen: false });
    expect(about?.actions).toMatchObject([{ action: 'dismiss', operator: 'kim', note: 'a river' }]);
  },
  async ({ ratings }) => {
    expect(await ratings.byUsername('ada')).toMatchObject({ account: 'AdaAdaAdaAdaAdaAdaAdaA', username: 'ada' });
  },
  async ({ clubs, tournaments }) => {
    expect(await tournaments.find('TouTouTouTouTouTouTouT')).toMatchObject({
      log: [{ at: 1_700_000_008_000, action: 'pause', detail: {} }],
    });
    const { entrants = [] } = (await tournaments.find('VouVouVouVouVouVouVouV')) ?? {};
    expect(entrants).toMatchObject([{ name: 'Carol', account: null }]);
    const club = { id: 'the-woods', name: 'The Woods', about: 'We play on Fridays.' };
    expect(await clubs.list(5)).toEqual([{ ...club, members: 1 }]);
    expect(await clubs.find('the-woods')).toEqual({
      ...club,
      owner: 'AdaAdaAdaAdaAdaAdaAdaA',
      isListed: true,
      code: 'code',
      members: [
        {
          account: 'AdaAdaAdaAdaAdaAdaAdaA',
          name: 'Ada',
          username: 'ada',
          joinedAt: 1_700_000_014_000,
          showsPresence: false,
        },
      ],
      news: [{ number: 1, at: 1_700_000_015_000, words: 'Welcome' }],
      seasons: [{ number: 1, name: 'Winter', from: 1_699_900_000_000, until: 1_700_100_000_000 }],
    });
    expect(await tournaments.ofClub('the-woods', ['open'], 5)).toMatchObject([
      { name: 'Friday', clubName: 'The Woods' },
    ]);
  },
  async ({ gauges }) => {
    const vote = { complexity: 1, strategy: 4, luck: 0, interaction: 3 };
    expect(await gauges.of('AdaAdaAdaAdaAdaAdaAdaA')).toEqual([{ game: 'checkers', vote }]);
  },
  async ({ articles, reports }) => {
    const version = { number: 1, at: 1_700_000_017_000, text: 'Gardez le centre.' };
    const by = { account: 'AdaAdaAdaAdaAdaAdaAdaA', name: 'Ada', username: 'ada' };
    expect(await articles.newest({ game: 'checkers', language: 'fr' })).toEqual({ ...version, ...by });
    expect((await reports.list('closed', 1))[0]).toMatchObject({ about: null });
  },
  async ({ programs }) => {
    const facts = { author: 'Ada', engine: 'Difference 2', source: '', arenas: ['checkers'] };
    expect(await programs.of('AdaAdaAdaAdaAdaAdaAdaA')).toEqual(facts);
    expect(await programs.of('BobBobBobBobBobBobBobB')).toBeNull();
  },
  // No rating of the fixture is settled.
  async ({ ratings }) =>
    expect(await ratings.leaders({ game: 'checkers', pace: 'quick' }, { now: 0, limit: 9 })).toEqual([]),
  async ({ jobs }) => {
    const dead = { kind: 'mail', key: 'one', state: 'dead', failures: 3, error: 'no answer' };
    expect(await jobs.list(10)).toMatchObject([dead]);
  },
  // Who reads a topic is not kept.
  () => Promise.resolve(),
];

test('every version has a fixture of each kind, and a test of its contents', () => {
  const files = KINDS.flatMap((kind) => VERSIONS.map((version) => `${kind}-${version}.sql`));
  expect(readdirSync(FIXTURES).toSorted()).toEqual(files.toSorted());
  expect(CONTENTS).toHaveLength(NEWEST_VERSION);
});

describe.each(KINDS)('%s', (kind) => {
  let fresh: Promise<readonly object[]> | undefined;
  const freshSchema = async () => {
    const place = await makeEmptyPlace(kind);
    await (await mustOpen(place)).close();
    return (await run(place, SCHEMA[kind])).rows;
  };

  test.each(MIGRATED[kind])('a database of version %i is migrated to the newest without loss', async (version) => {
    const place = await makeEmptyPlace(kind);
    await runFile(place, `${kind}-${version}.sql`);
    const store = await mustOpen(place);
    for (const check of CONTENTS.slice(0, version)) await check(store);
    await store.createStream('new', null);
    await store.keep({ format: 1, game: 'checkers', rules: 1, options: {}, players: 2, deal: null, moves: [] });
    await store.close();
    expect((await run(place, 'select name, look from username where look is null')).rows).toEqual([]);
    expect((await run(place, SCHEMA[kind])).rows).toEqual(await (fresh ??= freshSchema()));
  });

  test('the versions of a new database are consecutive and have a date', async () => {
    const place = await makeEmptyPlace(kind);
    const opened = await openStore({ ...place, now: () => 1234 });
    if (!opened.ok) throw new Error(opened.error.detail);
    await opened.value.close();
    const { rows } = await run(place, 'select * from schema_version order by version');
    expect(rows).toEqual(VERSIONS.map((version) => ({ version, applied_at: 1234 })));
  });

  test('a database of a newer Tablier is refused by name and not changed', async () => {
    const place = await makeEmptyPlace(kind);
    await (await mustOpen(place)).close();
    await run(place, 'insert into schema_version (version, applied_at) values (999, 0)');
    expect(await openStore(place)).toMatchObject({ ok: false, error: { name: 'too-new' } });
    await run(place, 'delete from schema_version where version = 999');
    await (await mustOpen(place)).close();
  });
});
