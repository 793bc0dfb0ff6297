import { createHash } from 'node:crypto';
import {
  canonicalJson,
  formatError,
  type GameRecord,
  knownFields,
  type Options,
  parseRecord,
  type RecordEnd,
  type StoredRecord,
} from '@tablier/core';
import type { Generated } from 'kysely';
import { parsedOrNull, Repository, rowOf, rowsOf, statement } from './repository.ts';

export interface ArchiveTables {
  readonly kept_game: {
    /** The order in which games were archived. */
    readonly seq: Generated<number>;
    readonly id: string;
    readonly kept_at: number;
    readonly game: string;
    /** How the game ended (`rules`, `resign`, …); null for an unfinished one. */
    readonly ended_by: string | null;
    /** The whole record, from which the other columns are derived. The JSON text `null` for a forgotten game. */
    readonly record: string;
    /** What lists show besides id, game and time, as JSON; null if it is not listed. */
    readonly summary: string | null;
  };
}

/** Replaces the record of a forgotten game. The row stays, so that the same game is not archived again. */
const FORGOTTEN = 'null';

export interface ArchivedSummary {
  readonly id: string;
  /** When it was first archived, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  readonly plies: number;
  readonly end: RecordEnd;
}

export interface ArchivedGame {
  readonly id: string;
  readonly keptAt: number;
  /** Only the declared fields of the given record. */
  readonly record: StoredRecord;
}

export interface ArchiveExtras {
  /** Whether to add the game to the public list (`recent`). Otherwise it is only found by its id. Absent: false. */
  readonly isListed?: boolean;
}

export class Archive extends Repository {
  async keep(given: GameRecord, isListed: boolean): Promise<string> {
    const record = knownFields(given);
    const id = recordId(record);
    const kept = this.database.insertInto('kept_game').values({
      id,
      kept_at: this.deps.now(),
      game: record.game,
      ended_by: record.end?.by ?? null,
      record: JSON.stringify(record),
      summary: isListed ? summaryText(record) : null,
    });
    const listed = kept.onConflict((known) =>
      known
        .column('id')
        .doUpdateSet(({ ref }) => ({ summary: ref('excluded.summary') }))
        .where('kept_game.summary', 'is', null)
        .where('excluded.summary', 'is not', null)
        .where('kept_game.record', '<>', FORGOTTEN),
    );
    await this.write([statement(listed)]);
    return id;
  }

  async find(id: string): Promise<ArchivedGame | undefined> {
    const row = await rowOf(this.database.selectFrom('kept_game').select(['kept_at', 'record']).where('id', '=', id));
    if (row === undefined || row.record === FORGOTTEN) return undefined;
    const record = parseRecord(JSON.parse(row.record));
    if (!record.ok) throw new Error(`the archived game ${id} is damaged: ${formatError(record.error)}`);
    return { id, keptAt: row.kept_at, record: knownFields(record.value) };
  }

  async recent(limit: number, before?: string): Promise<readonly ArchivedSummary[]> {
    const listed = this.database.selectFrom('kept_game').where('summary', 'is not', null);
    const place = this.database
      .selectFrom('kept_game')
      .select('seq')
      .where('id', '=', before ?? '');
    const earlier = before === undefined ? listed : listed.where('seq', '<', place);
    const rows = earlier.select(['id', 'kept_at', 'game', 'summary']).orderBy('seq', 'desc').limit(limit);
    return readSummaries(await rowsOf(rows));
  }

  /** Returns whether the game was there. */
  async forget(id: string): Promise<boolean> {
    const kept = this.database.updateTable('kept_game').set({ record: FORGOTTEN, summary: null }).where('id', '=', id);
    const isKept = statement(kept.where('record', '<>', FORGOTTEN), 'unknown');
    return (await this.write([isKept], { erases: true })).name === 'done';
  }
}

/** 128 bits of the SHA-256 of the canonical JSON, so that a resend is harmless and no one guesses the id without the record. */
export function recordId(record: GameRecord): string {
  return createHash('sha256').update(canonicalJson(record)).digest().subarray(0, 16).toString('base64url');
}

/** The longest summary that is listed, in characters, so that lists stay small. */
const LONGEST = 2000;

type Summary = Pick<ArchivedSummary, 'players' | 'options' | 'plies' | 'end'>;

/** The list entry of a game, as JSON. `null` for an unfinished game, and if the entry would be too long. */
export function summaryText({ players, options, moves, end }: StoredRecord): string | null {
  if (end === undefined) return null;
  const text = JSON.stringify({ players, options, plies: moves.length, end } satisfies Summary);
  return text.length > LONGEST ? null : text;
}

type SummaryRow = Pick<ArchiveTables['kept_game'], 'id' | 'kept_at' | 'game' | 'summary'>;

/** Rows of the list, whose summaries `summaryText` wrote. */
export const readSummaries = (rows: readonly SummaryRow[]): ArchivedSummary[] =>
  rows.flatMap(({ id, kept_at, game, summary }) => {
    const parsed = parsedOrNull(summary ?? '') as Summary | null;
    return parsed === null ? [] : [{ id, keptAt: kept_at, game, ...parsed }];
  });
