import {
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  placesByScore,
  type Position,
  type Rng,
  type Seat,
} from '@tablier/core';
import {
  CAPTURE,
  CELLS,
  FACE_TABLE,
  FACES,
  goalRowOf,
  kindOf,
  LIBERATE,
  MOVE_AT,
  NEIGHBOURS,
  OUTSIDE,
  originOf,
  PIECES,
  QUIET_LIMIT,
  rowOf,
  SLIDE,
  startingStacks,
  targetOf,
  WINNING_POINTS,
} from './board.ts';
import { History } from './history.ts';
import { CELL_KEYS, STACK_KEYS, withTurn } from './keys.ts';
import type { ArcanorOptions } from './options.ts';
import { isFull, LOCKED, NOTHING, ownerOfFace, PREY, sizeOfFace, type Stack, TOP_OF, WALL } from './stack.ts';

/*
 * The moves, 1,086 integers [A5]-[A7]:
 *
 *   move = 3 * step + kind      kind: 0 slide, 1 liberate, 2 capture
 *
 * `step` numbers the 362 pairs of neighbouring cells (origin, target): by origin from a1 along the rows, then by direction clockwise from
 * north, those that leave the board skipped. Whether a capture leaves something behind follows from the position.
 */

/** The most moves of any position: 12 tops, eight neighbours, each to slide or liberate to. */
export const MAX_MOVES: number = PIECES * 8 * 2;

/** How the rules ended a game [A11]-[A13]. */
export const ENDS = ['points', 'blocked', 'repetition', 'quiet'] as const;
export type End = (typeof ENDS)[number];

/** The whole position with its history, as plain data: what a player knows who remembers every move [A4]. */
export interface ArcanorKnowledge {
  readonly options: ArcanorOptions;
  /** The stack of every cell, one byte each as in `stack.ts`. */
  readonly stacks: readonly Stack[];
  readonly turn: Seat;
  readonly turnIndex: number;
  /** Who had to pass before this turn. */
  readonly passed: readonly Seat[];
  /** Quiet moves in a row. */
  readonly quiet: number;
  /** The moves since the last that cannot be undone, for repetition. */
  readonly history: readonly Move[];
  /** How the game ended, and for whom; `NOBODY` is a draw. */
  readonly end: End | null;
  readonly winner: Seat;
}

const NO_SEATS: readonly Seat[] = [];
/** Room for the pieces of a seat in the list of tops. */
const LIST = 16;
/** Random tries before the moves are listed: where few are legal. */
const TRIES = 64;

export class ArcanorPosition implements Position {
  options: ArcanorOptions;
  turn: Seat = 0;
  turnIndex = 0;
  passed: readonly Seat[] = NO_SEATS;
  quiet = 0;
  end: End | null = null;
  winner: Seat = NOBODY;
  /** The stack of every cell, and what it shows (see `stack.ts`); one more for beyond the edge. */
  readonly stacks: Uint8Array = new Uint8Array(CELLS + 1);
  readonly faces: Uint8Array = new Uint8Array(CELLS + 1);
  readonly points: Uint8Array = new Uint8Array(2);
  readonly history: History = new History();
  /** The cells of the tops of each seat that may move, in no order, and where in that list each cell is. */
  private readonly tops = new Uint8Array(2 * LIST);
  private readonly topCounts = new Uint8Array(2);
  private readonly slots = new Uint8Array(CELLS);
  private key = 0;

  constructor(options: ArcanorOptions) {
    this.options = options;
    this.faces[OUTSIDE] = WALL;
    for (const [cell, stack] of startingStacks().entries()) if (stack !== 0) this.put(cell, stack);
    this.history.restart(withTurn(this.key, this.turn));
  }

  legalMoves(into: MoveList): number {
    const { turn, faces, stacks } = this;
    let count = 0;
    if (turn === NOBODY) return count;
    const least = 4 * turn + 1;
    for (let origin = 0; origin < CELLS; origin++) {
      const face = faces[origin] as number;
      if (face < least || face > least + 3) continue;
      const prey = PREY[face] as number;
      const holds = isFull(stacks[origin] as number);
      for (let step = 8 * origin; step < 8 * origin + 8; step++) {
        const there = faces[NEIGHBOURS[step] as number] as number;
        if (there === NOTHING) {
          into[count++] = (MOVE_AT[step] as number) + SLIDE;
          if (holds) into[count++] = (MOVE_AT[step] as number) + LIBERATE;
        } else if (there === prey) into[count++] = (MOVE_AT[step] as number) + CAPTURE;
      }
    }
    return count;
  }

  countMoves(): number {
    if (this.turn === NOBODY) return 0;
    const { faces, stacks, tops } = this;
    const first = LIST * this.turn;
    const last = first + (this.topCounts[this.turn] as number);
    let count = 0;
    for (let index = first; index < last; index++) {
      const origin = tops[index] as number;
      const prey = PREY[faces[origin] as number] as number;
      const toEmpty = isFull(stacks[origin] as number) ? 2 : 1;
      for (let step = 8 * origin; step < 8 * origin + 8; step++) {
        const there = faces[NEIGHBOURS[step] as number] as number;
        if (there === NOTHING) count += toEmpty;
        else if (there === prey) count++;
      }
    }
    return count;
  }

  /** Draws a top, a direction and whether to liberate until that is legal: every legal move is as likely. */
  randomMove(rng: Rng): Move {
    const { faces, tops, stacks, turn } = this;
    const bound = 16 * (this.topCounts[turn] as number);
    for (let tries = 0; tries < TRIES; tries++) {
      const drawn = rng.below(bound);
      const origin = tops[LIST * turn + (drawn >> 4)] as number;
      const step = 8 * origin + (drawn & 7);
      const there = faces[NEIGHBOURS[step] as number] as number;
      if (there === NOTHING) {
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
    const stack = this.stacks[origin] as number;
    const isSlide = kindOf(move) === SLIDE;
    const moved = isSlide ? stack : (TOP_OF[stack] as number);
    this.put(origin, stack ^ moved);
    this.put(target, (this.stacks[target] as number) | moved);
    const isArrival = rowOf(target) === goalRowOf(mover);
    this.quiet = isSlide && !isArrival ? this.quiet + 1 : 0;
    this.turnIndex++;
    if (!this.endedByPoints(mover)) this.passTurn(1 - mover);
    const mayRepeat = this.remember(move, isArrival || (!isSlide && this.leftOwn(origin, mover)));
    if (this.turn === NOBODY) return;
    if (mayRepeat && this.history.earlierTimes(this.stacks) >= 2) this.finish('repetition', NOBODY);
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
    this.key = other.key;
    this.stacks.set(other.stacks);
    this.faces.set(other.faces);
    this.points.set(other.points);
    this.tops.set(other.tops);
    this.topCounts.set(other.topCounts);
    this.slots.set(other.slots);
    this.history.copyFrom(other.history);
  }

  outcome(): Outcome {
    const scores = Array.from(this.points);
    if (this.end === null) return { scores, places: placesByScore(scores) };
    return { scores, places: this.winner === NOBODY ? [1, 1] : this.winner === 0 ? [1, 2] : [2, 1] };
  }

  /** Everything, as plain data. */
  toData(): ArcanorKnowledge {
    return {
      options: this.options,
      stacks: Array.from(this.stacks.subarray(0, CELLS)),
      turn: this.turn,
      turnIndex: this.turnIndex,
      passed: [...this.passed],
      quiet: this.quiet,
      history: Array.from(this.history.moves.subarray(0, this.history.length)),
      end: this.end,
      winner: this.winner,
    };
  }

  /** Becomes the position that `data` describes. */
  setData(data: ArcanorKnowledge): void {
    this.options = data.options;
    this.topCounts.fill(0);
    this.points.fill(0);
    this.faces.fill(NOTHING, 0, CELLS);
    this.stacks.fill(0);
    this.key = 0;
    for (const [cell, stack] of data.stacks.entries()) if (stack !== 0) this.put(cell, stack);
    this.turn = data.turn;
    this.turnIndex = data.turnIndex;
    this.passed = data.passed.length === 0 ? NO_SEATS : [...data.passed];
    this.quiet = data.quiet;
    this.end = data.end;
    this.winner = data.winner;
    this.history.load(data.history, this.stacks, withTurn(this.key, this.turn));
  }

  /** Ends the game if somebody has the points [A11]: the mover comes first. */
  private endedByPoints(mover: Seat): boolean {
    for (const seat of [mover, 1 - mover]) {
      if ((this.points[seat] as number) < WINNING_POINTS) continue;
      this.finish('points', seat);
      return true;
    }
    return false;
  }

  /** Hands the turn to `next`, or back where it must pass, or ends the game where neither can move [A12]. */
  private passTurn(next: Seat): void {
    this.passed = NO_SEATS;
    if (this.canMove(next)) this.turn = next;
    else if (this.canMove(1 - next)) {
      this.turn = 1 - next;
      this.passed = [next];
    } else this.finish('blocked', this.leader());
  }

  private canMove(seat: Seat): boolean {
    const { faces, tops } = this;
    const last = LIST * seat + (this.topCounts[seat] as number);
    for (let index = LIST * seat; index < last; index++) {
      const origin = tops[index] as number;
      const prey = PREY[faces[origin] as number] as number;
      for (let step = 8 * origin; step < 8 * origin + 8; step++) {
        const there = faces[NEIGHBOURS[step] as number] as number;
        if (there === NOTHING || there === prey) return true;
      }
    }
    return false;
  }

  /**
   * Adds the move to the history; whether the position may have been there before. What cannot be undone forgets it: an arrival is for good
   * [A9], and a piece that has left another of its own side never holds one again, as pieces come to hold others by taking enemies only [A8].
   * Every other capture or liberation can come back: the top sets free what it took, and takes it again.
   */
  private remember(move: Move, isForGood: boolean): boolean {
    const key = withTurn(this.key, this.turn);
    if (!isForGood) return this.history.add(move, key);
    this.history.restart(key);
    return false;
  }

  private leftOwn(origin: number, mover: Seat): boolean {
    const face = this.faces[origin] as number;
    return face !== NOTHING && ownerOfFace(face) === mover;
  }

  private finish(end: End, winner: Seat): void {
    this.turn = NOBODY;
    this.end = end;
    this.winner = winner;
  }

  /** Who has more points; `NOBODY` where they are equal. */
  private leader(): Seat {
    const [light, dark] = [this.points[0] as number, this.points[1] as number];
    return light === dark ? NOBODY : light > dark ? 0 : 1;
  }

  /** Puts a stack on a cell in place of what is there, and keeps all that follows from the stacks. */
  private put(cell: number, stack: Stack): void {
    const before = this.faces[cell] as number;
    const face = FACES[(FACE_TABLE[cell] as number) | stack] as number;
    const change = (STACK_KEYS[stack] as number) - (STACK_KEYS[this.stacks[cell] as number] as number);
    this.key = (this.key + Math.imul(CELL_KEYS[cell] as number, change)) | 0;
    this.stacks[cell] = stack;
    if (face === before) return;
    this.faces[cell] = face;
    if (before !== NOTHING) this.removeTop(cell, ownerOfFace(before));
    if (face > LOCKED) this.points[ownerOfFace(face)] = (this.points[ownerOfFace(face)] as number) + sizeOfFace(face);
    else if (face !== NOTHING) this.addTop(cell, ownerOfFace(face));
  }

  private addTop(cell: number, owner: Seat): void {
    const count = this.topCounts[owner] as number;
    this.tops[LIST * owner + count] = cell;
    this.slots[cell] = count;
    this.topCounts[owner] = count + 1;
  }

  private removeTop(cell: number, owner: Seat): void {
    const last = (this.topCounts[owner] as number) - 1;
    const slot = this.slots[cell] as number;
    const moved = this.tops[LIST * owner + last] as number;
    this.tops[LIST * owner + slot] = moved;
    this.slots[moved] = slot;
    this.topCounts[owner] = last;
  }
}
