import { type Level, LEVELS, type Puzzle } from '@tablier/core';

/** A puzzle with its number in the list of its game, from 1. */
export interface Numbered {
  readonly puzzle: Puzzle['puzzle'];
  readonly number: number;
}

/** The puzzles of a level, and how many of them are solved. */
export interface LevelCount {
  readonly level: Level;
  readonly done: number;
  readonly count: number;
  readonly items: readonly Numbered[];
}

/** The puzzles of a game by level, from easy to hard, without levels that have none. `solved`: ids. */
export const byLevel = (puzzles: readonly Puzzle[], solved: ReadonlySet<string>): readonly LevelCount[] =>
  LEVELS.map((level) => {
    const items = puzzles
      .map(({ puzzle }, index) => ({ puzzle, number: index + 1 }))
      .filter(({ puzzle }) => puzzle.level === level);
    return { level, items, count: items.length, done: items.filter(({ puzzle }) => solved.has(puzzle.id)).length };
  }).filter(({ count }) => count > 0);
