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

/**
 * What a search found out about positions, by a 64-bit key in two words. A newer entry replaces an older one in the same place. Different
 * positions with equal keys are taken for the same, which is possible but hardly ever happens.
 */
export class TranspositionTable {
  private readonly mask: number;
  private readonly low: Int32Array;
  private readonly high: Int32Array;
  private readonly scores: Int32Array;
  /** Bits 0 to 15: the move; 16 to 23: the depth plus 1, so that an empty place is 0; 24 and 25: the bound. */
  private readonly facts: Int32Array;

  /** `bits`: the binary logarithm of the number of entries. */
  constructor(bits: number) {
    const size = 1 << bits;
    this.mask = size - 1;
    this.low = new Int32Array(size);
    this.high = new Int32Array(size);
    this.scores = new Int32Array(size);
    this.facts = new Int32Array(size);
  }

  /** The index of the entry of a position, or `MISSING`. */
  find(low: number, high: number): number {
    const index = low & this.mask;
    return this.facts[index] !== 0 && this.low[index] === low && this.high[index] === high ? index : MISSING;
  }

  /** The best move of an entry, which may be illegal where keys collide. */
  moveAt(index: number): Move {
    return (this.facts[index] as number) & 0xffff;
  }

  scoreAt(index: number): number {
    return this.scores[index] as number;
  }

  /** The plies that were searched below the position. */
  depthAt(index: number): number {
    return (((this.facts[index] as number) >> DEPTH_SHIFT) & 0xff) - 1;
  }

  boundAt(index: number): number {
    return (this.facts[index] as number) >> BOUND_SHIFT;
  }

  /** `depth`: from 0 to 127. */
  store(low: number, high: number, { move, score, depth, bound }: TableEntry): void {
    const index = low & this.mask;
    this.low[index] = low;
    this.high[index] = high;
    this.scores[index] = score;
    this.facts[index] = move | ((depth + 1) << DEPTH_SHIFT) | (bound << BOUND_SHIFT);
  }
}

export interface TableEntry {
  readonly move: Move;
  readonly score: number;
  readonly depth: number;
  readonly bound: number;
}
