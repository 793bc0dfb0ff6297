import type { Position, View } from './game.ts';
import type { Options } from './options.ts';
import type { Rng } from './rng.ts';
import { type Move, type MoveList, NOBODY, type Outcome, type Seat } from './vocabulary.ts';

/** A position that derives `countMoves` and `randomMove` from its legal moves. Games that are searched deeply override them with faster ones. */
export abstract class BasePosition implements Position {
  turn: Seat = 0;
  turnIndex = 0;
  passed: readonly Seat[] = [];
  readonly #moves: MoveList;

  /** `maxMoves` is `Game.maxMoves`. */
  constructor(maxMoves: number) {
    this.#moves = new Uint16Array(maxMoves);
  }

  countMoves(): number {
    return this.legalMoves(this.#moves);
  }

  randomMove(rng: Rng): Move {
    return this.#moves[rng.below(this.legalMoves(this.#moves))] ?? 0;
  }

  abstract legalMoves(into: MoveList): number;
  abstract play(move: Move): void;
  abstract copyFrom(other: this): void;
  abstract clone(): this;
  abstract outcome(): Outcome;
}

/** Copies `original` into `fresh` and returns it. For implementations of `clone`. */
export function copied<P extends Position>(original: P, fresh: Position): P {
  const copy = fresh as P;
  copy.copyFrom(original);
  return copy;
}

/** The members that the views of all games have. */
export function commonView<O extends Options>(position: Position, options: O, players: number): View & { options: O } {
  const { turn, turnIndex, passed } = position;
  return {
    options,
    players,
    turn,
    turnIndex,
    passed: [...passed],
    outcome: turn === NOBODY ? position.outcome() : null,
  };
}
