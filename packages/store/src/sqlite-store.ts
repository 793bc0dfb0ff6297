import { formatError, type GameRecord, parseRecord } from '@tablier/core';
import type { Kysely } from 'kysely';
import { recordId } from './record-id.ts';
import type { Schema } from './schema.ts';
import type { KeptGame, KeptSummary, Store } from './store.ts';

/** The store on SQLite. Made by `openStore`. */
export class SqliteStore implements Store {
  private readonly database: Kysely<Schema>;
  private readonly now: () => number;

  constructor(database: Kysely<Schema>, now: () => number) {
    this.database = database;
    this.now = now;
  }

  async keep(record: GameRecord): Promise<string> {
    const id = recordId(record);
    const row = {
      id,
      kept_at: this.now(),
      game: record.game,
      ended_by: record.end?.by ?? null,
      record: JSON.stringify(record),
    };
    const insert = this.database.insertInto('kept_game').values(row);
    await insert.onConflict((conflict) => conflict.column('id').doNothing()).execute();
    return id;
  }

  async find(id: string): Promise<KeptGame | undefined> {
    const rows = this.database.selectFrom('kept_game').select(['id', 'kept_at', 'record']).where('id', '=', id);
    const row = await rows.executeTakeFirst();
    return row && readGame(row);
  }

  async recent(limit: number): Promise<readonly KeptSummary[]> {
    const ended = this.database.selectFrom('kept_game').where('ended_by', 'is not', null);
    const rows = await ended.select(['id', 'kept_at', 'record']).orderBy('seq', 'desc').limit(limit).execute();
    return rows.flatMap((row) => summaryOf(readGame(row)));
  }

  async close(): Promise<void> {
    await this.database.destroy();
  }
}

function readGame(row: { readonly id: string; readonly kept_at: number; readonly record: string }): KeptGame {
  const record = parseRecord(JSON.parse(row.record));
  if (!record.ok) throw new Error(`the kept game ${row.id} is damaged: ${formatError(record.error)}`);
  return { id: row.id, keptAt: row.kept_at, record: record.value };
}

/** Empty for a game that is still on. */
function summaryOf({ id, keptAt, record }: KeptGame): KeptSummary[] {
  const { game, players, options, moves, end } = record;
  return end === undefined ? [] : [{ id, keptAt, game, players, options, plies: moves.length, end }];
}
