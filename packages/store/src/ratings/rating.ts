import { NEW_RATING, periodsUntilProvisional, rateMatch, type Rating, RATING_PERIOD } from '@tablier/match';
import type { Columns } from '../repository.ts';

export interface RatingTables {
  /** What an account shows to others. 1 or 0. An account without a row shows both. */
  readonly profile: { readonly account: string; readonly ratings: number; readonly games: number };
  readonly rated_match: {
    /** The order in which matches were rated, without gaps. */
    readonly seq: number;
    readonly match: string;
    readonly game: string;
    readonly pace: string;
    readonly ended_at: number;
    readonly record: string;
  };
  /** The newest rating of an account in a game at a pace, in the units of `Rating`. Derived from `rating_change`. */
  readonly rating: {
    readonly account: string;
    readonly game: string;
    readonly pace: string;
    readonly rating: number;
    readonly deviation: number;
    readonly volatility: number;
    readonly games: number;
    readonly wins: number;
    readonly draws: number;
    /** When it was computed. */
    readonly updated_at: number;
    /** When the rating becomes provisional without another game; 0 if it is. */
    readonly settled_until: number;
  };
  readonly rating_change: {
    readonly seq: number;
    readonly seat: number;
    /** Null once the account is erased. The row stays, because the ratings of the opponents follow from it. */
    readonly account: string | null;
    /** The level of the bot in this seat, whose rating is fixed; null for an account. */
    readonly level: number | null;
    readonly game: string;
    readonly pace: string;
    readonly at: number;
    readonly side: number;
    readonly place: number;
    readonly rating_before: number;
    readonly deviation_before: number;
    readonly volatility_before: number;
    /** When the rating before was computed; null for a new player. */
    readonly since: number | null;
    readonly rating: number;
    readonly deviation: number;
    readonly volatility: number;
  };
  /** One row: the last number of `rated_match`. Its lock puts the matches of all nodes into one order. */
  readonly rating_counter: { readonly id: number; readonly last: number };
}

/** A kind of rating: a game, and the name of a pace. The store knows neither. */
export interface RatingKind {
  readonly game: string;
  readonly pace: string;
}

export interface RatedResult extends RatingKind {
  /** The id of its stream. A match is rated once. */
  readonly match: string;
  /** When it ended. Milliseconds since 1970. */
  readonly at: number;
  readonly record: string;
  /** The most matches of two opponents that are rated within a day. Absent: any number. */
  readonly mostPerDay?: number;
  /** By seat. `side` is equal for partners; equal places are a draw. */
  readonly seats: readonly RatedSeat[];
}

export type RatedSeat = { readonly side: number; readonly place: number } & (
  | { readonly account: string }
  /** A level of the bots, with its fixed rating. */
  | { readonly account: null; readonly level: number; readonly fixed: Rating }
);

/** `too-often`: beyond `mostPerDay`. */
export type RecordResult = 'rated' | 'known' | 'too-often';

/** Times are milliseconds since 1970. */
export type AccountRating = Omit<Columns<RatingTables['rating']>, 'account'>;

export interface Leader extends Pick<RatingTables['rating'], 'account' | 'rating' | 'deviation' | 'games'> {
  readonly name: string;
  readonly username: string;
}

export interface LeaderPage {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly limit: number;
  /** The place of the previous player: their rating, and how many players with exactly this rating came before. Absent: from the top. */
  readonly after?: { readonly rating: number; readonly ties: number };
}

/** What an account shows to others. Default: both. */
export interface ProfileSettings {
  readonly ratings: boolean;
  readonly games: boolean;
}

export type RatingPoint = Pick<RatingTables['rating_change'], 'at' | 'rating' | 'deviation'>;

export interface HeadToHead {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export interface RebuildReport {
  readonly matches: number;
  readonly ratings: number;
  /** The rows that differed and were replaced, added or removed. */
  readonly corrected: number;
}

export interface ShortPairsQuery {
  readonly since: number;
  readonly plies: number;
  readonly least: number;
  readonly limit: number;
}

export interface Standing extends Rating {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  /** When it was computed; `null` for a new player. */
  readonly since: number | null;
}

export interface SeatStanding {
  readonly side: number;
  readonly place: number;
  readonly before: Standing;
  /** Whether the match does not change the rating: that of a level. */
  readonly isFixed?: boolean;
}

export const NEW_STANDING: Standing = { ...NEW_RATING, games: 0, wins: 0, draws: 0, since: null };

/** The ratings after a match, by seat. The only place that decides how a match changes them: recording and rebuilding share it. */
export function nextStandings(seats: readonly SeatStanding[], at: number): readonly Standing[] {
  const rated = rateMatch(
    seats.map(({ before, side, place }) => ({ side, place, before, since: before.since })),
    at,
  );
  const isDraw = seats.every(({ place }) => place === seats[0]?.place);
  return seats.map(({ before, place, isFixed }, seat) => {
    if (isFixed === true) return before;
    const { rating, deviation, volatility } = rated[seat] ?? before;
    return {
      rating,
      deviation,
      volatility,
      games: before.games + 1,
      wins: before.wins + Number(!isDraw && place === 1),
      draws: before.draws + Number(isDraw),
      // A clock that went back must not let time pass twice.
      since: Math.max(at, before.since ?? at),
    };
  });
}

export function ratingColumns({ since, ...standing }: Standing) {
  const updatedAt = since ?? 0;
  const periods = periodsUntilProvisional(standing);
  const settled = periods === 0 ? 0 : Math.floor(updatedAt + periods * RATING_PERIOD);
  return { ...standing, updated_at: updatedAt, settled_until: settled };
}

export const changeColumns = (before: Standing, { rating, deviation, volatility }: Rating) => ({
  rating_before: before.rating,
  deviation_before: before.deviation,
  volatility_before: before.volatility,
  since: before.since,
  rating,
  deviation,
  volatility,
});

/** The only row of `rating_counter`. */
export const COUNTER = 1;

export const beforeOf = (row: RatingTables['rating_change']): Rating => ({
  rating: row.rating_before,
  deviation: row.deviation_before,
  volatility: row.volatility_before,
});

export const keyOf = (account: string, { game, pace }: RatingKind): string => `${account} ${game} ${pace}`;
