import { formatError, type GameRecord, parseRecord } from '@tablier/core';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';
import {
  type KeptGame,
  type KeptSummary,
  type ListedMatch,
  type MatchHead,
  type MatchOfPerson,
  type MatchStatus,
  reasonOf,
  type StoredEvent,
  StoreUnavailable,
} from './store.ts';

/** The questions to a database, the same for both. Whatever is asked for may be any text. */
export class Reads {
  private readonly database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.database = database;
  }

  async find(id: string): Promise<KeptGame | undefined> {
    if (!isId(id)) return undefined;
    const rows = this.database.selectFrom('kept_game').select(['id', 'kept_at', 'record']).where('id', '=', id);
    const row = await answer(rows.executeTakeFirst());
    return row && readGame(row);
  }

  async recent(limit: number): Promise<readonly KeptSummary[]> {
    const ended = this.database.selectFrom('kept_game').where('ended_by', 'is not', null);
    const rows = ended.select(['id', 'kept_at', 'record']).orderBy('seq', 'desc').limit(limit);
    return (await answer(rows.execute())).flatMap((row) => summaryOf(readGame(row)));
  }

  async head(id: string): Promise<MatchHead | undefined> {
    if (!isId(id)) return undefined;
    const row = await answer(this.database.selectFrom('match').selectAll().where('id', '=', id).executeTakeFirst());
    return row && { id, createdAt: row.created_at, head: JSON.parse(row.head) as unknown, seq: row.seq };
  }

  async read(match: string, fromSeq: number): Promise<readonly StoredEvent[]> {
    if (!isId(match)) return [];
    const events = this.database.selectFrom('event').select(['seq', 'at', 'kind', 'data']).where('match', '=', match);
    const rows = await answer(events.where('seq', '>=', fromSeq).orderBy('seq').execute());
    return rows.map(({ seq, at, kind, data }) => ({ seq, at, kind, data: JSON.parse(data) as unknown }));
  }

  async list(status: MatchStatus, limit: number): Promise<readonly ListedMatch[]> {
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
      summary: JSON.parse(summary) as unknown,
    }));
  }

  async matchesOf(person: string, limit: number, statuses: readonly MatchStatus[]): Promise<readonly MatchOfPerson[]> {
    if (!isId(person)) return [];
    const rows = this.database
      .selectFrom('participant')
      .innerJoin('listing', 'listing.match', 'participant.match')
      .select(['participant.match as id', 'participant.at'])
      .where('participant.person', '=', person)
      .where('listing.status', 'in', [...statuses]);
    return answer(rows.orderBy('participant.at', 'desc').orderBy('participant.match', 'desc').limit(limit).execute());
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

  /** The ids of the matches that come after one in order of ids, at most `limit`. */
  async matchesAfter(id: string, limit: number): Promise<readonly string[]> {
    const rows = this.database.selectFrom('match').select('id').where('id', '>', id).orderBy('id').limit(limit);
    return (await answer(rows.execute())).map((row) => row.id);
  }

  /** The matches created or appended to since a time, and how far they are. */
  async touchedSince(time: number): Promise<readonly { readonly id: string; readonly seq: number }[]> {
    const rows = this.database.selectFrom('match').select(['id', 'seq']).where('touched_at', '>=', time);
    return answer(rows.orderBy('touched_at').execute());
  }
}

/** Whether a text can be the id of anything here: letters, digits, `-` and `_`. */
export const isId = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

async function answer<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (error) {
    throw new StoreUnavailable(reasonOf(error), { cause: error });
  }
}

function readGame(row: { readonly id: string; readonly kept_at: number; readonly record: string }): KeptGame {
  const record = parseRecord(JSON.parse(row.record));
  if (!record.ok) throw new Error(`the kept game ${row.id} is damaged: ${formatError(record.error)}`);
  return { id: row.id, keptAt: row.kept_at, record: record.value };
}

/** Empty for a game that is still on. */
function summaryOf({ id, keptAt, record }: KeptGame): KeptSummary[] {
  const { game, players, options, moves, end }: GameRecord = record;
  return end === undefined ? [] : [{ id, keptAt, game, players, options, plies: moves.length, end }];
}
