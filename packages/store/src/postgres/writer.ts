import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type AppendOperation,
  type CreateOperation,
  type Executor,
  type ListingText,
  type Operation,
  type Reply,
  type ReplyTo,
  type Row,
  type StoreHealth,
  type StoreObserver,
  type TransactionOperation,
  WriteHealth,
} from '../operations.ts';
import { type NoticeSink, notifyTouched } from '../notices.ts';
import { storeErrorOf, versionIn } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';
import {
  Channels,
  formatNotice,
  MATCH_CHANNEL,
  MESSAGE_CHANNEL,
  passNotice,
  PostgresListener,
  PostgresNotifier,
} from './listener.ts';
import type { PostgresNodes } from './nodes.ts';
import { StoreFault } from '../errors.ts';
import type { AppendResult, CreateResult } from '../streams/stream.ts';

/** The maximum time between the time stamp of a write and its commit. Milliseconds. */
const STAMPED_BEFORE = 20_000;

interface PostgresPlace {
  readonly url: string;
  readonly database: Kysely<Schema>;
  readonly nodes: PostgresNodes;
  readonly broker: Broker | null;
  readonly now: () => number;
  readonly observer: StoreObserver;
}

export class PostgresWriter implements Executor {
  private readonly place: PostgresPlace;
  private readonly writeHealth: WriteHealth;
  private readonly notifier: PostgresNotifier;
  private readonly channels = new Channels();
  private readonly underWay = new Set<Promise<unknown>>();
  private listener: PostgresListener | null = null;

  constructor(place: PostgresPlace) {
    this.place = place;
    this.writeHealth = new WriteHealth(place.now);
    this.notifier = new PostgresNotifier(place.database, MATCH_CHANNEL, place.broker);
  }

  get health(): StoreHealth {
    return this.writeHealth.current;
  }

  async execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    const requestedAt = this.place.now();
    const writing = perform(this.place.database, operation);
    this.underWay.add(writing);
    const reply = await writing.finally(() => this.underWay.delete(writing));
    this.writeHealth.answered(reply, requestedAt);
    const notice = noticeOf(operation, reply);
    if (notice !== null) this.notifier.push(notice, operation.kind === 'append' ? operation.topic : null);
    // `perform` returns the reply type of the operation.
    return reply as ReplyTo<O>;
  }

  watch(sink: NoticeSink): Promise<void> {
    const { url, database, nodes, broker, observer } = this.place;
    const listener = new PostgresListener(url, {
      onText: (channel, text) => (channel === MESSAGE_CHANNEL ? nodes.deliver(text) : passNotice(text, sink)),
      onListening: () => nodes.reportGap(),
      catchUp: (since) => notifyTouched(database, since - STAMPED_BEFORE, sink),
      onFault: (error) => observer.onFault?.(error),
      channels: this.channels,
      broker,
    });
    this.listener = listener;
    return listener.start();
  }

  async subscribe(topic: string): Promise<void> {
    await Promise.all([this.channels.subscribe(topic), this.place.broker?.join(topic)]);
  }

  unsubscribe(topic: string): void {
    this.channels.unsubscribe(topic);
    this.place.broker?.leave(topic);
  }

  async close(): Promise<void> {
    await this.listener?.close();
    await Promise.allSettled(this.underWay);
    await this.notifier.settle();
    await this.place.nodes.close();
    await this.place.broker?.close();
    await this.place.database.destroy();
  }
}

function noticeOf(operation: Operation, reply: Reply): string | null {
  if (operation.kind === 'create') return reply.name === 'created' ? formatNotice('stream', operation.stream, 0) : null;
  if (operation.kind === 'append')
    return reply.name === 'appended' ? formatNotice('stream', operation.stream, reply.seq) : null;
  const { changes } = operation;
  return changes !== null && reply.name === 'done'
    ? formatNotice(changes.kind, changes.id, versionIn(reply.rows))
    : null;
}

/** The clock that all nodes share, in milliseconds since 1970. */
export const DATABASE_CLOCK = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Executes an operation atomically. Rejects only with `StoreFault`. The frequent ones are one statement in one round trip. */
export async function perform(database: Kysely<Schema>, operation: Operation): Promise<Reply> {
  try {
    switch (operation.kind) {
      case 'create':
        return await create(database, operation);
      case 'append':
        return await append(database, operation);
      case 'transaction':
        return await transactAgain(database, operation);
    }
  } catch (error) {
    const failure = storeErrorOf(error);
    if (failure instanceof StoreFault) throw failure;
    return { name: 'unavailable', detail: failure.message };
  }
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

/** Compare and append: the first change of the row of the stream wins. Keys exclude a second winner and a resend. */
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

class Refused extends Error {}

/** Another node may have changed the same rows at once: the second attempt sees that. A violation that remains is a bug. */
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
