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
import { countBits, lowestBit } from '../shared/bits.ts';
import {
  CAPTURE,
  CELLS,
  EMPTY_FACE,
  isFull,
  LIBERATE,
  LOCKED,
  MOVE_AT,
  NEIGHBOURS,
  ownerOfFace,
  PIECES,
  PREY,
  QUIET_LIMIT,
  SLIDE,
  type Stack,
  startingStacks,
} from './board.ts';
import { History } from './history.ts';
import { AROUND, DARK_KEYS, type End, Layout, topsOf, ZOBRIST } from './layout.ts';
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

const STARTING: readonly number[] = startingStacks();

/** The most tops that a seat can have, rounded up. */
const LIST = 16;

export class ArcanorPosition extends Layout implements Position {
  options: ArcanorOptions;
  turnIndex = 0;
  passed: readonly Seat[] = NO_SEATS;
  readonly history: History = new History();
  /** The key of the stacks. */
  private key = 0;
  /** The cells of the tops of each seat that may move, in no order, those of seat 1 from `LIST` on; then how many each has. */
  private readonly tops = this.derived.subarray(0, 2 * LIST + 2);
  /** By cell: its index in the list of tops. */
  private readonly slots = this.derived.subarray(2 * LIST + 2);

  constructor(options: ArcanorOptions) {
    super();
    this.options = options;
    this.setStacks(STARTING);
    this.history.restart(this.keyToMove());
  }

  legalMoves(into: MoveList): number {
    const { turn, bits, stacks } = this;
    if (turn === NOBODY) return 0;
    const emptyLow = bits[EMPTY_FACE] as number;
    const emptyHigh = bits[EMPTY_FACE + 1] as number;
    let count = 0;
    for (let word = 0; word < 2; word++) {
      for (let rest = topsOf(bits, turn, word); rest !== 0; rest &= rest - 1) {
        const origin = 32 * word + lowestBit(rest);
        const prey = 2 * (PREY[this.faceAt(origin)] as number);
        const preyLow = bits[prey] as number;
        const preyHigh = bits[prey + 1] as number;
        const holds = isFull(stacks[origin] as number);
        for (let step = 8 * origin; step < 8 * origin + 8; step++) {
          const target = NEIGHBOURS[step] as number;
          const isLow = target < 32;
          if ((((isLow ? emptyLow : emptyHigh) >>> target) & 1) !== 0) {
            const slide = MOVE_AT[step] as number;
            into[count++] = slide;
            if (holds) into[count++] = slide + LIBERATE;
          } else if ((((isLow ? preyLow : preyHigh) >>> target) & 1) !== 0)
            into[count++] = (MOVE_AT[step] as number) + CAPTURE;
        }
      }
    }
    return count;
  }

  countMoves(): number {
    const { turn, bits, stacks } = this;
    if (turn === NOBODY) return 0;
    let count = 0;
    for (let word = 0; word < 2; word++) {
      for (let rest = topsOf(bits, turn, word); rest !== 0; rest &= rest - 1) {
        const origin = 32 * word + lowestBit(rest);
        const toEmpty = this.countAround(origin, EMPTY_FACE);
        count += isFull(stacks[origin] as number) ? 2 * toEmpty : toEmpty;
        count += this.countAround(origin, PREY[this.faceAt(origin)] as number);
      }
    }
    return count;
  }

  /** The number of neighbours of a cell that show a face. */
  private countAround(cell: number, face: number): number {
    const low = (AROUND[2 * cell] as number) & (this.bits[2 * face] as number);
    const high = (AROUND[2 * cell + 1] as number) & (this.bits[2 * face + 1] as number);
    return countBits(low) + countBits(high);
  }

  /** Draws a top, a direction and whether to liberate until the move is legal. All legal moves are equally likely. */
  randomMove(rng: Rng): Move {
    const { tops, stacks } = this;
    const bound = 16 * (tops[2 * LIST + this.turn] as number);
    for (let tries = 0; tries < TRIES; tries++) {
      const drawn = rng.below(bound);
      const origin = tops[LIST * this.turn + (drawn >> 4)] as number;
      const step = 8 * origin + (drawn & 7);
      const there = this.faceAt(NEIGHBOURS[step] as number);
      if (there === EMPTY_FACE) {
        if ((drawn & 8) === 0) return (MOVE_AT[step] as number) + SLIDE;
        if (isFull(stacks[origin] as number)) return (MOVE_AT[step] as number) + LIBERATE;
      } else if ((drawn & 8) === 0 && there === PREY[this.faceAt(origin)]) return (MOVE_AT[step] as number) + CAPTURE;
    }
    const moves = new Uint16Array(MAX_MOVES);
    return moves[rng.below(this.legalMoves(moves))] as number;
  }

  play(move: Move): void {
    const mover = this.turn;
    const isForGood = this.carry(move);
    this.turnIndex++;
    this.giveTurn();
    this.passed = this.turn === mover ? [1 - mover] : NO_SEATS;
    const mayRepeat = this.remember(move, isForGood);
    if (this.turn === NOBODY) return;
    if (mayRepeat && this.history.earlierTimes(this.stacks) >= 2) this.finish('repetition', NOBODY);
    else if (this.quiet >= QUIET_LIMIT) this.finish('quiet', this.leader());
  }

  copyFrom(other: this): void {
    this.copyLayout(other);
    this.options = other.options;
    this.turnIndex = other.turnIndex;
    this.passed = other.passed;
    this.key = other.key;
    this.history.copyFrom(other.history);
  }

  clone(): this {
    return copied(this, new ArcanorPosition(this.options));
  }

  digest(): number {
    const { key, history, turn, turnIndex, quiet } = this;
    return hashNumbers([key, turn, turnIndex, quiet, history.length]);
  }

  outcome(): Outcome {
    const scores = Array.from(this.points);
    if (this.end === null) return { scores, places: placesByScore(scores) };
    return { scores, places: this.winner === NOBODY ? [1, 1] : this.winner === 0 ? [1, 2] : [2, 1] };
  }

  toData(): ArcanorKnowledge {
    return {
      options: this.options,
      stacks: Array.from(this.stacks.subarray(0, CELLS)),
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
    this.setStacks(data.stacks);
    this.turn = data.turn;
    this.turnIndex = data.turnIndex;
    this.passed = data.passed.length === 0 ? NO_SEATS : [...data.passed];
    this.quiet = data.quiet;
    this.end = data.end;
    this.winner = data.winner;
    this.history.load(data.history, this.stacks, this.keyToMove());
  }

  private setStacks(stacks: readonly Stack[]): void {
    this.clearStacks();
    this.key = 0;
    for (const [cell, stack] of stacks.entries()) if (stack !== 0) this.put(cell, stack);
  }

  protected put(cell: number, stack: Stack): void {
    const at = 512 * cell;
    this.key ^= (ZOBRIST[at + 2 * (this.stacks[cell] as number)] as number) ^ (ZOBRIST[at + 2 * stack] as number);
    const before = this.faceAt(cell);
    const face = this.place(cell, stack);
    if (face === before) return;
    if (before !== EMPTY_FACE) this.removeTop(cell, ownerOfFace(before));
    if (face > LOCKED) this.score(face);
    else if (face !== EMPTY_FACE) this.addTop(cell, ownerOfFace(face));
  }

  private addTop(cell: number, owner: Seat): void {
    const { tops } = this;
    const count = tops[2 * LIST + owner] as number;
    tops[LIST * owner + count] = cell;
    this.slots[cell] = count;
    tops[2 * LIST + owner] = count + 1;
  }

  private removeTop(cell: number, owner: Seat): void {
    const { tops, slots } = this;
    const last = (tops[2 * LIST + owner] as number) - 1;
    const slot = slots[cell] as number;
    const moved = tops[LIST * owner + last] as number;
    tops[LIST * owner + slot] = moved;
    slots[moved] = slot;
    tops[2 * LIST + owner] = last;
  }

  private keyToMove(): number {
    return this.turn === 1 ? this.key ^ DARK_KEYS[0] : this.key;
  }

  /** Adds the move to the history, which a move for good clears. Returns whether the position may have occurred before. */
  private remember(move: Move, isForGood: boolean): boolean {
    if (!isForGood) return this.history.add(move, this.keyToMove());
    this.history.restart(this.keyToMove());
    return false;
  }
}
