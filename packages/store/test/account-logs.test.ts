import { createHash } from 'node:crypto';
import { mustOpen } from '@tablier/testkit';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openStore, startOfDay, type StorePlace } from '../src/index.ts';
import { connectTo } from '../src/backup/backup.ts';
import { exclusively, migrateTo } from '../src/migrations/list.ts';
import { KINDS, makeEmptyPlace, withDatabase } from './places.ts';

/** The last version that stored accounts as logs. */
const VERSION = 5;
const AT = 1_700_000_000_000;
const DAY = 86_400_000;
const NOW = AT + 20 * DAY;

interface LogEvent {
  readonly at?: number;
  readonly kind: string;
  readonly clientId?: string;
  readonly [field: string]: unknown;
}

interface Log {
  readonly id: string;
  readonly head: unknown;
  readonly events?: readonly LogEvent[];
  /** The participants of its listing. */
  readonly people?: readonly string[];
}

/** Creates a database of version 5 with these logs. Those with participants are listed as `over`. */
async function fill(place: StorePlace, logs: readonly Log[]): Promise<void> {
  const { database, flavour } = await connectTo(place);
  await exclusively(database, flavour, (db) => migrateTo(db, flavour, () => AT, VERSION));
  for (const { id, head, events = [], people = [] } of logs) {
    const last = events.at(-1)?.at ?? AT;
    await sql`insert into "match" (id, created_at, head, seq, touched_at)
      values (${id}, ${AT}, ${JSON.stringify(head)}, ${events.length}, ${last})`.execute(database);
    for (const [index, { at = AT, kind, clientId, ...data }] of events.entries()) {
      const client = clientId === undefined ? null : JSON.stringify(clientId);
      await sql`insert into event ("match", seq, at, kind, data, client_id)
        values (${id}, ${index + 1}, ${at}, ${kind}, ${JSON.stringify(data)}, ${client})`.execute(database);
    }
    for (const person of people) {
      await sql`insert into participant (person, "match", at) values (${person}, ${id}, ${last})`.execute(database);
      await sql`insert into listing ("match", status, listed_at, summary) values (${id}, 'over', ${last}, 'null')`.execute(
        database,
      );
    }
  }
  await database.destroy();
}

const open = async (place: StorePlace) => {
  const opened = await openStore({ ...place, now: () => NOW });
  if (!opened.ok) throw new Error(opened.error.detail);
  return opened.value;
};

const PERSON = { kind: 'person' };
const TRACES = { kind: 'traces' };
const session = (id: string, more = {}) => ({ kind: 'session-opened', id, hash: `hash of ${id}`, agent: 'A', ...more });
const passkey = (id: string) => ({ id, key: 'key', counter: 1, transports: ['usb'], agent: 'Phone' });
const claimOf = (login: string): string =>
  `n-${createHash('sha256').update(`login ${login}`).digest().subarray(0, 16).toString('base64url')}`;
const claim = (login: string, person: string): Log => ({ id: claimOf(login), head: { kind: 'login', person } });

/** The numbers of rows of the tables of logs. */
const rowsIn = (place: StorePlace) =>
  withDatabase(place, async (database) => {
    const counts = ['match', 'event', 'listing', 'participant'].map(
      (table) => sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`,
    );
    const results = await Promise.all(counts.map((query) => query.execute(database)));
    return results.map(({ rows }) => Number(rows[0]?.count));
  });

describe.each(KINDS)('the migration of account logs, on %s', (kind) => {
  test('moves sessions, credentials, username and recorded streams to tables', async () => {
    const place = await makeEmptyPlace(kind);
    await fill(place, [
      {
        id: 'p-ada',
        head: PERSON,
        events: [
          { kind: 'named', name: 'Augusta' },
          session('s1'),
          { kind: 'named', name: 'Ada', at: AT + 1 },
          { kind: 'traced', table: 't-old' },
          { kind: 'password-set', login: 'ada', hash: 'first' },
          { kind: 'password-set', login: 'ada', hash: 'second' },
          { kind: 'session-renewed', id: 's1', hash: 'renewed' },
          { kind: 'session-confirmed', id: 's1', at: AT + 7 },
          session('s2', { tracksUse: true, confirmed: true, at: AT + 2 }),
          session('s3'),
          { kind: 'session-closed', id: 's3' },
          { kind: 'passkey-added', passkey: passkey('k1'), at: AT + 3 },
          { kind: 'passkey-added', passkey: passkey('k2') },
          { kind: 'passkey-removed', id: 'k2' },
          { kind: 'session-used', id: 's2', at: NOW - 2 * DAY, clientId: 'challenge old' },
          { kind: 'passkey-used', id: 'k1', counter: 9, clientId: 'challenge abc', at: NOW - 60_000 },
        ],
      },
      claim('ada', 'ada'),
      claim('countess', 'ada'),
      {
        id: 't-ada',
        head: TRACES,
        events: [
          { kind: 'traced', table: 't-new' },
          { kind: 'claimed', login: 'ada' },
          { kind: 'traced', table: 't-old' },
        ],
      },
      { id: 'p-table', head: { kind: 'table' }, events: [{ kind: 'began' }], people: ['ada'] },
      { id: 'server-devices', head: { kind: 'server', key: 'shared' } },
      { id: 'server-tidy', head: { kind: 'server', notedSince: AT } },
    ]);
    const store = await open(place);
    const { accounts } = store;
    const times = { openedAt: AT, agent: 'A', confirmedAt: AT + 7 };
    expect(await accounts.find('ada')).toEqual({
      id: 'ada',
      name: 'Ada',
      createdAt: AT,
      username: 'ada',
      passwordHash: 'second',
      sessions: [
        { id: 's1', ...times, usedOn: startOfDay(NOW) },
        { id: 's2', ...times, openedAt: AT + 2, confirmedAt: AT + 2, usedOn: startOfDay(NOW - 2 * DAY) },
      ],
      passkeys: [{ ...passkey('k1'), counter: 9, addedAt: AT + 3 }],
    });
    expect((await accounts.findSession('s1'))?.secretHash).toBe('renewed');
    expect(await accounts.findPassword('ada')).toEqual({ account: 'ada', hash: 'second' });
    expect(await accounts.findPassword('countess')).toBeNull();
    expect((await accounts.streamsOf('ada')).toSorted()).toEqual(['t-new', 't-old']);
    expect(await store.secret('devices', 'another')).toBe('shared');
    const spent = { challenge: 'abc', expiresAt: NOW };
    const proof = { kind: 'passkey', id: 'k1', counter: 10, spent } as const;
    const again = await accounts.confirm({ account: 'ada', session: 's1' }, proof, NOW);
    expect(again).toEqual({ ok: false, error: 'challenge-spent' });
    expect((await store.streamsOf('ada', 10)).map(({ id }) => id)).toEqual(['p-table']);
    await store.close();
    expect(await rowsIn(place), 'only the table is left').toEqual([1, 1, 1, 1]);
  });

  test('reads logs from the last snapshot on, and in pages if there is none', async () => {
    const place = await makeEmptyPlace(kind);
    const names = (count: number) => Array.from({ length: count }, (_, index) => ({ kind: 'named', name: `${index}` }));
    const at = { openedAt: AT, usedAt: AT + DAY, confirmedAt: 0 };
    const snapshot = {
      kind: 'snapshot',
      name: 'Ada',
      createdAt: AT - 5,
      sessions: [{ id: 's1', hash: 'h1', agent: 'A', ...at }],
      login: null,
      passwordHash: null,
      passkeys: [{ ...passkey('k1'), addedAt: AT }],
      traces: ['t-old'],
      joins: null,
    };
    await fill(place, [
      { id: 'p-ada', head: PERSON, events: [...names(399), snapshot, { kind: 'named', name: 'Augusta' }] },
      { id: 'p-bob', head: PERSON, events: [session('s9'), ...names(1200)] },
    ]);
    const store = await open(place);
    const { accounts } = store;
    expect(await accounts.find('ada')).toMatchObject({ name: 'Augusta', createdAt: AT - 5 });
    expect((await accounts.find('ada'))?.sessions.map(({ usedOn }) => usedOn)).toEqual([startOfDay(AT + DAY)]);
    expect((await accounts.find('ada'))?.passkeys).toHaveLength(1);
    expect(await accounts.streamsOf('ada')).toEqual(['t-old']);
    expect((await accounts.find('bob'))?.name).toBe('1199');
    expect((await accounts.find('bob'))?.sessions).toHaveLength(1);
    await store.close();
  });

  test('keeps deletions pending, without sessions and credentials', async () => {
    const place = await makeEmptyPlace(kind);
    const guest = [{ kind: 'named', name: 'Guest' }, session('s1')];
    await fill(place, [
      {
        id: 'p-dora',
        head: PERSON,
        events: [
          ...guest,
          { kind: 'password-set', login: 'dora', hash: 'h' },
          { kind: 'traced', table: 't1' },
          { kind: 'leaving' },
        ],
        people: ['leaving'],
      },
      claim('dora', 'dora'),
      { id: 'p-eve', head: PERSON, events: [...guest, { kind: 'joining', person: 'zoe' }], people: ['leaving'] },
      { id: 'p-lost', head: PERSON, events: [...guest, { kind: 'joining', person: 'unknown' }], people: ['leaving'] },
      { id: 'p-zoe', head: PERSON, events: [{ kind: 'named', name: 'Zoe' }] },
      { id: 'p-half', head: PERSON },
    ]);
    const store = await open(place);
    const { accounts } = store;
    const pending = (account: string, givesTo: string | null) => ({ account, name: 'Guest', givesTo });
    expect((await accounts.pendingDeletions()).toSorted((a, b) => (a.account < b.account ? -1 : 1))).toEqual([
      pending('dora', null),
      pending('eve', 'zoe'),
      pending('lost', null),
    ]);
    expect(await accounts.find('dora')).toMatchObject({ sessions: [], username: null, passwordHash: null });
    expect(await accounts.streamsOf('dora')).toEqual(['t1']);
    expect(await accounts.find('half')).toBeNull();
    await store.close();
    expect(await rowsIn(place)).toEqual([0, 0, 0, 0]);
  });

  test('stops at an unreadable log and changes nothing', async () => {
    const place = await makeEmptyPlace(kind);
    const good: Log = { id: 'p-ada', head: PERSON, events: [{ kind: 'named', name: 'Ada' }] };
    const bad: Log = { id: 'p-eve', head: PERSON, events: [{ kind: 'named', name: 7 }] };
    await fill(place, [good, bad]);
    expect(await openStore(place)).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
    expect(await rowsIn(place)).toEqual([2, 2, 0, 0]);
    await withDatabase(place, (database) =>
      sql`update event set data = '{"name":"Eve"}' where "match" = 'p-eve'`.execute(database),
    );
    const store = await mustOpen(place);
    expect((await store.accounts.find('eve'))?.name).toBe('Eve');
    expect((await store.accounts.find('ada'))?.name).toBe('Ada');
    await store.close();
  });
});
