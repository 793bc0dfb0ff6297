import type { OnProgress } from '../progress.ts';
import type { Rating } from '@tablier/match';

/** A kind of rating: a game, and the name of a pace. The store knows neither. */
export interface RatingKind {
  readonly game: string;
  readonly pace: string;
}

/** A finished match to rate. */
export interface RatedResult extends RatingKind {
  /** The id of its stream. A match is rated once. */
  readonly match: string;
  /** When it ended. Milliseconds since 1970. */
  readonly at: number;
  /** The id of its record in the archive. */
  readonly record: string;
  /** The most matches of two opponents that are rated within a day. Absent: any number. */
  readonly mostPerDay?: number;
  /** By seat. `side` is equal for partners; equal places are a draw. */
  readonly seats: readonly { readonly account: string; readonly side: number; readonly place: number }[];
}

/** `too-often`: beyond `mostPerDay`. `unavailable`: the database did not answer. Sending the same result again is safe. */
export type RecordResult = 'rated' | 'known' | 'too-often' | 'unavailable';

/** The newest rating of an account. */
export interface AccountRating extends Rating, RatingKind {
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  /** When it was computed. Milliseconds since 1970. */
  readonly updatedAt: number;
  /** When it becomes provisional without another game; 0 if it is provisional. Milliseconds since 1970. */
  readonly settledUntil: number;
}

/** The change of the rating of a seat by a match. */
export interface RatingChange {
  readonly seat: number;
  /** `null` for an erased account. */
  readonly account: string | null;
  /** Whether the account shows its ratings to others. */
  readonly isShown: boolean;
  readonly before: Rating;
  readonly after: Rating;
}

/** A row of a leaderboard. */
export interface Leader {
  readonly account: string;
  readonly name: string;
  readonly username: string;
  readonly rating: number;
  readonly deviation: number;
  readonly games: number;
}

/** A page of a leaderboard. */
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

/** An account with a username and what it shows. */
export interface PublicAccount {
  readonly account: string;
  readonly name: string;
  readonly username: string;
  readonly shows: ProfileSettings;
}

/** A point of the graph of a rating. */
export interface RatingPoint {
  readonly at: number;
  readonly rating: number;
  readonly deviation: number;
}

/** A rated match of an account, with all its seats. */
export interface RatedGame extends RatingKind {
  readonly seq: number;
  readonly at: number;
  readonly record: string;
  /** The seat of the account. */
  readonly seat: number;
  readonly seats: readonly RatedGameSeat[];
}

export interface RatedGameSeat {
  readonly place: number;
  readonly before: number;
  readonly after: number;
  /** `null` for an account that was erased or does not show its games. `username` is `null` then, too. */
  readonly name: string | null;
  readonly username: string | null;
  /** Whether the account shows its ratings. False for an erased one. */
  readonly showsRating: boolean;
}

/** How often one account finished before another. */
export interface HeadToHead {
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** The result of a rebuild. */
export interface RebuildReport {
  readonly matches: number;
  readonly ratings: number;
  /** The rows that differed and were replaced, added or removed. */
  readonly corrected: number;
}

export interface ShortPairsQuery {
  readonly since: number;
  /** The most plies of a short match. */
  readonly plies: number;
  /** The fewest such matches of a pair. */
  readonly least: number;
  readonly limit: number;
}

/** Two opponents, in the order of their ids, and the number of their short rated matches. */
export interface ShortPair {
  readonly accounts: readonly [string, string];
  readonly matches: number;
}

/**
 * Ratings of accounts. All numbers are those of Glicko (`Rating` of `match`). Reads reject with `StoreUnavailable` if the database does not
 * answer. Ids may be untrusted.
 */
export interface RatingRepository {
  /**
   * Rates a match once, on any number of nodes. Matches are rated one after the other, in the order of their numbers, and each rating
   * follows from all earlier ones.
   */
  record(result: RatedResult): Promise<RecordResult>;
  /** Whether a match was rated. */
  isRated(match: string): Promise<boolean>;
  /** Computes all ratings again from the rated matches in their order, and stores the differences. */
  rebuild(onProgress?: OnProgress): Promise<RebuildReport>;
  /** All ratings of an account, by game and pace. */
  of(account: string): Promise<readonly AccountRating[]>;
  /** The rating of an account that it shows to others; `null` for none. */
  shownOf(account: string, kind: RatingKind): Promise<AccountRating | null>;
  /** What a match changed, by seat; `null` if it was not rated. */
  changesOf(match: string): Promise<readonly RatingChange[] | null>;
  /** The best players whose rating is not provisional and shown, best first. */
  leaders(kind: RatingKind, page: LeaderPage): Promise<readonly Leader[]>;
  /** The newest points of a rating, at most `limit`, oldest first. */
  graph(account: string, kind: RatingKind, limit: number): Promise<readonly RatingPoint[]>;
  /** The rated matches of an account, newest first, at most `limit`; with `before`, those with smaller numbers. */
  games(account: string, limit: number, before?: number): Promise<readonly RatedGame[]>;
  /** Results of one account against another in their newest matches, at most `limit`. */
  headToHead(account: string, other: string, limit: number): Promise<HeadToHead>;
  /** Opponents with many short rated matches since a time, most first: perhaps one gives points to the other. */
  shortPairs(asked: ShortPairsQuery): Promise<readonly ShortPair[]>;
  /** The account with a username; `null` for none. The caller normalises the username. */
  byUsername(username: string): Promise<PublicAccount | null>;
  /** What an account shows to others. */
  profileOf(account: string): Promise<ProfileSettings>;
  /** Replaces what an account shows. Does nothing for an account without a credential. Returns whether the database answered. */
  saveProfile(account: string, settings: ProfileSettings): Promise<boolean>;
}
