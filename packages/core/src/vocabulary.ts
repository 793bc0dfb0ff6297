/** The words every other file uses. */

/** A chair at the table, counted from 0 in turn order. */
export type Seat = number;

/** The turn of a game that is over. */
export const NOBODY = -1;

/**
 * Who looks at the table: a player from a seat, somebody who only watches, or anybody after the match, when
 * everything is turned up (`open`), however it ended.
 */
export type Viewer = Seat | 'spectator' | 'open';

/**
 * A move is a small integer from the table at the head of its game's `position.ts`.
 * Its meaning never depends on the position it is played in.
 */
export type Move = number;

/** What a list of legal moves is written into. */
export type MoveList = Uint16Array;

/** How a game stands or ended, seat by seat. */
export interface Outcome {
  readonly scores: readonly number[];
  /** 1 is best; seats that tie share the better place. */
  readonly places: readonly number[];
}

/** Errors that come from outside are values with a name; exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const success = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const failure = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/**
 * The places that scores give: the more points the better, equal scores share the better place.
 * `[7, 9, 7]` gives `[2, 1, 2]`.
 */
export function placesByScore(scores: readonly number[]): number[] {
  return scores.map((own) => 1 + scores.filter((other) => other > own).length);
}
