import { NOBODY, type Seat } from '@tablier/core';

/**
 * The winners of the positions of one scoring, by the pieces on the board and the other facts. A place holds the whole position, so that
 * an entry is never taken for another position's. A newer entry replaces an older one in the same place.
 */
export class ResultTable {
  private readonly mask: number;
  private readonly boards: Int32Array;
  private readonly facts: Int32Array;
  /** The generation, shifted by one, and the winner in bit 0. */
  private readonly results: Int32Array;
  /** Entries of earlier generations are void. */
  private generation = 0;

  /** `bits`: the binary logarithm of the number of entries. */
  constructor(bits: number) {
    const size = 1 << bits;
    this.mask = size - 1;
    this.boards = new Int32Array(size);
    this.facts = new Int32Array(size);
    this.results = new Int32Array(size);
  }

  /** Removes all entries. */
  clear(): void {
    this.generation++;
  }

  /** The winner, or `NOBODY` if there is no entry. */
  find(board: number, facts: number): Seat {
    const index = this.indexOf(board, facts);
    const result = this.results[index] as number;
    const isFound = result >> 1 === this.generation && this.boards[index] === board && this.facts[index] === facts;
    return isFound ? result & 1 : NOBODY;
  }

  store(board: number, facts: number, winner: Seat): void {
    const index = this.indexOf(board, facts);
    this.boards[index] = board;
    this.facts[index] = facts;
    this.results[index] = (this.generation << 1) | winner;
  }

  private indexOf(board: number, facts: number): number {
    const mixed = Math.imul(board ^ Math.imul(facts, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.mask;
  }
}
