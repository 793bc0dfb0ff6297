import { type Level, LEVELS, type Move, SeededRng } from '@tablier/core';
import { botMove } from './bots.ts';
import { seatTask } from './analyse.ts';
import type { PuzzleTask } from './puzzle-search.ts';

/** A level finds a move if it plays it in at least this many of its tries. */
const TRIES = 4;
const ENOUGH = 3;

/** The weakest level that finds the move; `null` if none does. */
export function ratePuzzle(task: PuzzleTask, best: Move): Level | null {
  return LEVELS.find((level) => findsMove(task, best, level)) ?? null;
}

function findsMove({ game, setup, position, seed }: PuzzleTask, best: Move, level: Level): boolean {
  let found = 0;
  for (let tried = 0; tried < TRIES && found < ENOUGH; tried++) {
    if (tried - found > TRIES - ENOUGH) return false;
    const rng = new SeededRng(`${seed} level ${level} ${tried}`);
    if (botMove(seatTask(game, setup.options, position), level, rng) === best) found++;
  }
  return found >= ENOUGH;
}
