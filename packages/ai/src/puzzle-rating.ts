import { type Level, LEVELS, type Move, SeededRng } from '@tablier/core';
import { botMove } from './bots.ts';
import { seatTask } from './analyse.ts';
import type { PuzzleTask } from './puzzle-search.ts';

/** A level finds a move if it plays it in at least this many of its tries. */
const TRIES = 4;
const ENOUGH = 3;

/** A position to rate: a rating searches with the budgets of the levels. */
export type RatingTask = Omit<PuzzleTask, 'nodes'>;

/** The weakest level that finds one of the right moves; `null` if none does. */
export function ratePuzzle(task: RatingTask, best: readonly Move[]): Level | null {
  return LEVELS.find((level) => findsMove(task, best, level)) ?? null;
}

function findsMove({ game, setup, position, seed }: RatingTask, best: readonly Move[], level: Level): boolean {
  let found = 0;
  for (let tried = 0; tried < TRIES && found < ENOUGH; tried++) {
    if (tried - found > TRIES - ENOUGH) return false;
    const rng = new SeededRng(`${seed} level ${level} ${tried}`);
    if (best.includes(botMove(seatTask(game, setup.options, position), level, rng))) found++;
  }
  return found >= ENOUGH;
}
