import type { FinishedPlace } from './finished-games.ts';

/** A public finished game, for the file of its month. It names no person. */
export interface MonthGame {
  /** Of its record in the archive. */
  readonly id: string;
  /** The record as JSON. */
  readonly record: string;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
  readonly pace: string;
  readonly clock: string;
  /** The level of the bot of each seat; `null` for a person. */
  readonly bots: readonly (number | null)[];
}

/** Some games of a span, oldest first. `next` is `null` at the end. */
export interface MonthPage {
  readonly games: readonly MonthGame[];
  readonly next: FinishedPlace | null;
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
export interface RemovedGame {
  readonly game: string;
  readonly endedAt: number;
}

/** The public finished games in the order of time, for the monthly files. Reads reject with `StoreUnavailable`. Each is answered from an index. */
export interface GameMonths {
  /** When the first public game ended; `null` without any. */
  first(game: string): Promise<number | null>;
  read(query: MonthQuery): Promise<MonthPage>;
  /** The public games that an operator removed, in any order. Files that had them are made again. */
  removed(): Promise<readonly RemovedGame[]>;
}
