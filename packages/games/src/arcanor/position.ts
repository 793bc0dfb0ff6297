import {
  copied,
  hashNumbers,
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  placesByScore,
  type Position,
  type Rng,
  type Seat,
} from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import {
  CAPTURE,
  CELLS,
  EMPTY_FACE,
  goalRowOf,
  isFull,
  kindOf,
  LIBERATE,
  MOVE_AT,
  NEIGHBOURS,
  originOf,
  ownerOfFace,
  PIECES,
  PREY,
  QUIET_LIMIT,
  rowOf,
  SIZES,
  SLIDE,
  type Stack,
  startingStacks,
  targetOf,
  TOP_OF,
  WINNING_POINTS,
} from './board.ts';
import { History, Layout, LIST, withTurn } from './layout.ts';
import type { ArcanorOptions } from './facts.ts';

/*
 * The moves, 1,086 integers [A5]-[A7]:
 *
 *   move = 3 * step + kind      kind: 0 slide, 1 liberate, 2 capture
 *
 * `step` numbers the 362 pairs of neighbouring cells (origin, target): by origin from a1 along the rows, then by direction clockwise from
 * north, without those that leave the board. Whether a capture leaves something behind follows from the position.
 */

/** An upper bound on the moves of a position: 12 tops, eight neighbours each, and a slide or a liberation to each. */
export const MAX_MOVES: number = PIECES * 8 * 2;

/** How the rules ended a game [A11]-[A13]. */
export const ENDS = ['points', 'blocked', 'repetition', 'quiet'] as const;
export type End = (typeof ENDS)[number];

/** The whole position with its history, as plain data: the knowledge of a player who remembers every move [A4]. */
export interface ArcanorKnowledge {
  readonly options: ArcanorOptions;
  /** The stack of every cell, one byte each as in `board.ts`. */
  readonly stacks: readonly Stack[];
  readonly turn: Seat;
  readonly turnIndex: number;
  readonly passed: readonly Seat[];
  readonly quiet: number;
  /** The moves since the last irreversible one, for repetition [A13]. */
  readonly history: readonly Move[];
  /** How the game ended, and for whom; `NOBODY` is a draw. */
  readonly end: End | null;
  readonly winner: Seat;
}

const NO_SEATS: readonly Seat[] = [];
/** The number of random tries before `randomMove` lists the moves, for positions with few legal ones. */
const TRIES = 64;

/** The number of directions in a set. */
const SET_SIZES = Uint8Array.from({ length: 256 }, (_, set) => countBits(set));
const sizeOfSet = (set: number): number => SET_SIZES[set] as number;

const STARTING: readonly number[] = startingStacks();

export class ArcanorPosition implements Position {
  options: ArcanorOptions;
  turn: Seat = 0;
  turnIndex = 0;
  passed: readonly Seat[] = NO_SEATS;
  quiet = 0;
  end: End | null = null;
  winner: Seat = NOBODY;
  readonly layout: Layout = new Layout();
  readonly history: History = new History();

  constructor(options: ArcanorOptions) {
    this.options = options;
    for (const [cell, stack] of STARTING.entries()) if (stack !== 0) this.layout.put(cell, stack);
    this.history.restart(withTurn(this.layout.key, this.turn));
  }

  legalMoves(into: MoveList): number {
    const { turn, layout } = this;
    if (turn === NOBODY) return 0;
    const { faces, stacks } = layout;
    const least = SIZES * turn + 1;
    let count = 0;
    for (let origin = 0; origin < CELLS; origin++) {
      const face = faces[origin] as number;
      if (face < least || face >= least + SIZES) continue;
      const empty = layout.emptyAround(origin);
      const prey = layout.around(origin, PREY[face] as number);
      const holds = isFull(stacks[origin] as number);
      for (let rest = empty | prey; rest !== 0; rest &= rest - 1) {
        const direction = rest & -rest;
        const slide = MOVE_AT[8 * origin + 31 - Math.clz32(direction)] as number;
        if ((prey & direction) !== 0) into[count++] = slide + CAPTURE;
        else {
          into[count++] = slide;
          if (holds) into[count++] = slide + LIBERATE;
        }
      }
    }
    return count;
  }

  countMoves(): number {
    const { turn, layout } = this;
    if (turn === NOBODY) return 0;
    const { faces, stacks, tops, topCounts } = layout;
    const last = LIST * turn + (topCounts[turn] as number);
    let count = 0;
    for (let index = LIST * turn; index < last; index++) {
      const origin = tops[index] as number;
      const toEmpty = sizeOfSet(layout.emptyAround(origin));
      count += isFull(stacks[origin] as number) ? 2 * toEmpty : toEmpty;
      count += sizeOfSet(layout.around(origin, PREY[faces[origin] as number] as number));
    }
    return count;
  }

  /** Draws a top, a direction and whether to liberate until the move is legal. All legal moves are equally likely. */
  randomMove(rng: Rng): Move {
    const { faces, tops, stacks, topCounts } = this.layout;
    const bound = 16 * (topCounts[this.turn] as number);
    for (let tries = 0; tries < TRIES; tries++) {
      const drawn = rng.below(bound);
      const origin = tops[LIST * this.turn + (drawn >> 4)] as number;
      const step = 8 * origin + (drawn & 7);
      const there = faces[NEIGHBOURS[step] as number] as number;
      if (there === EMPTY_FACE) {
        if ((drawn & 8) === 0) return (MOVE_AT[step] as number) + SLIDE;
        if (isFull(stacks[origin] as number)) return (MOVE_AT[step] as number) + LIBERATE;
      } else if ((drawn & 8) === 0 && there === PREY[faces[origin] as number])
        return (MOVE_AT[step] as number) + CAPTURE;
    }
    const moves = new Uint16Array(MAX_MOVES);
    return moves[rng.below(this.legalMoves(moves))] as number;
  }

  play(move: Move): void {
    const mover = this.turn;
    const origin = originOf(move);
    const target = targetOf(move);
    const { layout } = this;
    const stack = layout.stacks[origin] as number;
    const isSlide = kindOf(move) === SLIDE;
    const moved = isSlide ? stack : (TOP_OF[stack] as number);
    layout.put(origin, stack ^ moved);
    layout.put(target, (layout.stacks[target] as number) | moved);
    const isArrival = rowOf(target) === goalRowOf(mover);
    this.quiet = isSlide && !isArrival ? this.quiet + 1 : 0;
    this.turnIndex++;
    if (!this.endedByPoints(mover)) this.passTurn(1 - mover);
    const mayRepeat = this.remember(move, isArrival || (!isSlide && this.leftOwn(origin, mover)));
    if (this.turn === NOBODY) return;
    if (mayRepeat && this.history.earlierTimes(layout.stacks) >= 2) this.finish('repetition', NOBODY);
    else if (this.quiet >= QUIET_LIMIT) this.finish('quiet', this.leader());
  }

  copyFrom(other: this): void {
    this.options = other.options;
    this.turn = other.turn;
    this.turnIndex = other.turnIndex;
    this.passed = other.passed;
    this.quiet = other.quiet;
    this.end = other.end;
    this.winner = other.winner;
    this.layout.copyFrom(other.layout);
    this.history.copyFrom(other.history);
  }

  clone(): this {
    return copied(this, new ArcanorPosition(this.options));
  }

  digest(): number {
    const { layout, history, turn, turnIndex, quiet } = this;
    return hashNumbers([layout.key, turn, turnIndex, quiet, history.length]);
  }

  outcome(): Outcome {
    const scores = Array.from(this.layout.points);
    if (this.end === null) return { scores, places: placesByScore(scores) };
    return { scores, places: this.winner === NOBODY ? [1, 1] : this.winner === 0 ? [1, 2] : [2, 1] };
  }

  toData(): ArcanorKnowledge {
    return {
      options: this.options,
      stacks: Array.from(this.layout.stacks.subarray(0, CELLS)),
      turn: this.turn,
      turnIndex: this.turnIndex,
      passed: [...this.passed],
      quiet: this.quiet,
      history: this.history.moves,
      end: this.end,
      winner: this.winner,
    };
  }

  setData(data: ArcanorKnowledge): void {
    this.options = data.options;
    this.layout.clear();
    for (const [cell, stack] of data.stacks.entries()) if (stack !== 0) this.layout.put(cell, stack);
    this.turn = data.turn;
    this.turnIndex = data.turnIndex;
    this.passed = data.passed.length === 0 ? NO_SEATS : [...data.passed];
    this.quiet = data.quiet;
    this.end = data.end;
    this.winner = data.winner;
    this.history.load(data.history, this.layout.stacks, withTurn(this.layout.key, this.turn));
  }

  /** Ends the game if a side has the points [A11]. The mover is checked first. */
  private endedByPoints(mover: Seat): boolean {
    for (const seat of [mover, 1 - mover]) {
      if ((this.layout.points[seat] as number) < WINNING_POINTS) continue;
      this.finish('points', seat);
      return true;
    }
    return false;
  }

  /** Gives the turn to `next`, back to the mover if `next` must pass, or ends the game if neither can move [A12]. */
  private passTurn(next: Seat): void {
    this.passed = NO_SEATS;
    if (this.canMove(next)) this.turn = next;
    else if (this.canMove(1 - next)) {
      this.turn = 1 - next;
      this.passed = [next];
    } else this.finish('blocked', this.leader());
  }

  private canMove(seat: Seat): boolean {
    const { layout } = this;
    const { faces, tops, topCounts } = layout;
    const last = LIST * seat + (topCounts[seat] as number);
    for (let index = LIST * seat; index < last; index++) {
      const origin = tops[index] as number;
      if (layout.emptyAround(origin) !== 0) return true;
      if (layout.around(origin, PREY[faces[origin] as number] as number) !== 0) return true;
    }
    return false;
  }

  /**
   * Adds the move to the history. Returns whether the position may have occurred before. Irreversible moves clear the history: an arrival
   * is for good [A9], and a piece that has left another of its own side never holds one again, since captures only take enemies [A8].
   * Every other capture or liberation can be reversed: the top frees what it took and takes it again.
   */
  private remember(move: Move, isForGood: boolean): boolean {
    const key = withTurn(this.layout.key, this.turn);
    if (!isForGood) return this.history.add(move, key);
    this.history.restart(key);
    return false;
  }

  private leftOwn(origin: number, mover: Seat): boolean {
    const face = this.layout.faces[origin] as number;
    return face !== EMPTY_FACE && ownerOfFace(face) === mover;
  }

  private finish(end: End, winner: Seat): void {
    this.turn = NOBODY;
    this.end = end;
    this.winner = winner;
  }

  private leader(): Seat {
    const [light, dark] = [this.layout.points[0] as number, this.layout.points[1] as number];
    return light === dark ? NOBODY : light > dark ? 0 : 1;
  }
}
