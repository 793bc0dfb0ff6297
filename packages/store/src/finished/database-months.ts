import { type Kysely, sql } from 'kysely';
import { answer } from '../reads.ts';
import type { Schema } from '../schema.ts';
import type { GameMonths, MonthGame, MonthPage, MonthQuery, RemovedGame } from './game-months.ts';

/** The prefix of the names of the rows of `progress` about removed games; the rest is the number of the game. */
export const REMOVED = 'removed ';

/** The queries for monthly files, the same for both databases. */
export class DatabaseMonths implements GameMonths {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async first(game: string): Promise<number | null> {
    const rows = this.#listed(game).orderBy('ended_at').orderBy('seq').limit(1);
    return (await answer(rows.executeTakeFirst()))?.ended_at ?? null;
  }

  async read({ game, from, until, limit, after }: MonthQuery): Promise<MonthPage> {
    const { endedAt, seq } = after ?? { endedAt: from, seq: -1 };
    const found = this.#listed(game)
      .where('ended_at', '<', until)
      .where(sql<boolean>`(ended_at, seq) > (${endedAt}, ${seq})`)
      .orderBy('ended_at')
      .orderBy('seq')
      .limit(limit);
    const rows = await answer(
      this.#database
        .selectFrom(found.as('found'))
        .innerJoin('finished_game as g', 'g.seq', 'found.seq')
        .leftJoin('kept_game as k', 'k.id', 'g.record')
        .select(['g.seq', 'g.ended_at', 'g.pace', 'g.clock', 'g.record as id', 'k.record'])
        .orderBy('found.ended_at')
        .orderBy('found.seq')
        .execute(),
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
    return this.#database
      .selectFrom('finished_game')
      .select(['seq', 'ended_at'])
      .where('listed', '=', 1)
      .where('game', '=', game);
  }

  async #botsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, readonly (number | null)[]>> {
    const bySeq = new Map<number, (number | null)[]>();
    if (numbers.length === 0) return bySeq;
    const seats = this.#database
      .selectFrom('finished_seat')
      .select(['seq', 'bot'])
      .where('seq', 'in', [...numbers]);
    for (const { seq, bot } of await answer(seats.orderBy('seq').orderBy('seat').execute()))
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), bot]);
    return bySeq;
  }

  /** Of a few rows, so the order of texts, in which databases differ, does not matter. */
  async removed(): Promise<readonly RemovedGame[]> {
    const rows = await answer(this.#database.selectFrom('progress').select(['name', 'at', 'id']).execute());
    return rows.filter(({ name }) => name.startsWith(REMOVED)).map(({ at, id }) => ({ game: id, endedAt: at }));
  }
}
