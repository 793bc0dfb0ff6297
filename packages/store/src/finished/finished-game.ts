import type { Generated } from 'kysely';
import type { Columns } from '../repository.ts';

export interface FinishedTables {
  /** One row for each match that ended with a result. Derived from its stream. */
  readonly finished_game: {
    readonly seq: Generated<number>;
    readonly match: string;
    readonly game: string;
    readonly pace: string;
    readonly clock: string;
    readonly ended_at: number;
    /** From the first to the last moment of the match. Milliseconds. */
    readonly took: number;
    readonly plies: number;
    /** How it ended (`rules`, `resign`, …). */
    readonly ended_by: string;
    readonly record: string;
    /** 1 if everyone may find it. */
    readonly listed: number;
    /** 1 if the statistics of its game count it. */
    readonly counted: number;
    /** The first plies, separated by spaces. */
    readonly opening: string;
  };
  /** The seats of finished games, with what searches for a player need. */
  readonly finished_seat: {
    readonly seq: number;
    readonly seat: number;
    /** Null for a bot, and once the account is erased. */
    readonly account: string | null;
    readonly bot: number | null;
    readonly place: number;
    /** Null if the game ended without scores. */
    readonly score: number | null;
    readonly result: SeatResult;
    readonly game: string;
    readonly ended_at: number;
  };
  /** The openings of listed games: one row for each of their first plies, alone and with those before it. */
  readonly finished_opening: {
    readonly game: string;
    readonly plies: string;
    readonly ended_at: number;
    readonly seq: number;
  };
  /** The number of counted games, and how they ended for the first seat. */
  readonly game_tally: {
    readonly game: string;
    readonly games: number;
    readonly first_wins: number;
    readonly draws: number;
  };
  /** The progress of work that is done once for all streams: the last stream, newest first. */
  readonly progress: { readonly name: string; readonly at: number; readonly id: string };
}

/** The result of one seat. Equal places of all seats are a draw; otherwise the first place wins. */
export const SEAT_RESULTS = ['won', 'lost', 'drawn'] as const;
export type SeatResult = (typeof SEAT_RESULTS)[number];

/** The first plies of a game that a search can ask for. */
export const OPENING_PLIES = 4;

/** `match`: the id of its stream, which is recorded once. */
export interface FinishedGame extends Omit<
  Columns<FinishedTables['finished_game']>,
  'seq' | 'took' | 'listed' | 'counted' | 'opening'
> {
  /** From the first to the last moment of the match. Milliseconds. */
  readonly tookMs: number;
  /** Whether everyone may find it. */
  readonly isListed: boolean;
  /** Whether the statistics of its game count it. */
  readonly isCounted: boolean;
  /** Its first plies in notation; at most `OPENING_PLIES` are used. */
  readonly opening: readonly string[];
  readonly seats: readonly FinishedSeat[];
}

/** `account`: `null` for a bot and for an erased account. */
export type FinishedSeat = Pick<FinishedTables['finished_seat'], 'account' | 'bot' | 'place' | 'score' | 'result'>;

/** A place in the order of a search: newest first. */
export type FinishedPlace = Pick<Columns<FinishedTables['finished_seat']>, 'endedAt' | 'seq'>;

export interface FinishedFilter {
  /** Only games of this account. `isOwn`: also those that are not listed. */
  readonly player?: { readonly account: string; readonly isOwn: boolean };
  readonly game?: string;
  /** Only with `game`. */
  readonly pace?: string;
  /** Only games in which this account took another seat. */
  readonly opponent?: string;
  /** The result of the player; without one, of the first seat. */
  readonly result?: SeatResult;
  /** Milliseconds since 1970: ended at this time or later, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** The first plies, at most `OPENING_PLIES`. Only with `game`. */
  readonly opening?: readonly string[];
  /** Only games after this place, for paging. */
  readonly before?: FinishedPlace;
  readonly limit: number;
}

export interface FoundGame extends Omit<FinishedGame, 'match' | 'isListed' | 'isCounted' | 'opening' | 'seats'> {
  readonly seq: number;
  readonly seats: readonly FoundSeat[];
  /** The seat of the player in the search; `null` without a player. */
  readonly seat: number | null;
}

export interface FoundSeat extends Omit<FinishedSeat, 'account'> {
  /** `null` for a bot, an erased account, and an account that does not show its games. */
  readonly name: string | null;
  /** `null` as `name`, and for a guest. */
  readonly username: string | null;
}

/** One page of a search. `next` is `null` at the end. A page may be shorter than requested, or empty, and still have a successor. */
export interface FoundGames {
  readonly games: readonly FoundGame[];
  readonly next: FinishedPlace | null;
}

/** The progress of work that reads all finished streams once, newest listing first: the last stream. `null`: not begun. */
export type Progress = { readonly at: number; readonly id: string } | null;

/** A part of the streams that are over, newest listing first. */
export interface Unrecorded {
  /** Those without a recorded game. */
  readonly matches: readonly string[];
  /** The last stream that was read; `null` at the end. */
  readonly next: Progress;
}
