import { type SelectQueryBuilder, sql } from 'kysely';
import { Repository, rowOf, rowsOf } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type {
  FinishedFilter,
  FinishedPlace,
  FoundGame,
  FoundGames,
  FoundSeat,
  GameTally,
  Progress,
  Unrecorded,
} from './finished-game.ts';

/** The most rows of an index that one search reads. */
const MAX_LOOKED_AT = 1000;
/** The newest games whose medians are taken. */
const MEDIAN_OF = 501;
/** The name of the row of `progress` about the recording of earlier games. */
export const RECORDING = 'finished-games';

const END: FinishedPlace = { endedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

export abstract class FinishedReads extends Repository {
  async has(match: string): Promise<boolean> {
    const row = this.database.selectFrom('finished_game').select('seq').where('match', '=', match);
    return (await rowOf(row)) !== undefined;
  }

  /** Reads `limit` streams that are over, after a place. One query, which reads neither heads nor events. */
  async unrecorded(limit: number, before?: NonNullable<Progress>): Promise<Unrecorded> {
    const rows = await rowsOf(
      this.database
        .selectFrom(this.#over(limit, before).as('found'))
        .leftJoin('finished_game as g', 'g.match', 'found.match')
        .select(['found.match', 'found.listed_at', 'g.seq'])
        .orderBy('found.listed_at', 'desc')
        .orderBy('found.match', 'desc'),
    );
    const matches = rows.filter(({ seq }) => seq === null).map(({ match }) => match);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return { matches, next: null };
    return { matches, next: { at: last.listed_at, id: last.match } };
  }

  #over(limit: number, { at, id }: NonNullable<Progress> = { at: END.endedAt, id: '' }) {
    const over = this.database.selectFrom('listing').select(['match', 'listed_at']).where('status', '=', 'over');
    return over
      .where(sql<boolean>`(listed_at, match) < (${at}, ${id})`)
      .orderBy('listed_at', 'desc')
      .orderBy('match', 'desc')
      .limit(limit);
  }

  async search(filter: FinishedFilter): Promise<FoundGames> {
    const { limit } = filter;
    const rows = await rowsOf(this.#matching(filter).limit(limit));
    const games = await this.#withSeats(rows);
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) return { games, next: { endedAt: last.endedAt, seq: last.seq } };
    return { games, next: await this.#endOfLook(filter) };
  }

  /** Where the search continues if it has read its share of the index. */
  async #endOfLook(filter: FinishedFilter): Promise<FinishedPlace | null> {
    const found = this.database
      .selectFrom(this.#candidates(filter).as('found'))
      .select(['found.ended_at', 'found.seq']);
    const rows = await rowsOf(found.orderBy('found.ended_at', 'desc').orderBy('found.seq', 'desc'));
    const last = rows.at(-1);
    if (last === undefined || rows.length < MAX_LOOKED_AT) return null;
    return { endedAt: last.ended_at, seq: last.seq };
  }

  /** The rows of the index that serves a search, newest first. */
  #candidates(filter: FinishedFilter) {
    if (filter.player !== undefined) return this.#ofPlayer(filter, filter.player.account);
    return filter.opening !== undefined && filter.game !== undefined
      ? this.#withOpening(filter, filter.game, filter.opening)
      : this.#listed(filter);
  }

  #ofPlayer(filter: FinishedFilter, account: string) {
    const own = this.database.selectFrom('finished_seat').select(['seq', 'ended_at', 'seat']);
    const rows = own.where('account', '=', account);
    return inSpan(filter.game === undefined ? rows : rows.where('game', '=', filter.game), filter);
  }

  #withOpening(filter: FinishedFilter, game: string, opening: readonly string[]) {
    const all = this.database.selectFrom('finished_opening').select(['seq', 'ended_at', sql<number>`0`.as('seat')]);
    return inSpan(all.where('game', '=', game).where('plies', '=', opening.join(' ')), filter);
  }

  #listed(filter: FinishedFilter) {
    const { game, pace } = filter;
    const all = this.database.selectFrom('finished_game').select(['seq', 'ended_at', sql<number>`0`.as('seat')]);
    let rows = all.where('listed', '=', 1);
    if (game !== undefined) rows = rows.where('game', '=', game);
    if (game !== undefined && pace !== undefined) rows = rows.where('pace', '=', pace);
    return inSpan(rows, filter);
  }

  /** The candidates that meet the other conditions, as expressions that no index serves: games are found by number. */
  #matching(filter: FinishedFilter) {
    const { player, pace, opponent, result, opening } = filter;
    let rows = this.database
      .selectFrom(this.#candidates(filter).as('found'))
      .innerJoin('finished_game as g', 'g.seq', 'found.seq')
      .innerJoin('finished_seat as own', (join) =>
        join.onRef('own.seq', '=', 'found.seq').onRef('own.seat', '=', 'found.seat'),
      )
      .select(['g.seq', 'g.game', 'g.pace', 'g.clock', 'g.plies', 'g.record'])
      .select(['g.ended_at as endedAt', 'g.took as tookMs', 'g.ended_by as endedBy'])
      .select((player === undefined ? sql<number | null>`null` : sql<number | null>`found.seat`).as('seat'));
    if (player?.isOwn === false) rows = rows.where(sql<boolean>`g.listed + 0 = 1`);
    if (pace !== undefined) rows = rows.where(sql<boolean>`g.pace || '' = ${pace}`);
    if (result !== undefined) rows = rows.where('own.result', '=', result);
    if (opening !== undefined)
      rows = rows.where(
        sql<boolean>`substr(g.opening || ' ', 1, ${opening.join(' ').length + 1}) = ${`${opening.join(' ')} `}`,
      );
    if (opponent !== undefined)
      rows = rows.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('finished_seat as other')
            .select('other.seq')
            .whereRef('other.seq', '=', 'found.seq')
            .whereRef('other.seat', '<>', 'found.seat')
            .where(sql<boolean>`coalesce(other.account, '') = ${opponent}`),
        ),
      );
    return rows.orderBy('found.ended_at', 'desc').orderBy('found.seq', 'desc');
  }

  async #withSeats(rows: readonly Omit<FoundGame, 'seats'>[]): Promise<readonly FoundGame[]> {
    if (rows.length === 0) return [];
    const seats = await rowsOf(
      this.database
        .selectFrom('finished_seat as s')
        .leftJoin('account', 'account.id', 's.account')
        .leftJoin('username', 'username.account', 's.account')
        .leftJoin('profile', 'profile.account', 's.account')
        .select(['s.seq', 's.bot', 's.place', 's.score', 's.result', 'account.name', 'username.name as username'])
        .select('profile.games as shown')
        .where('s.seq', 'in', [...new Set(rows.map(({ seq }) => seq))])
        .orderBy('s.seq')
        .orderBy('s.seat'),
    );
    const bySeq = new Map<number, FoundSeat[]>();
    for (const { seq, shown, name, username, ...seat } of seats) {
      const names = shown === 0 ? { name: null, username: null } : { name, username };
      bySeq.set(seq, [...(bySeq.get(seq) ?? []), { ...seat, ...names }]);
    }
    return rows.map((row) => ({ ...row, seats: bySeq.get(row.seq) ?? [] }));
  }

  async tally(game: string): Promise<GameTally> {
    const counted = this.database.selectFrom('finished_game').select(['took', 'plies']).where('counted', '=', 1);
    const [counts, newest] = await Promise.all([
      rowOf(this.database.selectFrom('game_tally').selectAll().where('game', '=', game)),
      rowsOf(counted.where('game', '=', game).orderBy('seq', 'desc').limit(MEDIAN_OF)),
    ]);
    return {
      games: counts?.games ?? 0,
      firstWins: counts?.first_wins ?? 0,
      draws: counts?.draws ?? 0,
      medianMs: median(newest.map(({ took }) => took)),
      medianPlies: median(newest.map(({ plies }) => plies)),
    };
  }

  async progress(): Promise<Progress> {
    const row = this.database.selectFrom('progress').select(['at', 'id']).where('name', '=', RECORDING);
    return (await rowOf(row)) ?? null;
  }
}

/** The rows that a search may read: in its span and after its place, newest first. */
const inSpan = <T extends 'finished_game' | 'finished_seat' | 'finished_opening'>(
  rows: SelectQueryBuilder<Schema, T, Candidate>,
  { before = END, from = 0, until = END.endedAt }: FinishedFilter,
): SelectQueryBuilder<Schema, T, Candidate> =>
  rows
    .where(sql<boolean>`ended_at >= ${from}`)
    .where(sql<boolean>`ended_at < ${until}`)
    .where(sql<boolean>`(ended_at, seq) < (${before.endedAt}, ${before.seq})`)
    .orderBy(sql`ended_at`, 'desc')
    .orderBy(sql`seq`, 'desc')
    .limit(MAX_LOOKED_AT);

interface Candidate {
  readonly seq: number;
  readonly ended_at: number;
  readonly seat: number;
}

function median(values: readonly number[]): number | null {
  return values.toSorted((left, right) => left - right)[(values.length - 1) >> 1] ?? null;
}
