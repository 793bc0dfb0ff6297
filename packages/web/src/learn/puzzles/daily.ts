import type { GameFacts, Puzzle } from '@tablier/core';
import { loadPuzzles, puzzleGames } from './puzzle-list.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Consecutive puzzles of a game are at least this far apart in the list, because neighbours have the same level. */
const LEAST_STEP = 37;

/** The day of a time in milliseconds, by UTC: the same everywhere. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS);

/** The game of a day: each in turn. */
export const gameOfDay = <G>(day: number, games: readonly G[]): G | undefined => games[day % games.length];

/** The number of the puzzle of a day in the list of its game, which is not empty, from 1. All of them come before one is repeated. */
export const numberOfDay = (day: number, games: number, puzzles: number): number =>
  ((Math.floor(day / games) * stepOf(puzzles)) % puzzles) + 1;

/** The first step that visits the whole list. */
function stepOf(puzzles: number): number {
  let step = LEAST_STEP;
  while (commonDivisor(step, puzzles) !== 1) step++;
  return step;
}

const commonDivisor = (left: number, right: number): number =>
  right === 0 ? left : commonDivisor(right, left % right);

export interface DailyPuzzle {
  readonly game: GameFacts;
  readonly number: number;
  readonly puzzle: Puzzle;
}

/** Loads the puzzle of a day; `null` if there are no puzzles. Rejects if the server cannot be reached. */
export async function loadDaily(day: number): Promise<DailyPuzzle | null> {
  const games = puzzleGames();
  const game = gameOfDay(day, games);
  if (game === undefined) return null;
  const puzzles = await loadPuzzles(game.id);
  if (puzzles.length === 0) return null;
  const number = numberOfDay(day, games.length, puzzles.length);
  const puzzle = puzzles[number - 1];
  return puzzle === undefined ? null : { game, number, puzzle };
}
