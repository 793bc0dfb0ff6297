import type { GameFacts } from '@tablier/core';
import { loadPuzzles, puzzleGames } from './puzzle-list.ts';
import type { Puzzle } from '@tablier/core';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Puzzles of a game that follow each other are not neighbours in the list, where they have the same level. A prime. */
const STEP = 37;

/** The day of a time in milliseconds, by UTC: the same everywhere. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** The game of a day: each in turn. */
export const gameOfDay = <G>(day: number, games: readonly G[]): G | undefined => games[day % games.length];

/** The number of the puzzle of a day in the list of its game, from 1. */
export const numberOfDay = (day: number, games: number, puzzles: number): number =>
  ((Math.floor(day / games) * STEP) % puzzles) + 1;

export interface DailyPuzzle {
  readonly game: GameFacts;
  readonly number: number;
  readonly puzzle: Puzzle;
}

/** Loads the puzzle of a day; `null` if there are no puzzles. Rejects if the server cannot be reached. */
export async function loadDaily(day: number): Promise<DailyPuzzle | null> {
  const games = puzzleGames();
  const game = gameOfDay(day, games);
  const puzzles = game === undefined ? [] : await loadPuzzles(game.id);
  const number = numberOfDay(day, games.length, puzzles.length);
  const puzzle = puzzles[number - 1];
  return game === undefined || puzzle === undefined ? null : { game, number, puzzle };
}
