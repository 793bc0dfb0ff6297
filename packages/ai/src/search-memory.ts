import type { Move, Options } from '@tablier/core';

interface Subject {
  readonly game: object;
  readonly options: Options;
}

/**
 * What the latest search of a player leaves for the next one. A search takes from it only what fits its own position, so one memory can be
 * used for many games in turn.
 */
export class SearchMemory {
  #latest: (Subject & { readonly left: object }) | null = null;

  /** `left`: the tree or the table of a search, in the form that searches of its kind understand. */
  keep({ game, options }: Subject, left: object): void {
    this.#latest = { game, options, left };
  }

  /** What the latest search left, if it was of this game with these options. */
  latest({ game, options }: Subject): object | null {
    const latest = this.#latest;
    return latest?.game === game && isEqual(latest.options, options) ? latest.left : null;
  }
}

/** How a position was reached, for a search that continues an earlier one. */
export interface Past {
  readonly memory: SearchMemory;
  /** The moves from the start of the game to the position of the task. */
  readonly moves: readonly Move[];
}

/** Whether two values are equal as plain data with the same order of keys. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
