import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import {
  FORGOTTEN,
  PROBE,
  type AppendOperation,
  type CreateOperation,
  type EraseOperation,
  type ForgetOperation,
  type KeepOperation,
  type ListingText,
  type Operation,
  type RedactOperation,
  type RelistOperation,
  type Reply,
  type Row,
  type TransactionOperation,
  type TrimOperation,
} from '../operations.ts';
import { StoreFault } from '../errors.ts';
import type { Schema } from '../schema.ts';
import { storeErrorOf } from '../repository.ts';
import type { AppendResult, CreateResult, EraseResult, TrimResult } from '../streams/stream.ts';

/** The clock that all nodes share, in milliseconds since 1970. */
export const DATABASE_CLOCK = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Executes an operation atomically. Rejects only with `StoreFault`. Most operations are one statement in one round trip. */
export async function perform(database: Kysely<Schema>, operation: Operation): Promise<Reply> {
  try {
    switch (operation.kind) {
      case 'keep':
        return await keep(database, operation);
      case 'forget':
        return await forget(database, operation);
      case 'create':
        return await create(database, operation);
      case 'append':
        return await append(database, operation);
      case 'relist':
        return await relist(database, operation);
      case 'redact':
        return await redact(database, operation);
      case 'erase':
        return await erase(database, operation);
      case 'transaction':
        return await transactAgain(database, operation);
      case 'trim':
        return await trim(database, operation);
      case 'probe':
        return await probe(database);
    }
  } catch (error) {
    const failure = storeErrorOf(error);
    if (failure instanceof StoreFault) throw failure;
    return { name: 'unavailable', detail: failure.message };
  }
}

async function keep(database: Kysely<Schema>, operation: KeepOperation): Promise<Reply> {
  const { id, at, game, endedBy, record, summary } = operation;
  await sql`
    insert into kept_game (id, kept_at, game, ended_by, record, summary)
    values (${id}, ${at}, ${game}, ${endedBy}, ${record}, ${summary})
    on conflict (id) do update set summary = excluded.summary
    where kept_game.summary is null and excluded.summary is not null and kept_game.record <> ${FORGOTTEN}`.execute(
    database,
  );
  return { name: 'kept' };
}

async function forget(database: Kysely<Schema>, { id }: ForgetOperation): Promise<Reply> {
  const { rows } = await sql`
    update kept_game set record = ${FORGOTTEN}, summary = null
    where id = ${id} and record <> ${FORGOTTEN} returning id`.execute(database);
  return { name: rows.length > 0 ? 'forgotten' : 'unknown-game' };
}

async function create(database: Kysely<Schema>, operation: CreateOperation): Promise<CreateResult> {
  const { stream, at, head, listing } = operation;
  const { rows } = await sql`
    with moved as (
      insert into match (id, created_at, head, seq, touched_at) values (${stream}, ${at}, ${head}, 0, ${DATABASE_CLOCK})
      on conflict (id) do nothing returning id, seq
    )${listing === null ? sql`` : list(listing)}
    ${DONE}`.execute(database);
  return { name: rows.length > 0 ? 'created' : 'exists' };
}

/** Parts of a statement that replace the listings of the streams in `moved`. */
const list = (listing: ListingText | null): RawBuilder<unknown> =>
  listing === null
    ? sql`, listed as (${deleteListing}), left_by as (${leave([])})`
    : sql`, listed as (${upsertListing(listing)}), left_by as (${leave(listing.people)}), joined as (${join(listing)})`;

const upsertListing = ({ status, listedAt, summary, game, own }: ListingText): RawBuilder<unknown> => sql`
  insert into listing (match, status, listed_at, summary, game, own)
  select id, ${status}::text, ${listedAt}::bigint, ${summary}::text, ${game}::text, ${own}::text from moved
  on conflict (match) do update
  set status = excluded.status, listed_at = excluded.listed_at, summary = excluded.summary,
    game = excluded.game, own = excluded.own`;

const deleteListing = sql`delete from listing using moved where listing.match = moved.id`;

/** Deletes all participants except `people`: one statement must not delete and insert the same row. */
const leave = (people: readonly string[]): RawBuilder<unknown> => sql`
  delete from participant using moved
  where participant.match = moved.id and participant.person <> all(${people}::text[])`;

const join = ({ people, listedAt }: ListingText): RawBuilder<unknown> => sql`
  insert into participant (person, match, at)
  select person, id, ${listedAt}::bigint from moved, unnest(${people}::text[]) as person
  on conflict (match, person) do update set at = excluded.at`;

/** Returns a row if the operation was done. */
const DONE = sql`select 1 from moved`;

/**
 * Compare and append. The first statement that changes the row of the stream wins; all others find another number there. In addition, the
 * primary key of the log (match, seq) excludes a second winner, and the key of client ids excludes a resend.
 */
async function append(database: Kysely<Schema>, operation: AppendOperation): Promise<AppendResult> {
  const seq = operation.expected + operation.events.length;
  try {
    const { rows } = await appendQuery(operation, seq).execute(database);
    if (rows.length > 0) return { name: 'appended', seq };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  return explain(database, operation);
}

function appendQuery(
  { stream, expected, events, clientId, listing }: AppendOperation,
  seq: number,
): RawBuilder<unknown> {
  const isNew = clientId === null ? sql`` : sql`and not exists (${doneAs(stream, clientId)})`;
  const seqs = events.map((_, index) => expected + index + 1);
  return sql`
    with moved as (
      update match set seq = ${seq}, touched_at = ${DATABASE_CLOCK}
      where id = ${stream} and seq = ${expected} ${isNew} returning id, seq
    ), stored as (
      insert into event (match, seq, at, kind, data, client_id)
      select moved.id, new.seq, new.at, new.kind, new.data, case when new.seq = moved.seq then ${clientId}::text end
      from moved, unnest(${seqs}::int[], ${events.map(({ at }) => at)}::bigint[],
        ${events.map(({ kind }) => kind)}::text[], ${events.map(({ data }) => data)}::text[]) as new(seq, at, kind, data)
    )${listing === undefined ? sql`` : list(listing)}
    ${DONE}`;
}

const doneAs = (stream: string, clientId: string): RawBuilder<{ readonly seq: number }> =>
  sql`select seq from event where match = ${stream} and client_id = ${clientId}`;

/** Why nothing was appended. */
async function explain(database: Kysely<Schema>, { stream, clientId }: AppendOperation): Promise<AppendResult> {
  if (clientId !== null) {
    const [before] = (await doneAs(stream, clientId).execute(database)).rows;
    if (before !== undefined) return { name: 'duplicate', seq: before.seq };
  }
  const row = await database.selectFrom('match').select('seq').where('id', '=', stream).executeTakeFirst();
  return row === undefined ? { name: 'unknown-stream' } : { name: 'conflict', seq: row.seq };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

const FOREIGN_KEY_VIOLATION = '23503';

const isViolation = (error: unknown): boolean => isUniqueViolation(error) || codeOf(error) === FOREIGN_KEY_VIOLATION;

async function relist(database: Kysely<Schema>, { stream, seq, listing }: RelistOperation): Promise<Reply> {
  // The row lock prevents an append before the listing is written.
  const { rows } = await sql`
    with moved as (select id, seq from match where id = ${stream} and seq = ${seq} for update)${list(listing)}
    select id from moved`.execute(database);
  return { name: rows.length > 0 ? 'relisted' : 'moved-on' };
}

async function redact(database: Kysely<Schema>, operation: RedactOperation): Promise<Reply> {
  const { stream, seq, head, data, event, listing } = operation;
  const last = event === null ? seq : seq + 1;
  const stored =
    event === null
      ? sql``
      : sql`, stored as (
          insert into event (match, seq, at, kind, data)
          select id, seq, ${event.at}::bigint, ${event.kind}::text, ${event.data}::text from moved
        )`;
  const { rows } = await sql`
    with moved as (
      update match set head = ${head}, seq = ${last}, touched_at = ${DATABASE_CLOCK}
      where id = ${stream} and seq = ${seq} returning id, seq
    ), rewritten as (
      update event set data = new.data, client_id = null
      from moved, unnest(${data.map((each) => each.seq)}::int[], ${data.map((each) => each.data)}::text[]) as new(seq, data)
      where event.match = moved.id and event.seq = new.seq
    )${stored}${list(listing)}
    ${DONE}`.execute(database);
  return rows.length > 0 ? { name: 'redacted', seq: last } : { name: 'moved-on' };
}

/** Deletes the row of the stream first. This waits for concurrent appends, so that the later statements see their events. */
function erase(database: Kysely<Schema>, { stream }: EraseOperation): Promise<EraseResult> {
  return database.transaction().execute(async (db) => {
    const gone = await db.deleteFrom('match').where('id', '=', stream).executeTakeFirst();
    if (gone.numDeletedRows === 0n) return { name: 'unknown-stream' };
    for (const table of ['event', 'listing', 'participant'] as const) {
      await db.deleteFrom(table).where('match', '=', stream).execute();
    }
    return { name: 'erased' };
  });
}

/** Thrown to roll a transaction back. */
class Refused extends Error {}

/**
 * A constraint may be violated because another node changed the same rows at the same time. The second attempt sees what the other wrote; a
 * violation that remains is a bug.
 */
async function transactAgain(database: Kysely<Schema>, operation: TransactionOperation): Promise<Reply> {
  try {
    return await transact(database, operation);
  } catch (error) {
    if (!isViolation(error)) throw error;
    return transact(database, operation);
  }
}

async function transact(database: Kysely<Schema>, { statements }: TransactionOperation): Promise<Reply> {
  try {
    const rows = await database.transaction().execute(async (db) => {
      const all: (readonly Row[])[] = [];
      for (const { sql: text, parameters, otherwise } of statements) {
        const done = await db.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]));
        const count = Math.max(done.rows.length, Number(done.numAffectedRows ?? 0));
        if (count === 0 && otherwise !== null) throw new Refused(otherwise);
        all.push(done.rows);
      }
      return all;
    });
    return { name: 'done', rows };
  } catch (error) {
    if (error instanceof Refused) return { name: 'refused', reason: error.message };
    throw error;
  }
}

async function trim(database: Kysely<Schema>, { stream, seqs }: TrimOperation): Promise<TrimResult> {
  await sql`
    delete from event using match
    where match.id = ${stream} and event.match = match.id and event.seq = any(${seqs}::int[]) and event.seq < match.seq`.execute(
    database,
  );
  return { name: 'trimmed' };
}

function probe(database: Kysely<Schema>): Promise<Reply> {
  return database.transaction().execute(async (db) => {
    const listing = {
      match: PROBE.stream,
      status: 'closed',
      listed_at: 0,
      summary: PROBE.summary,
      game: null,
      own: null,
    } as const;
    await db.insertInto('listing').values(listing).execute();
    await db.deleteFrom('listing').where('match', '=', PROBE.stream).execute();
    return { name: 'written' };
  });
}
