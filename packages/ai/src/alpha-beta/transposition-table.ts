import type { Move } from '@tablier/core';
import type { Task } from '../contract/search.ts';

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
const AGE_SHIFT = 26;
/** Ages are from 0 to this. */
const LAST_AGE = 31;
/** The words of an entry: two of the key, the score and the facts. */
const WORDS = 4;
const SCORE = 2;
/** Bits 0 to 15: the move; 16 to 23: the depth plus 1, so that an empty place is 0; 24 and 25: the bound; 26 to 30: the age. */
const FACTS = 3;

/** What a search found about positions, by a 64-bit key in two words. Of its two places the first keeps the deeper entry, the second the newer. */
export class TranspositionTable {
  private readonly mask: number;
  private readonly words: Int32Array;
  private age = 0;

  /** `bits`: the binary logarithm of the number of entries, at least 1. */
  constructor(bits: number) {
    this.mask = (1 << bits) - 2;
    this.words = new Int32Array(WORDS << bits);
  }

  /** The table that an earlier search left, if it has this size, otherwise a new one. Earlier entries count, but give way to new ones. */
  static after(earlier: unknown, bits: number): TranspositionTable {
    if (!(earlier instanceof TranspositionTable) || earlier.words.length !== WORDS << bits)
      return new TranspositionTable(bits);
    earlier.age = earlier.age === LAST_AGE ? 0 : earlier.age + 1;
    return earlier;
  }

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
    return ((this.words[index + FACTS] as number) >> BOUND_SHIFT) & 3;
  }

  /** Whether an entry decides a node. An exact one of an earlier search leaves an open window open, so that the variation is not cut short. */
  settles(index: number, score: number, alpha: number, beta: number): boolean {
    const bound = this.boundAt(index);
    if (bound === EXACT) return beta - alpha === 1 || !this.isOld(index);
    return bound === LOWER ? score >= beta : score <= alpha;
  }

  /** `depth`: from 0 to 127. */
  store(low: number, high: number, { move, score, depth, bound }: TableEntry): void {
    const { words } = this;
    const index = this.placeFor(low, high, depth);
    words[index] = low;
    words[index + 1] = high;
    words[index + SCORE] = score;
    words[index + FACTS] = move | ((depth + 1) << DEPTH_SHIFT) | (bound << BOUND_SHIFT) | (this.age << AGE_SHIFT);
  }

  private placeFor(low: number, high: number, depth: number): number {
    const known = this.find(low, high);
    if (known !== MISSING) return known;
    const first = WORDS * (low & this.mask);
    return this.isOld(first) || depth >= this.depthAt(first) ? first : first + WORDS;
  }

  private isOld(index: number): boolean {
    return (this.words[index + FACTS] as number) >> AGE_SHIFT !== this.age;
  }
}

interface TableEntry {
  readonly move: Move;
  readonly score: number;
  readonly depth: number;
  readonly bound: number;
}

const TABLE_BITS = { least: 10, most: 19 };

/** The table for a search of this many nodes: that of the search before, if there is one of the same size. `null` for a game without keys. */
export function tableFor(task: Task, nodes: number): TranspositionTable | null {
  const { advice } = task.game;
  if (advice.searchPosition === undefined && advice.key === undefined) return null;
  const table = TranspositionTable.after(task.past?.memory.latest(task), tableBits(nodes));
  task.past?.memory.keep(task, table);
  return table;
}

/** The binary logarithm of the size of the table for a search of this many nodes. */
const tableBits = (nodes: number): number =>
  Math.max(TABLE_BITS.least, Math.min(TABLE_BITS.most, Math.ceil(Math.log2(Math.max(1, nodes)))));
