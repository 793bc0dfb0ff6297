import type { Move, MoveList, Position, Rng, Seat } from '@tablier/core';

/** A position that may be the true one, with what each seat knows of what is hidden. */
export interface World<P extends Position = Position> {
  readonly position: P;
  /** By seat: its type, which stands for all that it knows and others do not. From 0 to `Beliefs.types` - 1. It never changes. */
  readonly types: readonly number[];
  /** How probable this world is to an observer who saw everything public and nothing else. */
  readonly probability: number;
}

/**
 * What the seats of a game with few possible worlds believe. A search with beliefs plays all of them, also those that the seat to move
 * knows to be false: the others do not know that.
 */
export interface Beliefs<P extends Position, K = unknown> {
  /** The number of types that a seat can have. */
  readonly types: number;
  /**
   * All worlds that agree with what is public. Their probabilities add up to 1 and follow from the last `memory` public moves.
   */
  worlds(knowledge: K, memory: number): readonly World<P>[];
  /** The type of the seat to move, which it knows. */
  typeOf(knowledge: K): number;
  /** What everyone learned from the moves so far, apart from the moves themselves; an integer below 256. */
  observation(position: P): number;
  /** Writes the probability with which the seat to move is expected to play each of the first `count` moves. It uses only what that seat knows. */
  policy(position: P, moves: MoveList, count: number, into: Float64Array): void;
  /** A move of a playout, likely to be one that the seat to move would play. It uses only what that seat knows. */
  playoutMove(position: P, rng: Rng): Move;
}

export type { Seat };
