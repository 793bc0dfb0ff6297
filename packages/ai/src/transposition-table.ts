import type { Move } from '@tablier/core';

/** How a stored score relates to the true one. */
export const EXACT = 0;
/** The true score is at least the stored one. */
export const LOWER = 1;
/** The true score is at most the stored one. */
export const UPPER = 2;

/** The index of no entry. */
export const MISSING = -1;

const DEPTH_SHIFT = 16;
const BOUND_SHIFT = 24;
/** The words of an entry: two of the key, the score and the facts. */
const WORDS = 4;
const SCORE = 2;
/** Bits 0 to 15: the move; 16 to 23: the depth plus 1, so that an empty place is 0; 24 and 25: the bound. */
const FACTS = 3;

/**
 * What a search found out about positions, by a 64-bit key in two words. A position has two places: the first keeps the deeper of two
 * entries, the second the newer. Different positions with equal keys are taken for the same, which is possible but hardly ever happens.
 */
export class TranspositionTable {
  private readonly mask: number;
  private readonly words: Int32Array;

  /** `bits`: the binary logarithm of the number of entries, at least 1. */
  constructor(bits: number) {
    this.mask = (1 << bits) - 2;
    this.words = new Int32Array(WORDS << bits);
  }

  /** The index of the entry of a position, or `MISSING`. */
  find(low: number, high: number): number {
    const { words } = this;
    const first = WORDS * (low & this.mask);
    if (words[first] === low && words[first + 1] === high && words[first + FACTS] !== 0) return first;
    const second = first + WORDS;
    return words[second] === low && words[second + 1] === high && words[second + FACTS] !== 0 ? second : MISSING;
  }

  /** The best move of an entry, which may be illegal if keys collide. */
  moveAt(index: number): Move {
    return (this.words[index + FACTS] as number) & 0xffff;
  }

  scoreAt(index: number): number {
    return this.words[index + SCORE] as number;
  }

  /** The plies that were searched below the position. */
  depthAt(index: number): number {
    return (((this.words[index + FACTS] as number) >> DEPTH_SHIFT) & 0xff) - 1;
  }

  boundAt(index: number): number {
    return (this.words[index + FACTS] as number) >> BOUND_SHIFT;
  }

  /** Whether an entry decides a node with this window. `score`: that of the entry, as seen from the root. */
  settles(index: number, score: number, alpha: number, beta: number): boolean {
    const bound = this.boundAt(index);
    return bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha);
  }

  /** `depth`: from 0 to 127. */
  store(low: number, high: number, { move, score, depth, bound }: TableEntry): void {
    const { words } = this;
    const index = this.placeFor(low, high, depth);
    words[index] = low;
    words[index + 1] = high;
    words[index + SCORE] = score;
    words[index + FACTS] = move | ((depth + 1) << DEPTH_SHIFT) | (bound << BOUND_SHIFT);
  }

  private placeFor(low: number, high: number, depth: number): number {
    const known = this.find(low, high);
    if (known !== MISSING) return known;
    const first = WORDS * (low & this.mask);
    return depth >= this.depthAt(first) ? first : first + WORDS;
  }
}

export interface TableEntry {
  readonly move: Move;
  readonly score: number;
  readonly depth: number;
  readonly bound: number;
}

/** The binary logarithms of the smallest and the largest table. */
const TABLE_BITS = { least: 10, most: 19 };

/** The binary logarithm of the size of the table for a search of this many nodes. */
export const tableBits = (nodes: number): number =>
  Math.max(TABLE_BITS.least, Math.min(TABLE_BITS.most, Math.ceil(Math.log2(Math.max(1, nodes)))));
