import type { Move } from '@tablier/core';
import { isForced } from './scores.ts';

/** A move of the root with its score and its variation. */
export interface ScoredLine {
  readonly score: number;
  readonly moves: readonly Move[];
  /** Whether it evaluated a position in which the game was not over. */
  readonly isCut: boolean;
}

/** The lines that alpha-beta has found at the current depth, and those of the last completed one, the best first. */
export class RootLines {
  private readonly wanted: number;
  private found: ScoredLine[] = [];
  private complete: readonly ScoredLine[] = [];

  /** `wanted`: the number of lines of a depth. */
  constructor(wanted: number) {
    this.wanted = wanted;
  }

  /** The lines of the last completed depth. */
  get last(): readonly ScoredLine[] {
    return this.complete;
  }

  /** The line of the last completed depth in the place that is searched now. */
  get expected(): ScoredLine | undefined {
    return this.complete[this.found.length];
  }

  /** Whether no line is found at this depth yet: all moves of the root take part. */
  get isFirst(): boolean {
    return this.found.length === 0;
  }

  /** Whether more depth cannot change the last completed lines. */
  get isSettled(): boolean {
    return this.complete.every(({ isCut, score }) => !isCut || isForced(score));
  }

  /** The moves without those that have a line at this depth. */
  withoutFound(moves: Uint16Array): Uint16Array {
    return this.isFirst ? moves : moves.filter((move) => this.found.every((line) => line.moves[0] !== move));
  }

  /** Adds a line. Returns whether the depth is complete. */
  add(line: ScoredLine): boolean {
    this.found.push(line);
    if (this.found.length < this.wanted) return false;
    this.complete = this.found.sort((one, other) => other.score - one.score);
    this.found = [];
    return true;
  }
}
