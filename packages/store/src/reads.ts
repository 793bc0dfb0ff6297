import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatError, knownFields, parseRecord } from '@tablier/core';
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { storeErrorOf } from './store-errors.ts';
import { FORGOTTEN, type NoticeSink } from './operations.ts';
import type { Schema } from './schema.ts';
import {
  type ArchivedGame,
  type ArchivedSummary,
  type ListedStream,
  type OwnListing,
  type StreamHead,
  type StreamOfPerson,
  type StreamStatus,
  type StandingFilter,
  type StandingStream,
  type StoredEvent,
} from './store.ts';
import { parsedOrNull, readSummaries } from './summaries.ts';

/** The queries, the same for both databases. Parameters may be untrusted. */
export class Reads {
  private readonly database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.database = database;
  }

  async find(id: string): Promise<ArchivedGame | undefined> {
    if (!isId(id)) return undefined;
    const rows = this.database.selectFrom('kept_game').select(['id', 'kept_at', 'record']).where('id', '=', id);
    const row = await answer(rows.executeTakeFirst());
    return row === undefined || row.record === FORGOTTEN ? undefined : readGame(row);
  }

  async recent(limit: number, before?: string): Promise<readonly ArchivedSummary[]> {
    if (before !== undefined && !isId(before)) return [];
    const listed = this.database.selectFrom('kept_game').where('summary', 'is not', null);
    const earlier =
      before === undefined
        ? listed
        : listed.where('seq', '<', (query) => query.selectFrom('kept_game').select('seq').where('id', '=', before));
    const rows = earlier.select(['id', 'kept_at', 'game', 'summary']).orderBy('seq', 'desc').limit(limit);
    return readSummaries(await answer(rows.execute()));
  }

  async head(id: string): Promise<StreamHead | undefined> {
    if (!isId(id)) return undefined;
    const row = await answer(this.database.selectFrom('match').selectAll().where('id', '=', id).executeTakeFirst());
    return row && { id, createdAt: row.created_at, head: JSON.parse(row.head) as unknown, seq: row.seq };
  }

  async read(match: string, fromSeq: number, limit?: number): Promise<readonly StoredEvent[]> {
    if (!isId(match)) return [];
    const all = this.database.selectFrom('event').select(['seq', 'at', 'kind', 'data']).where('match', '=', match);
    const events = all.where('seq', '>=', fromSeq).orderBy('seq');
    const rows = await answer((limit === undefined ? events : events.limit(limit)).execute());
    return rows.map(({ seq, at, kind, data }) => ({ seq, at, kind, data: JSON.parse(data) as unknown }));
  }

  async seqOf(match: string, clientId: string): Promise<number | undefined> {
    if (!isId(match)) return undefined;
    const events = this.database.selectFrom('event').select('seq').where('match', '=', match);
    const row = await answer(events.where('client_id', '=', JSON.stringify(clientId)).executeTakeFirst());
    return row?.seq;
  }

  async standing({ statuses, ids, person, before, limit }: StandingFilter): Promise<readonly StandingStream[]> {
    // Without any, PostgreSQL refuses the query.
    const known = ids?.filter(isId);
    if (known?.length === 0 || (person !== undefined && !isId(person))) return [];
    let rows = this.database
      .selectFrom('match')
      .innerJoin('listing', 'listing.match', 'match.id')
      .select(['match.id', 'match.head', 'match.touched_at', 'listing.status'])
      .where('listing.status', 'in', [...statuses]);
    if (known !== undefined) rows = rows.where('match.id', 'in', known);
    if (person !== undefined) {
      const own = this.database.selectFrom('participant').select('match').where('person', '=', person);
      rows = rows.where('match.id', 'in', own);
    }
    if (before !== undefined) {
      const { touchedAt, id } = before;
      // The first condition is a place in the index; the second decides among equal times.
      rows = rows
        .where('match.touched_at', '<=', touchedAt)
        .where(({ eb, or, and }) =>
          or([
            eb('match.touched_at', '<', touchedAt),
            and([eb('match.touched_at', '=', touchedAt), eb('match.id', '<', id)]),
          ]),
        );
    }
    const found = await answer(
      rows.orderBy('match.touched_at', 'desc').orderBy('match.id', 'desc').limit(limit).execute(),
    );
    return found.map(({ touched_at, head, ...row }) => ({ ...row, touchedAt: touched_at, head: parsedOrNull(head) }));
  }

  async list(status: StreamStatus, limit: number): Promise<readonly ListedStream[]> {
    const rows = this.database
      .selectFrom('listing')
      .innerJoin('match', 'match.id', 'listing.match')
      .select(['match.id', 'match.seq', 'listing.status', 'listing.listed_at', 'listing.summary'])
      .where('listing.status', '=', status)
      .orderBy('listing.listed_at', 'desc')
      .orderBy('listing.match', 'desc')
      .limit(limit);
    return (await answer(rows.execute())).map(({ listed_at, summary, ...row }) => ({
      ...row,
      listedAt: listed_at,
      summary: parsedOrNull(summary),
    }));
  }

  async streamsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly StreamOfPerson[]> {
    if (!isId(person)) return [];
    return answer(this.ofPerson(person, statuses, before).limit(limit).execute());
  }

  async listingsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly OwnListing[]> {
    if (!isId(person)) return [];
    const rows = this.ofPerson(person, statuses, before).select('listing.own').limit(limit);
    return (await answer(rows.execute())).map(({ own, ...row }) => ({ ...row, own: own && parsedOrNull(own) }));
  }

  /** In the order of an index. Most streams of a person are over, so their status is not looked up in another one. */
  private ofPerson(person: string, statuses: readonly StreamStatus[], before?: StreamOfPerson) {
    const rows = this.database
      .selectFrom('participant')
      .innerJoin('listing', 'listing.match', 'participant.match')
      .select(['participant.match as id', 'participant.at'])
      .where('participant.person', '=', person)
      .where('listing.status', 'in', [...statuses])
      .orderBy('participant.at', 'desc')
      .orderBy('participant.match', 'desc');
    return before === undefined
      ? rows
      : rows.where(sql<boolean>`(participant.at, participant.match) < (${before.at}, ${before.id})`);
  }

  async running(): Promise<ReadonlyMap<string, number>> {
    const rows = this.database
      .selectFrom('listing')
      .select(({ fn }) => ['game', fn.countAll<number | string>().as('count')])
      .where('status', '=', 'running')
      .where('game', 'is not', null)
      .groupBy('game');
    return new Map((await answer(rows.execute())).map(({ game, count }) => [game ?? '', Number(count)]));
  }

  async lacksPeople(): Promise<boolean> {
    const [listing, participant] = await answer(
      Promise.all([
        this.database.selectFrom('listing').select('match').limit(1).executeTakeFirst(),
        this.database.selectFrom('participant').select('match').limit(1).executeTakeFirst(),
      ]),
    );
    return listing !== undefined && participant === undefined;
  }

  /** The ids of the streams after one, in order of ids, at most `limit`. */
  async matchesAfter(id: string, limit: number): Promise<readonly string[]> {
    const rows = this.database.selectFrom('match').select('id').where('id', '>', id).orderBy('id').limit(limit);
    return (await answer(rows.execute())).map((row) => row.id);
  }

  /** Notifies of the streams and accounts that were written to since a time. */
  async notifyTouched(since: number, sink: NoticeSink): Promise<void> {
    const streams = this.database.selectFrom('match').select(['id', 'touched_at', 'seq as version']);
    await inPages(
      (last) => touched(streams, since, last).execute(),
      ({ id, version }) => sink.stream(id, version),
    );
    const accounts = this.database.selectFrom('account').select(['id', 'touched_at', 'revision as version']);
    await inPages(
      (last) => touched(accounts, since, last).execute(),
      ({ id, version }) => sink.account(id, version),
    );
  }
}

/** Rows that are read and reported at once: after a long outage there may be many. */
const PAGE = 500;

interface TouchedRow {
  readonly id: string;
  readonly touched_at: number;
  readonly version: number;
}

/** The rows touched since a time, from the oldest on; with `last`, those after that one. */
const touched = <Table extends 'match' | 'account'>(
  rows: SelectQueryBuilder<Schema, Table, TouchedRow>,
  since: number,
  last: TouchedRow | undefined,
): SelectQueryBuilder<Schema, Table, TouchedRow> =>
  rows
    .where(sql<boolean>`touched_at >= ${last?.touched_at ?? since}`)
    .where(sql<boolean>`(touched_at, id) > (${last?.touched_at ?? since}, ${last?.id ?? ''})`)
    .orderBy(sql`touched_at`)
    .orderBy(sql`id`)
    .limit(PAGE);

/** Does work for all rows in pages, and lets other work run between them. */
async function inPages(
  read: (last?: TouchedRow) => Promise<readonly TouchedRow[]>,
  work: (row: TouchedRow) => void,
): Promise<void> {
  for (let last: TouchedRow | undefined; ;) {
    const page = await answer(read(last));
    for (const row of page) work(row);
    if (page.length < PAGE) return;
    last = page.at(-1);
    await nextTurn();
  }
}

/** Whether a text has the form of an id: letters, digits, `-` and `_`. */
export const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

/** The result of a query. Rejects with `StoreUnavailable` if the database does not answer, and with `StoreFault` for a bug. */
export async function answer<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw storeErrorOf(error);
  }
}

function readGame(row: { readonly id: string; readonly kept_at: number; readonly record: string }): ArchivedGame {
  const record = parseRecord(JSON.parse(row.record));
  if (!record.ok) throw new Error(`the archived game ${row.id} is damaged: ${formatError(record.error)}`);
  return { id: row.id, keptAt: row.kept_at, record: knownFields(record.value) };
}
