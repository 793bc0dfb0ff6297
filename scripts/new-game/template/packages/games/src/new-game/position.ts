import { type Move, type MoveList, NOBODY, type Outcome, type Position, type Rng, type Seat } from '@tablier/core';
import type { NewGameOptions } from './options.ts';

/*
 * Moves: `count - 1` takes `count` stones [N3]. A move means the same in every position, so a game on a board numbers all
 * that anybody could ever do: its cells, or origin × directions + direction. The table stands here, at the head.
 */
export const MOST_TAKEN = 3;
export const MOVE_SPACE: number = MOST_TAKEN;
/** No position has more legal moves. */
export const MAX_MOVES: number = MOST_TAKEN;
export const PLAYERS = 2;

/** The stones that a move takes. */
export const takenBy = (move: Move): number => move + 1;

/** All that a position holds besides its options, as plain data: what knowledge is made of. */
export interface NewGameState {
  readonly stones: number;
  readonly turn: Seat;
  readonly turnIndex: number;
}

/**
 * A position, played on in place and copied by the million: numbers and typed arrays, allocated once. Here a heap and whose
 * turn it is.
 */
export class NewGamePosition implements Position {
  readonly options: NewGameOptions;
  stones: number;
  turn: Seat = 0;
  turnIndex = 0;
  readonly passed: readonly Seat[] = [];

  constructor(options: NewGameOptions) {
    this.options = options;
    this.stones = options.heap;
  }

  countMoves(): number {
    return Math.min(this.stones, MOST_TAKEN);
  }

  legalMoves(into: MoveList): number {
    const count = this.countMoves();
    for (let move = 0; move < count; move++) into[move] = move;
    return count;
  }

  randomMove(rng: Rng): Move {
    return rng.below(this.countMoves());
  }

  /** Nothing is checked here: `move` is legal. A seat that would have to pass is passed over in here, before this returns. */
  play(move: Move): void {
    this.stones -= takenBy(move);
    this.turnIndex++;
    this.turn = this.stones === 0 ? NOBODY : 1 - this.turn;
  }

  copyFrom(other: NewGamePosition): void {
    this.setState(other);
  }

  setState({ stones, turn, turnIndex }: NewGameState): void {
    this.stones = stones;
    this.turn = turn;
    this.turnIndex = turnIndex;
  }

  /** Whoever took the last stone has won [N4] [N5]: First plays the turns 0, 2, 4 and so on. */
  outcome(): Outcome {
    if (this.turn !== NOBODY) return { scores: [0, 0], places: [1, 1] };
    return this.turnIndex % 2 === 1 ? { scores: [1, 0], places: [1, 2] } : { scores: [0, 1], places: [2, 1] };
  }
}
