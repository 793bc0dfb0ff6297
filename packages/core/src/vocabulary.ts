/** A place at a table, counted from 0 in turn order. */
export type Seat = number;

/** Stands for no seat: the value of `turn` when the game is over. */
export const NOBODY = -1;

/** The receiver of a view. `open` shows everything, for viewers of a match that has ended in any way. */
export type Viewer = Seat | 'spectator' | 'open';

/** A move as a small integer. Its meaning, which each game defines, does not depend on the position. */
export type Move = number;

/** The buffer that legal moves are written into. */
export type MoveList = Uint16Array;

export interface Outcome {
  readonly scores: readonly number[];
  /** 1 is best. Seats that tie share the better place. */
  readonly places: readonly number[];
}

/** Errors in the input are named values; exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const success = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const failure = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** A higher score is better, and equal scores share the better place: `[7, 9, 7]` gives `[2, 1, 2]`. */
export function placesByScore(scores: readonly number[]): number[] {
  // Every random game ends with this. Loops over a copy are faster than `map` and `filter`.
  const places = scores.slice();
  for (let seat = 0; seat < places.length; seat++) {
    const own = scores[seat] as number;
    let better = 0;
    for (const other of scores) if (other > own) better++;
    places[seat] = 1 + better;
  }
  return places;
}
