import type { Move, Seat } from '@tablier/core';

/**
 * A position for alpha-beta, which changes it in place: `make` plays a move and `unmake` takes the last one back. For two seats without
 * hidden information. Numbers are whole, so that a search is the same on every machine.
 */
export interface SearchPosition {
  /** The seat to move; `NOBODY` when the game is over. */
  readonly turn: Seat;
  /** The winner of a game that is over; `NOBODY` for a draw. */
  readonly winner: Seat;
  /** Two words that identify the position for the transposition table: the board and the seat to move, but not the moves before. */
  readonly low: number;
  readonly high: number;
  /**
   * Whether the search may leave out or reduce moves by the evaluation. Requires the scale of `evaluate`: 256 make a win e times as
   * likely as a loss.
   */
  readonly isSelective: boolean;
  make(move: Move): void;
  unmake(): void;
  /**
   * Gives the turn to the other seat, for the null move of the search. Returns false, and changes nothing, if the seat to move may be
   * better off without a move, because a null move then proves nothing.
   */
  pass(): boolean;
  unpass(): void;
  /** Writes the legal moves after which the evaluation may change so much that it is only reliable after them; returns how many. */
  listForcing(into: Uint16Array): number;
  /** The same for all other legal moves. */
  listQuiet(into: Uint16Array): number;
  /** Whether a move is legal. It may be any number up to 65,535. */
  isLegal(move: Move): boolean;
  /** Whether a legal move is one of `listForcing`. */
  isForcing(move: Move): boolean;
  /** How promising a move is in any position, from -2^13 to 2^13: quiet moves with more are tried first. */
  promise(seat: Seat, move: Move): number;
  /** How promising a legal move is in this position; higher first, between -2^20 and 2^20. */
  gain(move: Move): number;
  /** The evaluation from the view of the seat to move, between -`LIMIT` and `LIMIT`. */
  evaluate(): number;
  /** The share of a win, from 0 to 1, that an evaluation stands for. */
  shareOf(evaluation: number): number;
}

/** Evaluations are between `-LIMIT` and `LIMIT`, and a draw is 0. */
export const LIMIT = 1 << 14;
