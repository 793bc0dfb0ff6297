import { type ExpressionBuilder, type Nullable, sql } from 'kysely';
import type { Statement } from '../operations.ts';
import { DAY, ifNew, isId, isProgram, type OnProgress, Repository, rowOf, rowsOf, statement } from '../repository.ts';
import {
  type AccountRating,
  beforeOf,
  changeColumns,
  COUNTER,
  type HeadToHead,
  type Leader,
  type LeaderPage,
  NEW_STANDING,
  nextStandings,
  type ProfileSettings,
  type RatedResult,
  type RatedSeat,
  ratingColumns,
  type RatingKind,
  type RatingPoint,
  type RebuildReport,
  type RecordResult,
  type ShortPairsQuery,
  type Standing,
} from './rating.ts';
import { RatingRebuild } from './rebuild.ts';
import type { Schema } from '../schema.ts';

/**
 * Ratings of accounts, in the numbers of Glicko (`Rating` of `match`). A match is rated in one transaction. It first increments the counter,
 * whose row lock puts the matches of all nodes into one order. The new ratings are computed before from ratings that were read; the
 * transaction is refused and repeated if one of them has changed since (its number of games).
 */
export class RatingRepository extends Repository {
  /** One match at a time, because concurrent transactions of one node would only refuse each other. */
  #recording: Promise<unknown> = Promise.resolve();

  async isRated(match: string): Promise<boolean> {
    const row = this.database.selectFrom('rated_match').select('seq').where('match', '=', match);
    return (await rowOf(row)) !== undefined;
  }

  async of(account: string): Promise<readonly AccountRating[]> {
    const rows = this.database.selectFrom('rating').select(RATING).where('account', '=', account);
    return rowsOf(rows.orderBy('game').orderBy('pace'));
  }

  async shownOf(account: string, { game, pace }: RatingKind): Promise<AccountRating | null> {
    const row = this.database
      .selectFrom('rating')
      .leftJoin('profile', 'profile.account', 'rating.account')
      .select(RATING)
      .where(({ and }) => and({ 'rating.account': account, 'rating.game': game, 'rating.pace': pace }))
      .where(showsRatings);
    return (await rowOf(row)) ?? null;
  }

  /** The account of a change is `null` once it was erased. */
  async changesOf(match: string) {
    const rows = await rowsOf(
      this.database
        .selectFrom('rated_match')
        .innerJoin('rating_change', 'rating_change.seq', 'rated_match.seq')
        .leftJoin('profile', 'profile.account', 'rating_change.account')
        .selectAll('rating_change')
        .select('profile.ratings as shown')
        .where('rated_match.match', '=', match)
        .orderBy('rating_change.seat'),
    );
    return rows.length === 0
      ? null
      : rows.map((row) => ({
          seat: row.seat,
          account: row.account,
          isShown: row.account !== null && row.shown !== 0,
          before: beforeOf(row),
          after: { rating: row.rating, deviation: row.deviation, volatility: row.volatility },
        }));
  }

  /** The best people whose rating is not provisional and shown, best first. */
  async leaders(kind: RatingKind, { now, limit, after }: LeaderPage): Promise<readonly Leader[]> {
    const leaders = this.database
      .selectFrom('rating')
      .innerJoin('account', 'account.id', 'rating.account')
      .innerJoin('username', 'username.account', 'rating.account')
      .leftJoin('profile', 'profile.account', 'rating.account')
      .select(['rating.account', 'account.name', 'username.name as username'])
      .select(['rating.rating', 'rating.deviation', 'rating.games'])
      .where('rating.game', '=', kind.game)
      .where('rating.pace', '=', kind.pace)
      .where('rating.settled_until', '>', now)
      // Said for the index, which has only these.
      .where(sql<boolean>`rating.settled_until > 0`)
      .where((eb) => eb.not(isProgram(eb)))
      .where(showsRatings)
      .orderBy('rating.rating', 'desc')
      .orderBy('rating.account', 'desc');
    if (after === undefined) return rowsOf(leaders.limit(limit));
    const rest = leaders.where('rating.rating', '<=', after.rating).limit(limit + after.ties);
    // Players with the same rating are in the same order on every page.
    return (await rowsOf(rest)).slice(after.ties);
  }

  async graph(account: string, kind: RatingKind, limit: number): Promise<readonly RatingPoint[]> {
    const rows = this.database
      .selectFrom('rating_change')
      .select(['at', 'rating', 'deviation'])
      .where(({ and }) => and({ account, game: kind.game, pace: kind.pace }));
    return (await rowsOf(rows.orderBy('seq', 'desc').limit(limit))).toReversed();
  }

  /**
   * The rated matches of an account, newest first, at most `limit`; with `before`, those with smaller numbers. The names of a seat are `null`
   * for an account that was erased or does not show its games; an erased one shows no rating either.
   */
  async games(account: string, limit: number, before?: number) {
    const games = await rowsOf(this.#gamesQuery(account, limit, before));
    if (games.length === 0) return [];
    const seqs = games.map(({ seq }) => seq);
    const seats = await rowsOf(
      this.database
        .selectFrom('rating_change')
        .leftJoin('account', 'account.id', 'rating_change.account')
        .leftJoin('username', 'username.account', 'rating_change.account')
        .leftJoin('profile', 'profile.account', 'rating_change.account')
        .select(['rating_change.seq', 'place', 'rating_before as before', 'rating as after'])
        .select(['account.name', 'username.name as username'])
        .select(['rating_change.account', 'level', 'profile.games as shown', 'profile.ratings as rating_shown'])
        .where('rating_change.seq', 'in', seqs)
        .orderBy('rating_change.seq')
        .orderBy('rating_change.seat'),
    );
    return games.map(({ ended_at: at, ...game }) => {
      const own = seats.filter(({ seq }) => seq === game.seq);
      return {
        ...{ ...game, at },
        seats: own.map(({ seq: _, account, shown, rating_shown, name, username, ...seat }) => ({
          ...seat,
          ...(shown !== 0 && username !== null ? { name, username } : { name: null, username: null }),
          showsRating: rating_shown !== 0 && account !== null,
        })),
      };
    });
  }

  #gamesQuery(account: string, limit: number, before = Number.MAX_SAFE_INTEGER) {
    return this.database
      .selectFrom('rating_change')
      .innerJoin('rated_match', 'rated_match.seq', 'rating_change.seq')
      .select(['rated_match.seq', 'rated_match.game', 'rated_match.pace', 'rated_match.ended_at', 'rated_match.record'])
      .select('rating_change.seat')
      .where('rating_change.account', '=', account)
      .where('rating_change.seq', '<', Math.min(before, LARGEST_SEQ))
      .orderBy('rating_change.seq', 'desc')
      .limit(limit);
  }

  async headToHead(account: string, other: string, limit: number): Promise<HeadToHead> {
    const result = { wins: 0, draws: 0, losses: 0 };
    const newest = this.#between(account, other).select(['mine.place as own', 'other.place as theirs']);
    for (const { own, theirs } of await rowsOf(newest.orderBy('mine.seq', 'desc').limit(limit))) {
      if (own === theirs) result.draws++;
      else if (own < theirs) result.wins++;
      else result.losses++;
    }
    return result;
  }

  async #ratedBetween(account: string, other: string, after: number): Promise<number> {
    const matches = this.#between(account, other).where('mine.at', '>', after);
    return Number((await rowOf(matches.select(({ fn }) => fn.countAll<number>().as('count'))))?.count ?? 0);
  }

  #between(account: string, other: string) {
    return this.database
      .selectFrom('rating_change as mine')
      .innerJoin('rating_change as other', 'other.seq', 'mine.seq')
      .where('mine.account', '=', account)
      .where('other.account', '=', other)
      .whereRef('mine.side', '<>', 'other.side');
  }

  /** Opponents with many short rated matches since a time, most first: perhaps one gives points to the other. */
  async shortPairs({
    since,
    plies,
    least,
    limit,
  }: ShortPairsQuery): Promise<readonly { readonly accounts: readonly [string, string]; readonly matches: number }[]> {
    const { fn } = this.database;
    const rows = await rowsOf(
      this.database
        .selectFrom('rating_change as one')
        .innerJoin('rating_change as other', 'other.seq', 'one.seq')
        .innerJoin('rated_match', 'rated_match.seq', 'one.seq')
        .innerJoin('finished_game', 'finished_game.match', 'rated_match.match')
        .select(['one.account as first', 'other.account as second', fn.countAll<number>().as('matches')])
        .where('one.at', '>=', since)
        .where('finished_game.plies', '<=', plies)
        .whereRef('one.account', '<', 'other.account')
        .whereRef('one.side', '<>', 'other.side')
        .groupBy(['one.account', 'other.account'])
        .having(fn.countAll(), '>=', least)
        .orderBy('matches', 'desc')
        .limit(limit),
    );
    return rows.flatMap(({ first, second, matches }) =>
      first === null || second === null ? [] : [{ accounts: [first, second] as const, matches: Number(matches) }],
    );
  }

  /** The account with a username; `null` for none. The caller normalises the username. */
  async byUsername(username: string) {
    const row = await rowOf(
      this.database
        .selectFrom('username')
        .innerJoin('account', 'account.id', 'username.account')
        .leftJoin('profile', 'profile.account', 'username.account')
        .select(['account.id', 'account.name', 'username.name as username', 'profile.ratings', 'profile.games'])
        .where('username.name', '=', username),
    );
    if (row === undefined) return null;
    return { account: row.id, name: row.name, username: row.username, shows: showsOf(row) };
  }

  async profileOf(account: string): Promise<ProfileSettings> {
    const row = this.database.selectFrom('profile').select(['ratings', 'games']).where('account', '=', account);
    return showsOf(await rowOf(row));
  }

  /** Rates a match once, on any number of nodes, in the order of their numbers: each rating follows from all earlier ones. */
  record(result: RatedResult): Promise<RecordResult> {
    if (!isId(result.match)) throw new RangeError(`not an id of a match: ${JSON.stringify(result.match)}`);
    const recorded = this.#recording.then(() => this.#record(result));
    this.#recording = recorded.catch(() => undefined);
    return recorded;
  }

  async #record(result: RatedResult): Promise<RecordResult> {
    for (;;) {
      if (await this.isRated(result.match)) return 'known';
      if (await this.#isTooOften(result)) return 'too-often';
      const done = await this.write(await this.#rating(result));
      if (done.name === 'done') return 'rated';
      if (done.reason === 'known') return 'known';
    }
  }

  async #isTooOften({ seats, at, mostPerDay = Number.POSITIVE_INFINITY }: RatedResult): Promise<boolean> {
    if (mostPerDay === Number.POSITIVE_INFINITY) return false;
    for (const one of seats)
      for (const other of seats) {
        if (one.account === null || other.account === null || other.account <= one.account) continue;
        if (other.side === one.side) continue;
        if ((await this.#ratedBetween(one.account, other.account, at - DAY)) >= mostPerDay) return true;
      }
    return false;
  }

  rebuild(onProgress?: OnProgress): Promise<RebuildReport> {
    return new RatingRebuild(this.deps).run(onProgress);
  }

  /** Replaces what an account shows. Does nothing for an account without a credential. */
  async saveProfile(account: string, { ratings, games }: ProfileSettings): Promise<void> {
    const saved = this.put('profile', account, { ratings: Number(ratings), games: Number(games) });
    await this.write([this.memberOnly(account), saved]);
  }

  async #rating(result: RatedResult): Promise<readonly Statement[]> {
    const database = this.database;
    const { match, game, pace, at, record, seats } = result;
    const known = await this.#standings(result);
    const before = (seat: RatedSeat): Standing =>
      seat.account === null ? { ...NEW_STANDING, ...seat.fixed } : (known.get(seat.account) ?? NEW_STANDING);
    const after = nextStandings(
      seats.map((seat) => ({ ...seat, before: before(seat), isFixed: seat.account === null })),
      at,
    );
    const seq = database.selectFrom('rating_counter').select('last').where('id', '=', COUNTER);
    const counted = database
      .insertInto('rating_counter')
      .values({ id: COUNTER, last: 1 })
      .onConflict((row) => row.column('id').doUpdateSet(({ eb }) => ({ last: eb('rating_counter.last', '+', 1) })));
    const rated = database.insertInto('rated_match').values({ seq, match, game, pace, ended_at: at, record });
    const changes = seats.map((rated, seat) => {
      const { account, side, place } = rated;
      // `null` if the account is gone.
      const own = account === null ? null : database.selectFrom('account').select('id').where('id', '=', account);
      const level = account === null ? rated.level : null;
      const columns = changeColumns(before(rated), after[seat] ?? NEW_STANDING);
      const row = { seq, seat, account: own, level, game, pace, at, side, place, ...columns };
      return statement(database.insertInto('rating_change').values(row));
    });
    const updates = seats.flatMap(({ account }, seat) => {
      const [standing, next] = [known.get(account ?? ''), after[seat]];
      if (account === null || standing === undefined || next === undefined) return [];
      return [this.#update(account, result, standing, next)];
    });
    return [statement(counted), ifNew(rated, 'known'), ...updates, ...changes];
  }

  #update(account: string, { game, pace }: RatedResult, before: Standing, next: Standing): Statement {
    const columns = ratingColumns(next);
    if (before.games === 0) {
      const first = this.database.insertInto('rating').values({ account, game, pace, ...columns });
      return ifNew(first, 'moved-on');
    }
    const own = this.database.updateTable('rating').set(columns).where('account', '=', account);
    const unchanged = own.where('game', '=', game).where('pace', '=', pace).where('games', '=', before.games);
    return statement(unchanged, 'moved-on');
  }

  async #standings({ game, pace, seats }: RatedResult): Promise<ReadonlyMap<string, Standing>> {
    const ids = seats.flatMap(({ account }) => (account !== null && isId(account) ? [account] : []));
    const rows = await rowsOf(
      this.database
        .selectFrom('account')
        .leftJoin('rating', (join) =>
          join.onRef('rating.account', '=', 'account.id').on('game', '=', game).on('pace', '=', pace),
        )
        .select(['account.id', 'rating', 'deviation', 'volatility', 'games', 'wins', 'draws', 'updated_at'])
        .where('account.id', 'in', ids),
    );
    return new Map(rows.map((row) => [row.id, standingOf(row)]));
  }
}

export type RatedGame = Awaited<ReturnType<RatingRepository['games']>>[number];
export type PublicAccount = NonNullable<Awaited<ReturnType<RatingRepository['byUsername']>>>;

function standingOf(row: Nullable<Omit<Standing, 'since'>> & { readonly updated_at: number | null }): Standing {
  const { rating, deviation, volatility, games, wins, draws } = row;
  if (rating === null || deviation === null || volatility === null || games === null) return NEW_STANDING;
  return { rating, deviation, volatility, games, wins: wins ?? 0, draws: draws ?? 0, since: row.updated_at };
}

const RATING = [
  'rating.game',
  'rating.pace',
  'rating.rating',
  'rating.deviation',
  'rating.volatility',
  'rating.games',
  'rating.wins',
  'rating.draws',
  'rating.updated_at as updatedAt',
  'rating.settled_until as settledUntil',
] as const;

/** The largest number that the column can store. */
const LARGEST_SEQ = 2 ** 31 - 1;

const showsRatings = ({
  fn,
  val,
  eb,
}: ExpressionBuilder<Schema & { profile: Nullable<Schema['profile']> }, 'profile'>) =>
  eb(fn.coalesce('profile.ratings', val(1)), '=', 1);

const showsOf = (row?: { readonly ratings: number | null; readonly games: number | null }): ProfileSettings => ({
  ratings: row?.ratings !== 0,
  games: row?.games !== 0,
});
