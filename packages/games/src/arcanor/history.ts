import type { Move, Seat } from '@tablier/core';
import { CELLS, kindOf, originOf, ownerOfStack, SLIDE, targetOf, TOP_OF } from './board.ts';
import { keyOf } from './layout.ts';

/** The filter has 2,048 bits, far more than there are moves between two irreversible ones. The highest 11 bits of a key select one. */
const FILTER_WORDS = 64;
const FILTER_SHIFT = 21;

/** Calls `visit` with the stacks before each of the last moves, the latest first, and the seat that moved then. Changes the stacks. */
export function walkBack(stacks: Uint8Array, moves: readonly Move[], visit: (ply: number, mover: Seat) => void): void {
  for (let ply = moves.length - 1; ply >= 0; ply--) {
    const move = moves[ply] as number;
    undo(stacks, move);
    visit(ply, ownerOfStack(stacks[originOf(move)] as number));
  }
}

/** Undoes a move on stacks only. A capture and a liberation are undone in the same way: the top returns to what it left. */
function undo(stacks: Uint8Array, move: Move): void {
  const origin = originOf(move);
  const target = targetOf(move);
  const there = stacks[target] as number;
  const moved = kindOf(move) === SLIDE ? there : (TOP_OF[there] as number);
  stacks[target] = there ^ moved;
  stacks[origin] = (stacks[origin] as number) | moved;
}

/**
 * The positions since the last irreversible move, for repetition [A13]: the moves between them and a 32-bit key of each. Different
 * keys prove that two positions differ. Positions with equal keys are compared cell by cell by undoing the moves, so that no collision
 * decides a game; with equal cells, equal keys mean the same seat to move.
 */
export class History {
  length = 0;
  readonly #stacks = new Uint8Array(CELLS);
  /** A Bloom filter over the keys; then, alternately, a position's key and the move played in it. One array copies in one operation. */
  private words: Int32Array = new Int32Array(FILTER_WORDS + 256);

  get moves(): Move[] {
    return Array.from({ length: this.length }, (_, index) => this.moveAt(index));
  }

  /** Clears the history: after an irreversible move no earlier position can recur. */
  restart(key: number): void {
    this.length = 0;
    this.words.fill(0, 0, FILTER_WORDS);
    this.words[FILTER_WORDS] = key;
    this.mark(key);
  }

  /** Adds a move and the key of the position after it. Returns whether that position may have occurred before. */
  add(move: Move, key: number): boolean {
    const end = FILTER_WORDS + 2 * this.length;
    if (end + 3 > this.words.length) this.growTo(2 * this.words.length);
    this.words[end + 1] = move;
    this.words[end + 2] = key;
    this.length++;
    return this.mark(key) && this.hasKeyBefore(key);
  }

  load(moves: readonly Move[], stacks: Uint8Array, key: number): void {
    const keys = [...moves, key];
    const walked = this.#stacksOf(stacks);
    walkBack(walked, moves, (ply, mover) => {
      keys[ply] = keyOf(walked, mover, 0);
    });
    this.restart(keys[0] as number);
    for (const [index, move] of moves.entries()) this.add(move, keys[index + 1] as number);
  }

  earlierTimes(stacks: Uint8Array): number {
    const key = this.keyAt(this.length);
    let times = 0;
    const walked = this.#stacksOf(stacks);
    for (let index = this.length - 1; index >= 0; index--) {
      undo(walked, this.moveAt(index));
      if (this.keyAt(index) === key && walked.every((stack, cell) => stack === stacks[cell])) times++;
    }
    return times;
  }

  copyFrom(other: History): void {
    const end = FILTER_WORDS + 2 * other.length + 1;
    if (end > this.words.length) this.growTo(other.words.length);
    this.words.set(other.words.subarray(0, end));
    this.length = other.length;
  }

  #stacksOf(stacks: Uint8Array): Uint8Array {
    this.#stacks.set(stacks.subarray(0, CELLS));
    return this.#stacks;
  }

  private keyAt(index: number): number {
    return this.words[FILTER_WORDS + 2 * index] as number;
  }

  private moveAt(index: number): Move {
    return this.words[FILTER_WORDS + 2 * index + 1] as number;
  }

  /** Sets the bit of a key. Returns whether it was set before. */
  private mark(key: number): boolean {
    const bit = key >>> FILTER_SHIFT;
    const mask = 1 << (bit & 31);
    const word = this.words[bit >> 5] as number;
    this.words[bit >> 5] = word | mask;
    return (word & mask) !== 0;
  }

  private hasKeyBefore(key: number): boolean {
    for (let index = this.length - 1; index >= 0; index--) if (this.keyAt(index) === key) return true;
    return false;
  }

  private growTo(size: number): void {
    const words = new Int32Array(size);
    words.set(this.words);
    this.words = words;
  }
}
