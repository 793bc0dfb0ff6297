import { type SelectQueryBuilder, sql } from 'kysely';
import type { Statement } from '../operations.ts';
import { ifNew, isId, outcomeOf, Repository, rowOf, rowsOf, statement } from '../repository.ts';
import {
  type FinishedFilter,
  type FinishedGame,
  type FinishedPlace,
  type FinishedSeat,
  type FoundGame,
  type FoundGames,
  type FoundSeat,
  OPENING_PLIES,
  type Progress,
  type Unrecorded,
} from './finished-game.ts';
import type { Schema } from '../schema.ts';

/** Finished games, derived from streams. Every query uses an index and reads a bounded number of rows. */
export class FinishedGames extends Repository {
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
    return { games, next: placeAfter(rows, limit) ?? (await this.#endOfLook(filter)) };
  }

  /** Where the search continues if it has read its share of the index. */
  async #endOfLook(filter: FinishedFilter): Promise<FinishedPlace | null> {
    const found = this.database
      .selectFrom(this.#candidates(filter).as('found'))
      .select(['found.ended_at as endedAt', 'found.seq']);
    const rows = found.orderBy('found.ended_at', 'desc').orderBy('found.seq', 'desc');
    return placeAfter(await rowsOf(rows), MAX_LOOKED_AT);
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
    const bySeq = Map.groupBy(seats, ({ seq }) => seq);
    const seatOf = ({ seq: _, shown, ...seat }: (typeof seats)[number]): FoundSeat =>
      shown === 0 ? { ...seat, name: null, username: null } : seat;
    return rows.map((row) => ({ ...row, seats: (bySeq.get(row.seq) ?? []).map(seatOf) }));
  }

  /** The medians are those of the newest counted games; `null` without any. */
  async tally(game: string) {
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

  /** Records a game once, on any number of nodes. */
  async record(game: FinishedGame): Promise<'recorded' | 'known'> {
    if (!isId(game.match)) throw new RangeError(`not an id of a match: ${JSON.stringify(game.match)}`);
    return outcomeOf(await this.write(this.#recording(game)), 'recorded');
  }

  #recording({ seats, opening, isListed, isCounted, ...game }: FinishedGame): readonly Statement[] {
    const database = this.database;
    const first = opening.slice(0, OPENING_PLIES);
    const { endedAt: ended_at, endedBy: ended_by, tookMs: took, ...same } = game;
    const [listed, counted] = [Number(isListed), Number(isCounted)];
    const columns = { ...same, ended_at, ended_by, took, listed, counted, opening: first.join(' ') };
    const row = database.insertInto('finished_game').values(columns);
    const seq = database.selectFrom('finished_game').select('seq').where('match', '=', game.match);
    const found = { seq, game: game.game, ended_at };
    const seatOf = ({ account, bot, place, score, result }: FinishedSeat, seat: number) => {
      // `null` if the account is gone.
      const own = database
        .selectFrom('account')
        .select('id')
        .where('id', '=', account ?? '');
      return { ...found, seat, account: own, bot, place, score, result };
    };
    const openings = first.map((_, ply) => ({ ...found, plies: first.slice(0, ply + 1).join(' ') }));
    return [
      ifNew(row, 'known'),
      ...(seats.length > 0 ? [statement(database.insertInto('finished_seat').values(seats.map(seatOf)))] : []),
      ...(isListed && first.length > 0 ? [statement(database.insertInto('finished_opening').values(openings))] : []),
      ...(isCounted ? [this.#counting(game.game, seats[0])] : []),
    ];
  }

  #counting(game: string, first: FinishedSeat | undefined): Statement {
    const [won, drawn] = [Number(first?.result === 'won'), Number(first?.result === 'drawn')];
    const row = this.database.insertInto('game_tally').values({ game, games: 1, first_wins: won, draws: drawn });
    return statement(
      row.onConflict((known) =>
        known.column('game').doUpdateSet(({ eb }) => ({
          games: eb('game_tally.games', '+', 1),
          first_wins: eb('game_tally.first_wins', '+', won),
          draws: eb('game_tally.draws', '+', drawn),
        })),
      ),
    );
  }

  /** Moves the seats of one account to another, except in games of both. */
  async give(from: string, to: string): Promise<void> {
    const both = this.database.selectFrom('finished_seat').select('seq').where('account', '=', to);
    const heir = this.database.selectFrom('account').select('id').where('id', '=', to);
    const own = this.database.updateTable('finished_seat').set({ account: heir }).where('account', '=', from);
    await this.write([statement(own.where('seq', 'not in', both))]);
  }

  async forget(record: string): Promise<void> {
    const games = this.database.selectFrom('finished_game').select('seq').where('record', '=', record);
    await this.write([
      statement(this.#removing(record)),
      statement(this.database.deleteFrom('finished_opening').where('seq', 'in', games)),
      statement(this.database.deleteFrom('finished_game').where('record', '=', record)),
    ]);
  }

  /** Records that monthly files contain removed games. Running it again finds none. */
  #removing(record: string) {
    const games = this.database
      .selectFrom('finished_game')
      .select([sql<string>`cast(${REMOVED} as text) || seq`.as('name'), 'ended_at', 'game'])
      .where('record', '=', record)
      .where(sql<boolean>`listed + 0 = 1`);
    return this.database.insertInto('progress').columns(['name', 'at', 'id']).expression(games);
  }

  async saveProgress({ at, id }: NonNullable<Progress>): Promise<void> {
    const row = this.database.insertInto('progress').values({ name: RECORDING, at, id });
    const saved = row.onConflict((known) => known.column('name').doUpdateSet({ at, id }));
    await this.write([statement(saved)]);
  }
}

/** The most rows of an index that one search reads. */
const MAX_LOOKED_AT = 1000;
/** The newest games whose medians are taken. */
const MEDIAN_OF = 501;
/** The name of the row of `progress` about the recording of earlier games. */
export const RECORDING = 'finished-games';

const END: FinishedPlace = { endedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** The place of the last row, unless these are the last ones. */
function placeAfter(rows: readonly FinishedPlace[], limit: number): FinishedPlace | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : { endedAt: last.endedAt, seq: last.seq };
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

/** A public finished game, for the file of its month. It names no person. */
export interface MonthGame extends Pick<FinishedGame, 'record' | 'endedAt' | 'pace' | 'clock'> {
  /** Of its record in the archive. */
  readonly id: string;
  /** The level of the bot of each seat; `null` for a person. */
  readonly bots: readonly (number | null)[];
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

/** The public finished games in the order of time, for the monthly files. Each read is answered from an index. */
export class GameMonths extends Repository {
  /** When the first public game ended; `null` without any. */
  async first(game: string): Promise<number | null> {
    const rows = this.#listed(game).orderBy('ended_at').orderBy('seq').limit(1);
    return (await rowOf(rows))?.ended_at ?? null;
  }

  /** Some games of a span, oldest first. `next` is `null` at the end. */
  async read({ game, from, until, limit, after }: MonthQuery) {
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
        .select(['g.seq', 'g.ended_at as endedAt', 'g.pace', 'g.clock', 'g.record as id', 'k.record'])
        .orderBy('found.ended_at')
        .orderBy('found.seq'),
    );
    const numbers = rows.map((row) => row.seq);
    const seats = this.database.selectFrom('finished_seat').select(['seq', 'bot']).where('seq', 'in', numbers);
    // Without any, PostgreSQL refuses the query.
    const all = numbers.length === 0 ? [] : await rowsOf(seats.orderBy('seq').orderBy('seat'));
    const bySeq = Map.groupBy(all, (seat) => seat.seq);
    const games = rows.flatMap(({ seq: number, record, ...row }): MonthGame[] => {
      const bots = (bySeq.get(number) ?? []).map(({ bot }) => bot);
      return record === null ? [] : [{ ...row, record, bots }];
    });
    return { games, next: placeAfter(rows, limit) };
  }

  #listed(game: string) {
    const games = this.database.selectFrom('finished_game').select(['seq', 'ended_at']);
    return games.where('listed', '=', 1).where('game', '=', game);
  }

  /** Of a few rows, so the order of texts, in which databases differ, does not matter. */
  async removed(): Promise<readonly RemovedGame[]> {
    const rows = await rowsOf(this.database.selectFrom('progress').select(['name', 'at', 'id']));
    return rows.filter(({ name }) => name.startsWith(REMOVED)).map(({ at, id }) => ({ game: id, endedAt: at }));
  }
}
