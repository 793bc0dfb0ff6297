import { type ExpressionBuilder, type Nullable } from 'kysely';
import type { Rating } from '@tablier/match';
import { isProgram, Repository, rowOf, rowsOf } from '../repository.ts';
import type { Schema } from '../schema.ts';
import type {
  AccountRating,
  HeadToHead,
  Leader,
  LeaderPage,
  ProfileSettings,
  PublicAccount,
  RatedGame,
  RatedGameSeat,
  RatingChange,
  RatingKind,
  RatingPoint,
  ShortPair,
  ShortPairsQuery,
} from './rating.ts';

/** The only row of `rating_counter`. */
export const COUNTER = 1;

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

export abstract class RatingReads extends Repository {
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
      .where('rating.account', '=', account)
      .where('rating.game', '=', game)
      .where('rating.pace', '=', pace)
      .where(showsRatings);
    return (await rowOf(row)) ?? null;
  }

  async changesOf(match: string): Promise<readonly RatingChange[] | null> {
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
      .where('account', '=', account)
      .where('game', '=', kind.game)
      .where('pace', '=', kind.pace)
      .orderBy('seq', 'desc')
      .limit(limit);
    return (await rowsOf(rows)).toReversed();
  }

  /** The rated matches of an account, newest first, at most `limit`; with `before`, those with smaller numbers. */
  async games(account: string, limit: number, before?: number): Promise<readonly RatedGame[]> {
    const games = await rowsOf(this.#gamesQuery(account, limit, before));
    if (games.length === 0) return [];
    const seqs = games.map(({ seq }) => seq);
    const seats = await rowsOf(
      this.database
        .selectFrom('rating_change')
        .leftJoin('account', 'account.id', 'rating_change.account')
        .leftJoin('username', 'username.account', 'rating_change.account')
        .leftJoin('profile', 'profile.account', 'rating_change.account')
        .select(['rating_change.seq', 'place', 'rating_before', 'rating', 'account.name', 'username.name as username'])
        .select(['rating_change.account', 'level', 'profile.games as shown', 'profile.ratings as rating_shown'])
        .where('rating_change.seq', 'in', seqs)
        .orderBy('rating_change.seq')
        .orderBy('rating_change.seat'),
    );
    return games.map(({ ended_at: at, ...game }) => {
      const own = seats.filter(({ seq }) => seq === game.seq);
      return { ...game, at, seats: own.map(gameSeatOf) };
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

  protected async ratedBetween(account: string, other: string, after: number): Promise<number> {
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
  async shortPairs({ since, plies, least, limit }: ShortPairsQuery): Promise<readonly ShortPair[]> {
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
  async byUsername(username: string): Promise<PublicAccount | null> {
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
}

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

const gameSeatOf = (row: {
  readonly place: number;
  readonly rating_before: number;
  readonly rating: number;
  readonly name: string | null;
  readonly username: string | null;
  readonly account: string | null;
  readonly shown: number | null;
  readonly level: number | null;
  readonly rating_shown: number | null;
}): RatedGameSeat => {
  const isShown = row.shown !== 0 && row.username !== null;
  const showsRating = row.rating_shown !== 0 && row.account !== null;
  const { place, level, rating_before: before, rating: after } = row;
  return {
    ...{ place, level, before, after },
    name: isShown ? row.name : null,
    username: isShown ? row.username : null,
    showsRating,
  };
};

export const beforeOf = (row: Schema['rating_change']): Rating => ({
  rating: row.rating_before,
  deviation: row.deviation_before,
  volatility: row.volatility_before,
});
