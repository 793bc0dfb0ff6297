import { createHash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Schema } from '../schema.ts';
import { addEvent, emptyAccount, type LoggedAccount, type LogRow, SNAPSHOT_EVERY } from './account-log.ts';

/** Batch sizes: accounts, events per read, and rows per statement. */
const ACCOUNTS = 200;
const EVENTS = 1000;
const ROWS = 500;

/** The lifetime of a challenge, with a margin for clock differences. Milliseconds. */
const CHALLENGE_LIFE = 10 * 60_000;
const DAY = 86_400_000;

const startOfDay = (time: number): number => time - (time % DAY);

/** The heads of the logs up to version 5. */
const PERSON_HEAD = JSON.stringify({ kind: 'person' });
const TRACES_HEAD = JSON.stringify({ kind: 'traces' });
const LOGIN_HEAD = '{"kind":"login"%';
const SERVER_HEAD = '{"kind":"server"%';

type Row = Readonly<Record<string, string | number | null>>;

class Rows {
  readonly account: Row[] = [];
  readonly session: Row[] = [];
  readonly username: Row[] = [];
  readonly password: Row[] = [];
  readonly passkey: Row[] = [];
  readonly account_stream: Row[] = [];
  readonly spent_challenge: Row[] = [];
}

interface PersonRow {
  readonly id: string;
  readonly seq: number;
  readonly touched_at: number;
}

/** Moves accounts, traces, usernames and secrets of versions up to 5 from logs to tables. Part of one migration, never changed. */
export async function moveAccountLogs(db: Kysely<Schema>, now: number): Promise<void> {
  const deletions: { readonly account: string; readonly givesTo: string | null }[] = [];
  let people = await peopleAfter(db, '');
  for (; people.length > 0; people = await peopleAfter(db, people.at(-1)?.id ?? '')) {
    const rows = new Rows();
    for (const person of people) {
      const account = await readAccount(db, person);
      // Creation was interrupted before the first event.
      if (account === null) continue;
      const id = person.id.slice('p-'.length);
      if (account.isLeaving) deletions.push({ account: id, givesTo: account.joins });
      await addRows(db, rows, { id, account, person, now });
    }
    for (const [table, list] of Object.entries(rows)) await insert(db, table, list as readonly Row[]);
  }
  for (const { account, givesTo } of deletions) {
    const heir = sql`(select id from account where id = ${givesTo})`;
    await sql`insert into pending_deletion (account, begun_at, gives_to) values (${account}, ${now}, ${heir})`.execute(
      db,
    );
  }
  await moveSecrets(db);
  await removeLogs(db);
}

async function peopleAfter(db: Kysely<Schema>, id: string): Promise<readonly PersonRow[]> {
  const query = sql<PersonRow>`select id, seq, touched_at from "match" where head = ${PERSON_HEAD} and id > ${id}
    order by id limit ${sql.lit(ACCOUNTS)}`;
  return (await query.execute(db)).rows;
}

/** The account of a log, read from its last snapshot on; `null` if the log is empty. */
async function readAccount(db: Kysely<Schema>, { id, seq }: PersonRow): Promise<LoggedAccount | null> {
  if (seq === 0) return null;
  const account = emptyAccount();
  const latest = seq - (seq % SNAPSHOT_EVERY);
  const [first] = latest === 0 ? [] : await eventsFrom(db, id, latest, 1);
  let from = first?.kind === 'snapshot' ? latest : 1;
  while (from <= seq) {
    const events = await eventsFrom(db, id, from, EVENTS);
    for (const event of events) addEvent(account, event);
    from = (events.at(-1)?.seq ?? seq) + 1;
  }
  return account;
}

async function eventsFrom(db: Kysely<Schema>, log: string, seq: number, limit: number): Promise<readonly LogRow[]> {
  const query = sql<LogRow>`select seq, at, kind, data from event where "match" = ${log} and seq >= ${seq}
    order by seq limit ${sql.lit(limit)}`;
  return (await query.execute(db)).rows;
}

interface Moved {
  readonly id: string;
  readonly account: LoggedAccount;
  readonly person: PersonRow;
  readonly now: number;
}

async function addRows(db: Kysely<Schema>, rows: Rows, { id, account, person, now }: Moved): Promise<void> {
  const { touched_at } = person;
  const sessions = account.isLeaving ? [] : [...account.sessions.values()];
  // Earlier versions did not store the use of sessions, so their sessions count as used today.
  const isUntracked = sessions.some(({ usedAt }) => usedAt === null);
  const seen_on = startOfDay(isUntracked ? now : touched_at);
  rows.account.push({ id, name: account.name, created_at: account.createdAt, seen_on, revision: 1, touched_at });
  for (const { id: session, hash, agent, openedAt, usedAt, confirmedAt } of sessions) {
    const times = { opened_at: openedAt, used_on: startOfDay(usedAt ?? now), confirmed_at: confirmedAt };
    rows.session.push({ id: session, account: id, secret_hash: hash, agent, ...times });
  }
  const streams = new Set([...account.traces, ...(await tracesOf(db, id))]);
  rows.account_stream.push(...[...streams].map((stream) => ({ account: id, stream })));
  rows.spent_challenge.push(...(await spentSince(db, person, now - CHALLENGE_LIFE)));
  if (!account.isLeaving) await addCredentials(db, rows, id, account);
}

async function addCredentials(db: Kysely<Schema>, rows: Rows, id: string, account: LoggedAccount): Promise<void> {
  const { login, passwordHash, passkeys } = account;
  if (login !== null && passwordHash !== null && (await isClaimedBy(db, login, id))) {
    rows.username.push({ name: login, account: id });
    rows.password.push({ account: id, hash: passwordHash });
  }
  for (const { id: passkey, key, counter, transports, agent, addedAt } of passkeys.values()) {
    const details = { counter, transports: JSON.stringify(transports), agent, added_at: addedAt };
    rows.passkey.push({ id: passkey, account: id, public_key: key, ...details });
  }
}

/** Whether a username leads to an account. Only then could it be used to sign in. */
async function isClaimedBy(db: Kysely<Schema>, login: string, account: string): Promise<boolean> {
  const hash = createHash('sha256').update(`login ${login}`).digest().subarray(0, 16).toString('base64url');
  const { rows } = await sql<{ readonly head: string }>`select head from "match" where id = ${`n-${hash}`}`.execute(db);
  const [claim] = rows;
  return claim !== undefined && z.object({ person: z.string() }).parse(JSON.parse(claim.head)).person === account;
}

/** The recorded tables of a person. */
async function tracesOf(db: Kysely<Schema>, person: string): Promise<readonly string[]> {
  const query = sql<{ readonly data: string }>`select data from event
    where "match" = ${`t-${person}`} and kind = 'traced' order by seq`;
  const { rows } = await query.execute(db);
  return rows.map(({ data }) => z.object({ table: z.string() }).parse(JSON.parse(data)).table);
}

/** Answered challenges of a person that have not expired. */
async function spentSince(db: Kysely<Schema>, { id, touched_at }: PersonRow, since: number): Promise<readonly Row[]> {
  if (touched_at < since) return [];
  const query = sql<{ readonly at: number; readonly client_id: string }>`select at, client_id from event
    where "match" = ${id} and client_id is not null and at > ${since}`;
  const { rows } = await query.execute(db);
  return rows.flatMap(({ at, client_id }) => {
    const name = z.string().parse(JSON.parse(client_id));
    const challenge = name.startsWith('challenge ') ? name.slice('challenge '.length) : null;
    return challenge === null ? [] : [{ challenge, expires_at: at + CHALLENGE_LIFE }];
  });
}

async function moveSecrets(db: Kysely<Schema>): Promise<void> {
  for (const name of ['devices', 'challenges']) {
    const query = sql<{ readonly head: string }>`select head from "match" where id = ${`server-${name}`}`;
    const [row] = (await query.execute(db)).rows;
    if (row === undefined) continue;
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(row.head));
    await insert(db, 'secret', [{ name, value: key }]);
  }
}

/** On a conflict, a passkey or session stays with the account that had it first. */
async function insert(db: Kysely<Schema>, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS) {
    const page = rows.slice(start, start + ROWS);
    const names = sql.join(Object.keys(page[0] ?? {}).map((column) => sql.ref(column)));
    const values = page.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)} on conflict do nothing`.execute(db);
  }
}

async function removeLogs(db: Kysely<Schema>): Promise<void> {
  const isMoved = (head: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`${head} in (${PERSON_HEAD}, ${TRACES_HEAD}) or ${head} like ${LOGIN_HEAD} or ${head} like ${SERVER_HEAD}`;
  const moved = sql`select id from "match" where ${isMoved(sql`head`)}`;
  for (const table of ['event', 'listing', 'participant']) {
    await sql`delete from ${sql.table(table)} where "match" in (${moved})`.execute(db);
  }
  await sql`delete from "match" where ${isMoved(sql`head`)}`.execute(db);
}
