import { BasePosition, copied, type Move, type MoveList, NOBODY, type Outcome, type View } from '@tablier/core';

/** Moves: `count - 1` takes `count` stones [N3]. A move means the same in every position. */
export const MAX_TAKEN = 3;
export const takenBy = (move: Move): number => move + 1;

/** The view of all viewers: plain data, and the only input of the board. */
export interface NewGameView extends View {
  readonly stones: number;
}

/** A position. `play` changes it in place. `BasePosition` has the turn. */
export class NewGamePosition extends BasePosition {
  stones = 9;

  constructor() {
    super(MAX_TAKEN);
  }

  legalMoves(into: MoveList): number {
    const count = Math.min(this.stones, MAX_TAKEN);
    for (let move = 0; move < count; move++) into[move] = move;
    return count;
  }

  play(move: Move): void {
    this.stones -= takenBy(move);
    this.turnIndex++;
    this.turn = this.stones === 0 ? NOBODY : 1 - this.turn;
  }

  copyFrom({ stones, turn, turnIndex }: NewGamePosition): void {
    Object.assign(this, { stones, turn, turnIndex });
  }

  clone(): this {
    return copied(this, new NewGamePosition());
  }

  /** The player who took the last stone wins [N4]. The first seat plays the turns 0, 2, 4 and so on. */
  outcome(): Outcome {
    if (this.turn !== NOBODY) return { scores: [0, 0], places: [1, 1] };
    return this.turnIndex % 2 === 1 ? { scores: [1, 0], places: [1, 2] } : { scores: [0, 1], places: [2, 1] };
  }
}
