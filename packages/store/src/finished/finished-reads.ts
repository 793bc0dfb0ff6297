import { type Kysely, sql } from 'kysely';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import type {
  FinishedFilter,
  FinishedPlace,
  FoundGame,
  FoundGames,
  FoundSeat,
  GameTally,
  Progress,
  SeatResult,
  Unrecorded,
} from './finished-games.ts';

/** The most rows of an index that one search reads. */
const MAX_LOOKED_AT = 1000;
/** The newest games whose medians are taken. */
const MEDIAN_OF = 501;
/** The name of the row of `progress` about the recording of earlier games. */
export const RECORDING = 'finished-games';

const END: FinishedPlace = { endedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** The queries about finished games, the same for both databases. */
export class FinishedReads {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async has(match: string): Promise<boolean> {
    if (!isId(match)) return false;
    const row = this.#database.selectFrom('finished_game').select('seq').where('match', '=', match);
    return (await answer(row.executeTakeFirst())) !== undefined;
  }

  async unrecorded(limit: number, before?: NonNullable<Progress>): Promise<Unrecorded> {
    const rows = await answer(
      this.#database
        .selectFrom(this.#over(limit, before).as('found'))
        .leftJoin('finished_game as g', 'g.match', 'found.match')
        .select(['found.match', 'found.listed_at', 'g.seq'])
        .orderBy('found.listed_at', 'desc')
        .orderBy('found.match', 'desc')
        .execute(),
    );
    const matches = rows.filter(({ seq }) => seq === null).map(({ match }) => match);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return { matches, next: null };
    return { matches, next: { at: last.listed_at, id: last.match } };
  }

  #over(limit: number, { at, id }: NonNullable<Progress> = { at: END.endedAt, id: '' }) {
    const over = this.#database.selectFrom('listing').select(['match', 'listed_at']).where('status', '=', 'over');
    return over
      .where(sql<boolean>`(listed_at, match) < (${at}, ${id})`)
      .orderBy('listed_at', 'desc')
      .orderBy('match', 'desc')
      .limit(limit);
  }

  async search(filter: FinishedFilter): Promise<FoundGames> {
    const { limit } = filter;
    const rows = await answer(this.#matching(filter).limit(limit).execute());
    const games = await this.#withSeats(rows);
    const last = rows.at(-1);
    if (rows.length === limit && last !== undefined) return { games, next: { endedAt: last.ended_at, seq: last.seq } };
    return { games, next: await this.#endOfLook(filter) };
  }

  /** Where the search continues if it has read its share of the index. */
  async #endOfLook(filter: FinishedFilter): Promise<FinishedPlace | null> {
    const found = this.#database
      .selectFrom(this.#candidates(filter).as('found'))
      .select(['found.ended_at', 'found.seq']);
    const rows = await answer(found.orderBy('found.ended_at', 'desc').orderBy('found.seq', 'desc').execute());
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

  #ofPlayer({ game, before = END, from = 0, until = END.endedAt }: FinishedFilter, account: string) {
    const own = this.#database.selectFrom('finished_seat').select(['seq', 'ended_at', 'seat']);
    const rows = own.where('account', '=', account);
    return (game === undefined ? rows : rows.where('game', '=', game))
      .where('ended_at', '>=', from)
      .where('ended_at', '<', until)
      .where(sql<boolean>`(ended_at, seq) < (${before.endedAt}, ${before.seq})`)
      .orderBy('ended_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(MAX_LOOKED_AT);
  }

  #withOpening(filter: FinishedFilter, game: string, opening: readonly string[]) {
    const { before = END, from = 0, until = END.endedAt } = filter;
    return this.#database
      .selectFrom('finished_opening')
      .select(['seq', 'ended_at', sql<number>`0`.as('seat')])
      .where('game', '=', game)
      .where('plies', '=', opening.join(' '))
      .where('ended_at', '>=', from)
      .where('ended_at', '<', until)
      .where(sql<boolean>`(ended_at, seq) < (${before.endedAt}, ${before.seq})`)
      .orderBy('ended_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(MAX_LOOKED_AT);
  }

  #listed({ game, pace, before = END, from = 0, until = END.endedAt }: FinishedFilter) {
    const all = this.#database.selectFrom('finished_game').select(['seq', 'ended_at', sql<number>`0`.as('seat')]);
    let rows = all.where('listed', '=', 1);
    if (game !== undefined) rows = rows.where('game', '=', game);
    if (game !== undefined && pace !== undefined) rows = rows.where('pace', '=', pace);
    return rows
      .where('ended_at', '>=', from)
      .where('ended_at', '<', until)
      .where(sql<boolean>`(ended_at, seq) < (${before.endedAt}, ${before.seq})`)
      .orderBy('ended_at', 'desc')
      .orderBy('seq', 'desc')
      .limit(MAX_LOOKED_AT);
  }

  /**
   * The candidates that meet the other conditions. Those are expressions that no index serves: each game is found by its number, whatever a
   * database expects of its other columns.
   */
  #matching(filter: FinishedFilter) {
    const { player, pace, opponent, result, opening } = filter;
    let rows = this.#database
      .selectFrom(this.#candidates(filter).as('found'))
      .innerJoin('finished_game as g', 'g.seq', 'found.seq')
      .innerJoin('finished_seat as own', (join) =>
        join.onRef('own.seq', '=', 'found.seq').onRef('own.seat', '=', 'found.seat'),
      )
      .select(['g.seq', 'g.game', 'g.pace', 'g.clock', 'g.ended_at', 'g.took', 'g.plies', 'g.ended_by', 'g.record'])
      .select(({ val }) => (player === undefined ? val<number | null>(null) : val(1)).as('is_own'))
      .select('found.seat');
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

  async #withSeats(rows: readonly GameRow[]): Promise<readonly FoundGame[]> {
    if (rows.length === 0) return [];
    const seats = await answer(
      this.#database
        .selectFrom('finished_seat as s')
        .leftJoin('account', 'account.id', 's.account')
        .leftJoin('username', 'username.account', 's.account')
        .leftJoin('profile', 'profile.account', 's.account')
        .select(['s.seq', 's.bot', 's.place', 's.score', 's.result', 'account.name', 'username.name as username'])
        .select('profile.games as shown')
        .where('s.seq', 'in', [...new Set(rows.map(({ seq }) => seq))])
        .orderBy('s.seq')
        .orderBy('s.seat')
        .execute(),
    );
    const bySeq = new Map<number, FoundSeat[]>();
    for (const seat of seats) bySeq.set(seat.seq, [...(bySeq.get(seat.seq) ?? []), foundSeatOf(seat)]);
    return rows.map(({ ended_at: endedAt, took: tookMs, ended_by: endedBy, is_own, seat, ...row }) => ({
      ...row,
      endedAt,
      tookMs,
      endedBy,
      seat: is_own === null ? null : seat,
      seats: bySeq.get(row.seq) ?? [],
    }));
  }

  async tally(game: string): Promise<GameTally> {
    const [counts, newest] = await answer(
      Promise.all([
        this.#database.selectFrom('game_tally').selectAll().where('game', '=', game).executeTakeFirst(),
        this.#newestCounted(game).execute(),
      ]),
    );
    return {
      games: counts?.games ?? 0,
      firstWins: counts?.first_wins ?? 0,
      draws: counts?.draws ?? 0,
      medianMs: median(newest.map(({ took }) => took)),
      medianPlies: median(newest.map(({ plies }) => plies)),
    };
  }

  #newestCounted(game: string) {
    const counted = this.#database.selectFrom('finished_game').select(['took', 'plies']).where('counted', '=', 1);
    return counted.where('game', '=', game).orderBy('seq', 'desc').limit(MEDIAN_OF);
  }

  async progress(): Promise<Progress> {
    const row = this.#database.selectFrom('progress').select(['at', 'id']).where('name', '=', RECORDING);
    return (await answer(row.executeTakeFirst())) ?? null;
  }
}

interface GameRow {
  readonly seq: number;
  readonly game: string;
  readonly pace: string;
  readonly clock: string;
  readonly ended_at: number;
  readonly took: number;
  readonly plies: number;
  readonly ended_by: string;
  readonly record: string;
  readonly seat: number;
  readonly is_own: number | null;
}

function foundSeatOf(row: {
  readonly bot: number | null;
  readonly place: number;
  readonly score: number | null;
  readonly result: string;
  readonly name: string | null;
  readonly username: string | null;
  readonly shown: number | null;
}): FoundSeat {
  const isShown = row.shown !== 0;
  const { bot, place, score } = row;
  const names = { name: isShown ? row.name : null, username: isShown ? row.username : null };
  return { bot, place, score, result: row.result as SeatResult, ...names };
}

/** The middle one of some numbers; the lower one of two. */
function median(values: readonly number[]): number | null {
  return values.toSorted((left, right) => left - right)[(values.length - 1) >> 1] ?? null;
}
