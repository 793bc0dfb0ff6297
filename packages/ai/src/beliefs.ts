import type { Move, MoveList, Position, Rng } from '@tablier/core';

/** A position that may be the true one, with what each seat knows of what is hidden. */
export interface World<P extends Position = Position> {
  readonly position: P;
  /** By seat: its type, an integer that stands for all that it knows and others do not. It does not change during the game. */
  readonly types: readonly number[];
  /** How probable this world is to an observer who saw everything public and nothing else. */
  readonly probability: number;
}

/**
 * What the seats believe about what is hidden, for games with few possible worlds (at most some hundreds). They include worlds that the
 * seat to move knows to be false, because the others do not know that.
 */
export interface Beliefs<P extends Position, K = unknown> {
  /** The number of types: they are the integers below it. */
  readonly types: number;
  /**
   * All worlds that agree with what is public. Their probabilities add up to 1. They follow from the last `memory` public moves
   * (`Infinity` for all), never from what only the seat to move knows.
   */
  worlds(knowledge: K, memory: number): readonly World<P>[];
  /** The type of the seat to move, which it knows. */
  typeOf(knowledge: K): number;
  /** What everyone learned from the moves so far, apart from the moves themselves: an integer below 256. */
  observation(position: P): number;
  /**
   * Writes how probable each of the first `count` moves is. `moves` are all legal moves. It may depend only on what is public and the
   * type of the seat to move.
   */
  policy(position: P, moves: MoveList, count: number, into: Float64Array): void;
  /** A move for a playout, drawn from a policy. It may depend only on the same information. */
  playoutMove(position: P, rng: Rng): Move;
}
