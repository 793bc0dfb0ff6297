import { type GameFacts, type Puzzle, type ReplayedPuzzle, replayPuzzle } from '@tablier/core';
import { games } from '../../games/catalogue.ts';
import { hasBoard } from '../../games/boards.ts';
import { findRules } from '../../games/rules.svelte.ts';

/** The puzzles of each game, one per line: separate files, loaded when someone opens puzzles of the game. */
const FILES = import.meta.glob<string>('../../../../games/src/*/puzzles.jsonl', { query: '?raw', import: 'default' });

const pathOf = (gameId: string): string => `../../../../games/src/${gameId}/puzzles.jsonl`;

/** Whether a game has puzzles. */
export const hasPuzzles = (gameId: string): boolean => Object.hasOwn(FILES, pathOf(gameId)) && hasBoard(gameId);

/** The games that have puzzles, by name. */
export const puzzleGames = (): readonly GameFacts[] => games.filter(({ id }) => hasPuzzles(id));

/** Loads the puzzles of a game in the order of their numbers, which count from 1. Rejects if the server cannot be reached. */
export async function loadPuzzles(gameId: string): Promise<readonly Puzzle[]> {
  const text = (await FILES[pathOf(gameId)]?.()) ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Puzzle);
}

/** Replays a puzzle by the rules, which must be loaded. Throws if it is not valid: the tests replay all of them. */
export function replayed(puzzle: Puzzle): ReplayedPuzzle {
  const result = replayPuzzle(findRules, puzzle);
  if (!result.ok) throw new Error(`the puzzle ${puzzle.puzzle.id} of ${puzzle.game}: ${result.error.name}`);
  return result.value;
}

/**
 * The number of the next puzzle that is not solved; `null` if all others are solved. Puzzles come from easy to hard, those of a level by
 * their numbers: first those after `number`, then from the beginning. 0 stands before all puzzles.
 */
export function nextNumber(puzzles: readonly Puzzle[], solved: ReadonlySet<string>, number: number): number | null {
  const levelOf = (each: number): number => puzzles[each - 1]?.puzzle.level ?? 0;
  const order = puzzles.map((_, index) => index + 1).toSorted((one, other) => levelOf(one) - levelOf(other));
  const after = order.indexOf(number) + 1;
  const others = [...order.slice(after), ...order.slice(0, after)].filter((each) => each !== number);
  return others.find((each) => !solved.has(puzzles[each - 1]?.puzzle.id ?? '')) ?? null;
}
