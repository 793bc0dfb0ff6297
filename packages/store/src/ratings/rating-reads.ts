import type { Expression, Kysely, SqlBool } from 'kysely';
import type { Rating } from '@tablier/match';
import { answer, isId } from '../reads.ts';
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
} from './ratings.ts';

/** The only row of `rating_counter`. */
export const COUNTER = 1;

/** The queries about ratings, the same for both databases. */
export class RatingReads {
  readonly #database: Kysely<Schema>;

  constructor(database: Kysely<Schema>) {
    this.#database = database;
  }

  async isRated(match: string): Promise<boolean> {
    if (!isId(match)) return false;
    const row = this.#database.selectFrom('rated_match').select('seq').where('match', '=', match);
    return (await answer(row.executeTakeFirst())) !== undefined;
  }

  async of(account: string): Promise<readonly AccountRating[]> {
    if (!isId(account)) return [];
    const rows = this.#database.selectFrom('rating').selectAll().where('account', '=', account);
    return (await answer(rows.orderBy('game').orderBy('pace').execute())).map(ratingOf);
  }

  async shownOf(account: string, { game, pace }: RatingKind): Promise<AccountRating | null> {
    if (!isId(account)) return null;
    const row = this.#database
      .selectFrom('rating')
      .leftJoin('profile', 'profile.account', 'rating.account')
      .selectAll('rating')
      .where('rating.account', '=', account)
      .where('rating.game', '=', game)
      .where('rating.pace', '=', pace)
      .where(({ fn, val, eb }) => eb(fn.coalesce('profile.ratings', val(1)), '=', 1));
    const found = await answer(row.executeTakeFirst());
    return found === undefined ? null : ratingOf(found);
  }

  async changesOf(match: string): Promise<readonly RatingChange[] | null> {
    if (!isId(match)) return null;
    const rows = await answer(
      this.#database
        .selectFrom('rated_match')
        .innerJoin('rating_change', 'rating_change.seq', 'rated_match.seq')
        .leftJoin('profile', 'profile.account', 'rating_change.account')
        .selectAll('rating_change')
        .select('profile.ratings as shown')
        .where('rated_match.match', '=', match)
        .orderBy('rating_change.seat')
        .execute(),
    );
    return rows.length === 0
      ? null
      : rows.map((row) => ({ ...changeOf(row), isShown: row.account !== null && row.shown !== 0 }));
  }

  async leaders(kind: RatingKind, { now, limit, after }: LeaderPage): Promise<readonly Leader[]> {
    const leaders = this.#leadersQuery(kind, now);
    if (after === undefined) return answer(leaders.limit(limit).execute());
    const rest = leaders.where('rating.rating', '<=', after.rating).limit(limit + after.ties);
    // Players with the same rating are in the same order on every page.
    return (await answer(rest.execute())).slice(after.ties);
  }

  #leadersQuery({ game, pace }: RatingKind, now: number) {
    return this.#database
      .selectFrom('rating')
      .innerJoin('account', 'account.id', 'rating.account')
      .innerJoin('username', 'username.account', 'rating.account')
      .leftJoin('profile', 'profile.account', 'rating.account')
      .select([
        'rating.account',
        'account.name',
        'username.name as username',
        'rating.rating',
        'rating.deviation',
        'rating.games',
      ])
      .where('rating.game', '=', game)
      .where('rating.pace', '=', pace)
      .where('rating.settled_until', '>', now)
      .where(({ fn, val, eb }): Expression<SqlBool> => eb(fn.coalesce('profile.ratings', val(1)), '=', 1))
      .orderBy('rating.rating', 'desc')
      .orderBy('rating.account', 'desc');
  }

  async graph(account: string, kind: RatingKind, limit: number): Promise<readonly RatingPoint[]> {
    if (!isId(account)) return [];
    return (await answer(this.#graphQuery(account, kind, limit).execute())).toReversed();
  }

  #graphQuery(account: string, { game, pace }: RatingKind, limit: number) {
    return this.#database
      .selectFrom('rating_change')
      .select(['at', 'rating', 'deviation'])
      .where('account', '=', account)
      .where('game', '=', game)
      .where('pace', '=', pace)
      .orderBy('seq', 'desc')
      .limit(limit);
  }

  async games(account: string, limit: number, before?: number): Promise<readonly RatedGame[]> {
    if (!isId(account)) return [];
    const games = await answer(this.#gamesQuery(account, limit, before).execute());
    if (games.length === 0) return [];
    const seqs = games.map(({ seq }) => seq);
    const seats = await answer(
      this.#database
        .selectFrom('rating_change')
        .leftJoin('account', 'account.id', 'rating_change.account')
        .leftJoin('username', 'username.account', 'rating_change.account')
        .leftJoin('profile', 'profile.account', 'rating_change.account')
        .select(['rating_change.seq', 'place', 'rating_before', 'rating', 'account.name', 'username.name as username'])
        .select(['rating_change.account', 'profile.games as shown', 'profile.ratings as rating_shown'])
        .where('rating_change.seq', 'in', seqs)
        .orderBy('rating_change.seq')
        .orderBy('rating_change.seat')
        .execute(),
    );
    return games.map(({ ended_at: at, ...game }) => {
      const own = seats.filter(({ seq }) => seq === game.seq);
      return { ...game, at, seats: own.map(gameSeatOf) };
    });
  }

  #gamesQuery(account: string, limit: number, before = Number.MAX_SAFE_INTEGER) {
    return this.#database
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
    if (!isId(account) || !isId(other)) return result;
    for (const { own, theirs } of await answer(this.#headToHeadQuery(account, other, limit).execute())) {
      if (own === theirs) result.draws++;
      else if (own < theirs) result.wins++;
      else result.losses++;
    }
    return result;
  }

  /** The rated matches of two opponents that ended after a time. */
  async ratedBetween(account: string, other: string, after: number): Promise<number> {
    const { fn } = this.#database;
    const [row] = await answer(
      this.#database
        .selectFrom('rating_change as mine')
        .innerJoin('rating_change as other', 'other.seq', 'mine.seq')
        .select(fn.countAll<number>().as('count'))
        .where('mine.account', '=', account)
        .where('mine.at', '>', after)
        .where('other.account', '=', other)
        .whereRef('mine.side', '<>', 'other.side')
        .execute(),
    );
    return Number(row?.count ?? 0);
  }

  async shortPairs({ since, plies, least, limit }: ShortPairsQuery): Promise<readonly ShortPair[]> {
    const { fn } = this.#database;
    const rows = await answer(
      this.#database
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
        .limit(limit)
        .execute(),
    );
    return rows.flatMap(({ first, second, matches }) =>
      first === null || second === null ? [] : [{ accounts: [first, second] as const, matches: Number(matches) }],
    );
  }

  #headToHeadQuery(account: string, other: string, limit: number) {
    return this.#database
      .selectFrom('rating_change as mine')
      .innerJoin('rating_change as other', 'other.seq', 'mine.seq')
      .select(['mine.place as own', 'other.place as theirs'])
      .where('mine.account', '=', account)
      .where('other.account', '=', other)
      .whereRef('mine.side', '<>', 'other.side')
      .orderBy('mine.seq', 'desc')
      .limit(limit);
  }

  async byUsername(username: string): Promise<PublicAccount | null> {
    // PostgreSQL rejects text with a zero character.
    if (username.includes('\0')) return null;
    const row = await answer(
      this.#database
        .selectFrom('username')
        .innerJoin('account', 'account.id', 'username.account')
        .leftJoin('profile', 'profile.account', 'username.account')
        .select(['account.id', 'account.name', 'username.name as username', 'profile.ratings', 'profile.games'])
        .where('username.name', '=', username)
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    return { account: row.id, name: row.name, username: row.username, shows: showsOf(row) };
  }

  async profileOf(account: string): Promise<ProfileSettings> {
    if (!isId(account)) return showsOf(undefined);
    const row = this.#database.selectFrom('profile').select(['ratings', 'games']).where('account', '=', account);
    return showsOf(await answer(row.executeTakeFirst()));
  }
}

/** The largest number that the column can store. */
const LARGEST_SEQ = 2 ** 31 - 1;

/** Whether an account with this row of `profile`, which may be missing, shows anything. */
export const hasProfile = (row: { readonly ratings: number | null; readonly games: number | null }): boolean =>
  row.ratings !== 0 || row.games !== 0;

const showsOf = (
  row: { readonly ratings: number | null; readonly games: number | null } | undefined,
): ProfileSettings => ({ ratings: row?.ratings !== 0, games: row?.games !== 0 });

const gameSeatOf = (row: {
  readonly place: number;
  readonly rating_before: number;
  readonly rating: number;
  readonly name: string | null;
  readonly username: string | null;
  readonly account: string | null;
  readonly shown: number | null;
  readonly rating_shown: number | null;
}): RatedGameSeat => {
  const isShown = row.shown !== 0 && row.username !== null;
  const showsRating = row.rating_shown !== 0 && row.account !== null;
  const { place, rating_before: before, rating: after } = row;
  return {
    place,
    before,
    after,
    name: isShown ? row.name : null,
    username: isShown ? row.username : null,
    showsRating,
  };
};

const changeOf = (row: Schema['rating_change']): Omit<RatingChange, 'isShown'> => ({
  seat: row.seat,
  account: row.account,
  before: beforeOf(row),
  after: { rating: row.rating, deviation: row.deviation, volatility: row.volatility },
});

export const beforeOf = (row: Schema['rating_change']): Rating => ({
  rating: row.rating_before,
  deviation: row.deviation_before,
  volatility: row.volatility_before,
});

export const ratingOf = (row: Schema['rating']): AccountRating => ({
  game: row.game,
  pace: row.pace,
  rating: row.rating,
  deviation: row.deviation,
  volatility: row.volatility,
  games: row.games,
  wins: row.wins,
  draws: row.draws,
  updatedAt: row.updated_at,
  settledUntil: row.settled_until,
});
