import type { GameRecord, Options, RecordEnd } from '@tablier/core';

/** A kept game as lists show it: nothing that a player of it could not know, neither deal nor moves. */
export interface KeptSummary {
  readonly id: string;
  /** When it was kept first, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  /** How many moves were made. */
  readonly plies: number;
  readonly end: RecordEnd;
}

/** A kept game, whole. */
export interface KeptGame {
  readonly id: string;
  readonly keptAt: number;
  /** As it was given, with the fields that nobody here knows. */
  readonly record: GameRecord;
}

/**
 * The port to a database. Whoever calls `keep` has checked the record: a store knows no rules.
 * What a promise confirmed survives a crash of the process and of the machine. `checkStore` in the testkit holds every store to this.
 */
export interface Store {
  /** Keeps a game for good and returns its id. The same record, sent again, is the same game: same id, kept once. */
  keep(record: GameRecord): Promise<string>;
  /** The game with this id; ids may come from anywhere. */
  find(id: string): Promise<KeptGame | undefined>;
  /** The games kept last, newest first, at most `limit`. Games that are still on are not listed: their deal may be a secret. */
  recent(limit: number): Promise<readonly KeptSummary[]>;
  /** Lets go of the database. Nothing else may be called afterwards. */
  close(): Promise<void>;
}

/** Why a store could not be opened. The detail is one line for the person at the terminal. */
export interface StoreError {
  readonly name: 'no-driver' | 'cannot-open' | 'too-new';
  readonly detail: string;
}
