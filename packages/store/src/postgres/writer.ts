import { CompiledQuery, type Kysely, sql } from 'kysely';
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
import { isId, storeErrorOf, versionIn } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type { Broker } from './broker.ts';
import { prepare } from './connect.ts';
import {
  formatNotice,
  MATCH_CHANNEL,
  MESSAGE_CHANNEL,
  passNotices,
  PostgresListener,
  PostgresNotifier,
  Topics,
  withEvent,
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
  private readonly appends: Appends;
  private readonly topics = new Topics();
  private readonly underWay = new Set<Promise<unknown>>();
  private listener: PostgresListener | null = null;

  constructor(place: PostgresPlace) {
    this.place = place;
    this.writeHealth = new WriteHealth(place.now);
    this.appends = new Appends(place.database);
    this.notifier = new PostgresNotifier(place.database, MATCH_CHANNEL, place.broker, () => this.topics.backend);
  }

  get health(): StoreHealth {
    return this.writeHealth.current;
  }

  async execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    const requestedAt = this.place.now();
    const writing = perform(this.place.database, this.appends, operation);
    this.underWay.add(writing);
    const reply = await writing.finally(() => this.underWay.delete(writing));
    this.writeHealth.answered(reply, requestedAt);
    const notice = noticeOf(operation, reply);
    if (notice !== null) this.announce(notice, operation);
    // `perform` returns the reply type of the operation.
    return reply as ReplyTo<O>;
  }

  private announce(notice: string, operation: Operation): void {
    // Sessions end at once on every node.
    if (operation.kind === 'transaction') return this.notifier.push(notice);
    if (operation.kind === 'append' && operation.topic !== null) {
      const { stream, topic, events, listing } = operation;
      // Only moves: a deal, and what waits in another stream of the topic, stay in the database.
      const [event] = stream === topic && isMove(operation) ? events : [];
      const text = event === undefined ? notice : withEvent(notice, event);
      this.notifier.push(text, topic);
      if (this.place.nodes.isMixed) this.notifier.push(text);
      if (listing === undefined) return;
    }
    this.notifier.pushLine(notice);
  }

  watch(sink: NoticeSink): Promise<void> {
    const { url, database, nodes, broker, observer } = this.place;
    const listener = new PostgresListener(url, {
      onText: (channel, text) =>
        channel === MESSAGE_CHANNEL ? nodes.subscriber.onMessage?.(text) : passNotices(text, sink),
      onListening: () => nodes.subscriber.onGap?.(),
      catchUp: (since) => notifyTouched(database, since - STAMPED_BEFORE, sink),
      onFault: (error) => observer.onFault?.(error),
      topics: this.topics,
      broker,
      mayMiss: () => nodes.isMixed || nodes.brokerState === 'unreachable',
    });
    this.listener = listener;
    return listener.start();
  }

  async subscribe(topic: string): Promise<void> {
    await Promise.all([this.topics.subscribe(topic), this.place.broker?.join(topic)]);
  }

  unsubscribe(topic: string): void {
    this.topics.unsubscribe(topic);
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
const CLOCK = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
export const DATABASE_CLOCK = sql<number>`${sql.raw(CLOCK)}`;

/** Executes an operation atomically. Rejects only with `StoreFault`. The frequent ones are one statement in one round trip. */
async function perform(database: Kysely<Schema>, appends: Appends, operation: Operation): Promise<Reply> {
  try {
    switch (operation.kind) {
      case 'create':
        return await create(database, operation);
      case 'append':
        return await (isMove(operation) ? appends.add(operation) : append(database, operation));
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
  const { rows } = await database.executeQuery(
    CompiledQuery.raw(listing === null ? CREATE.removed : CREATE.listed, [stream, at, head, ...listed(listing)]),
  );
  return { name: rows.length > 0 ? 'created' : 'exists' };
}

/** What becomes of the listings of the streams in `moved`, as parts of a statement. Their first parameter has the number `from`. */
const relistings = (from: number): Readonly<Record<'kept' | 'removed' | 'listed', string>> => {
  const [status, listedAt, summary, game, own, people] = [0, 1, 2, 3, 4, 5].map((index) => `$${from + index}`);
  // It deletes all participants except `people`: one statement must not delete and insert the same row.
  const leave = `delete from participant using moved where participant.match = moved.id`;
  return {
    kept: '',
    removed: `, listed as (delete from listing using moved where listing.match = moved.id), left_by as (${leave})`,
    listed: `, listed as (
      insert into listing (match, status, listed_at, summary, game, own)
      select id, ${status}::text, ${listedAt}::bigint, ${summary}::text, ${game}::text, ${own}::text from moved
      on conflict (match) do update
      set status = excluded.status, listed_at = excluded.listed_at, summary = excluded.summary,
        game = excluded.game, own = excluded.own
    ), left_by as (${leave} and participant.person <> all(${people}::text[])
    ), joined as (
      insert into participant (person, match, at)
      select person, id, ${listedAt}::bigint from moved, unnest(${people}::text[]) as person
      on conflict (match, person) do update set at = excluded.at
    )`,
  };
};

const listed = (listing: ListingText | null | undefined): readonly unknown[] =>
  listing ? [listing.status, listing.listedAt, listing.summary, listing.game, listing.own, listing.people] : [];

/** Statements by what becomes of the listing. They return a row if they were executed. */
const withListings = (first: string, from: number): Readonly<Record<'kept' | 'removed' | 'listed', string>> => {
  const { kept, removed, listed: put } = relistings(from);
  const text = (listing: string): string => prepare(`with moved as (${first}${listing} select 1 from moved`);
  return { kept: text(kept), removed: text(removed), listed: text(put) };
};

const CREATE = withListings(
  `insert into match (id, created_at, head, seq, touched_at) values ($1, $2, $3, 0, ${CLOCK})
  on conflict (id) do nothing returning id, seq)`,
  4,
);

const APPEND = withListings(
  `update match set seq = $2, touched_at = ${CLOCK} where id = $1 and seq = $3
    and not exists (select 1 from event where match = $1 and client_id = $4::text) returning id, seq
  ), stored as (
    insert into event (match, seq, at, kind, data, client_id)
    select moved.id, new.seq, new.at, new.kind, new.data, case when new.seq = moved.seq then $4::text end
    from moved, unnest($5::int[], $6::bigint[], $7::text[], $8::text[]) as new(seq, at, kind, data)
  )`,
  9,
);

/** Compare and append: the first change of the row of the stream wins. Keys exclude a second winner and a resend. */
async function append(database: Kysely<Schema>, operation: AppendOperation): Promise<AppendResult> {
  const { stream, expected, events, clientId, listing } = operation;
  const seq = expected + events.length;
  const seqs = events.map((_, index) => expected + index + 1);
  const columns = [events.map(({ at }) => at), events.map(({ kind }) => kind), events.map(({ data }) => data)];
  const text = listing === undefined ? APPEND.kept : listing === null ? APPEND.removed : APPEND.listed;
  try {
    const { rows } = await database.executeQuery(
      CompiledQuery.raw(text, [stream, seq, expected, clientId, seqs, ...columns, ...listed(listing)]),
    );
    if (rows.length > 0) return { name: 'appended', seq };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  return explain(database, operation);
}

const isMove = ({ stream, events, listing }: AppendOperation): boolean =>
  events.length === 1 && listing === undefined && isId(stream);

/** Appends of one event each to different streams. Returns the streams that were appended to. */
const APPEND_ALL = prepare(`
  with asked as (
    select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[])
      as asked(stream, expected, at, kind, data, client_id)
  ), moved as (
    update match set seq = expected + 1, touched_at = ${CLOCK} from asked where id = stream and seq = expected
      and not exists (select 1 from event where event.match = stream and event.client_id = asked.client_id)
    returning asked.*
  ), stored as (
    insert into event (match, seq, at, kind, data, client_id)
    select stream, expected + 1, at, kind, data, client_id from moved
  )
  select stream from moved`);

/** Statements of `Appends` that may be executed at the same time, and appends in one of them. */
const AT_ONCE = 2;
const MAX_TOGETHER = 128;
const NO_STREAMS: ReadonlySet<string> = new Set();

interface Waiting {
  readonly operation: AppendOperation;
  readonly settle: (result: Promise<AppendResult>) => void;
}

/** Appends that arrive while others are being executed share a statement: one round trip and one wait for the disk. */
class Appends {
  private readonly database: Kysely<Schema>;
  private waiting: Waiting[] = [];
  private running = 0;

  constructor(database: Kysely<Schema>) {
    this.database = database;
  }

  add(operation: AppendOperation): Promise<AppendResult> {
    return new Promise((settle) => {
      this.waiting.push({ operation, settle });
      this.next();
    });
  }

  private next(): void {
    if (this.running >= AT_ONCE || this.waiting.length === 0) return;
    const together = new Map<string, Waiting>();
    const later: Waiting[] = [];
    for (const each of this.waiting) {
      const { stream } = each.operation;
      if (together.has(stream) || together.size === MAX_TOGETHER) later.push(each);
      else together.set(stream, each);
    }
    this.waiting = later;
    this.running++;
    void this.run([...together.values()]).finally(() => {
      this.running--;
      this.next();
    });
  }

  /** One that was not done with the others is tried alone, which says why. */
  private async run(all: readonly Waiting[]): Promise<void> {
    const done = all.length > 1 ? this.doneOf(all.map(({ operation }) => operation)) : Promise.resolve(NO_STREAMS);
    const results = all.map(async ({ operation }) => {
      const { stream, expected } = operation;
      const isDone = (await done).has(stream);
      return isDone ? ({ name: 'appended', seq: expected + 1 } as const) : append(this.database, operation);
    });
    for (const [index, result] of results.entries()) all[index]?.settle(result);
    await Promise.allSettled(results);
  }

  /** None if one of them violates a key, or two nodes wait for each other. */
  private async doneOf(operations: readonly AppendOperation[]): Promise<ReadonlySet<string>> {
    const events = operations.flatMap(({ events: [event] }) => event ?? []);
    const columns = [
      operations.map(({ stream }) => stream),
      operations.map(({ expected }) => expected),
      events.map(({ at }) => at),
      events.map(({ kind }) => kind),
      events.map(({ data }) => data),
      operations.map(({ clientId }) => clientId),
    ];
    try {
      const { rows } = await this.database.executeQuery<{ stream: string }>(CompiledQuery.raw(APPEND_ALL, columns));
      return new Set(rows.map(({ stream }) => stream));
    } catch (error) {
      if (isUniqueViolation(error) || codeOf(error) === DEADLOCK) return NO_STREAMS;
      throw error;
    }
  }
}

/** Why nothing was appended. */
async function explain(database: Kysely<Schema>, { stream, clientId }: AppendOperation): Promise<AppendResult> {
  if (clientId !== null) {
    const done = database.selectFrom('event').select('seq').where('match', '=', stream);
    const before = await done.where('client_id', '=', clientId).executeTakeFirst();
    if (before !== undefined) return { name: 'duplicate', seq: before.seq };
  }
  const row = await database.selectFrom('match').select('seq').where('id', '=', stream).executeTakeFirst();
  return row === undefined ? { name: 'unknown-stream' } : { name: 'conflict', seq: row.seq };
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

const FOREIGN_KEY_VIOLATION = '23503';
const DEADLOCK = '40P01';

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
