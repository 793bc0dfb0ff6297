import { sql } from 'kysely';
import { Repository, rowOf, rowsOf } from '../repository.ts';
import type { FinishedGame, FinishedPlace } from './finished-game.ts';

/** A public finished game, for the file of its month. It names no person. */
export interface MonthGame extends Pick<FinishedGame, 'record' | 'endedAt' | 'pace' | 'clock'> {
  /** Of its record in the archive. */
  readonly id: string;
  /** The level of the bot of each seat; `null` for a person. */
  readonly bots: readonly (number | null)[];
}

/** Some games of a span, oldest first. `next` is `null` at the end. */
export interface MonthPage {
  readonly games: readonly MonthGame[];
  readonly next: FinishedPlace | null;
}

/** Which games to read: of one game, ended at `from` or later and before `until`, after a place. */
export interface MonthQuery {
  readonly game: string;
  readonly from: number;
  readonly until: number;
  readonly after?: FinishedPlace;
  readonly limit: number;
}

/** A public game that was removed from the archive. */
export type RemovedGame = Pick<FinishedGame, 'game' | 'endedAt'>;

/** The prefix of the names of the rows of `progress` about removed games; the rest is the number of the game. */
export const REMOVED = 'removed ';

/** The public finished games in the order of time, for the monthly files. Reads reject with `StoreUnavailable`. Each is answered from an index. */
export class GameMonths extends Repository {
  /** When the first public game ended; `null` without any. */
  async first(game: string): Promise<number | null> {
    const rows = this.#listed(game).orderBy('ended_at').orderBy('seq').limit(1);
    return (await rowOf(rows))?.ended_at ?? null;
  }

  async read({ game, from, until, limit, after }: MonthQuery): Promise<MonthPage> {
    const { endedAt, seq } = after ?? { endedAt: from, seq: -1 };
    const found = this.#listed(game)
      .where('ended_at', '<', until)
      .where(sql<boolean>`(ended_at, seq) > (${endedAt}, ${seq})`)
      .orderBy('ended_at')
      .orderBy('seq')
      .limit(limit);
    const rows = await rowsOf(
      this.database
        .selectFrom(found.as('found'))
        .innerJoin('finished_game as g', 'g.seq', 'found.seq')
        .leftJoin('kept_game as k', 'k.id', 'g.record')
        .select(['g.seq', 'g.ended_at', 'g.pace', 'g.clock', 'g.record as id', 'k.record'])
        .orderBy('found.ended_at')
        .orderBy('found.seq'),
    );
    const bots = await this.#botsOf(rows.map((row) => row.seq));
    const games = rows.flatMap(({ seq: number, ended_at, record, ...row }): MonthGame[] =>
      record === null ? [] : [{ ...row, record, endedAt: ended_at, bots: bots.get(number) ?? [] }],
    );
    const last = rows.at(-1);
    return {
      games,
      next: rows.length < limit || last === undefined ? null : { endedAt: last.ended_at, seq: last.seq },
    };
  }

  #listed(game: string) {
    return this.database
      .selectFrom('finished_game')
      .select(['seq', 'ended_at'])
      .where('listed', '=', 1)
      .where('game', '=', game);
  }

  async #botsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, readonly (number | null)[]>> {
    const bySeq = new Map<number, (number | null)[]>();
    if (numbers.length === 0) return bySeq;
    const seats = this.database
      .selectFrom('finished_seat')
      .select(['seq', 'bot'])
      .where('seq', 'in', [...numbers]);
    for (const { seq, bot } of await rowsOf(seats.orderBy('seq').orderBy('seat')))
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), bot]);
    return bySeq;
  }

  /** Of a few rows, so the order of texts, in which databases differ, does not matter. */
  async removed(): Promise<readonly RemovedGame[]> {
    const rows = await rowsOf(this.database.selectFrom('progress').select(['name', 'at', 'id']));
    return rows.filter(({ name }) => name.startsWith(REMOVED)).map(({ at, id }) => ({ game: id, endedAt: at }));
  }
}
