import { type GameFacts, LEVELS, type Puzzle, type ReplayedPuzzle, replayPuzzle } from '@tablier/core';
import type { Scene } from '../../board/scene/scene.ts';
import { hasBoard } from '../../games/boards.ts';
import { games } from '../../games/catalogue.ts';
import { pictureOf } from '../../games/picture-of.ts';
import { findRules } from '../../games/rules.svelte.ts';

/** The puzzles of each game, one per line: separate files, loaded when someone opens puzzles of the game. */
const FILES = import.meta.glob<string>('../../../../games/src/*/puzzles.jsonl', { query: '?raw', import: 'default' });

const pathOf = (gameId: string): string => `../../../../games/src/${gameId}/puzzles.jsonl`;

export const hasPuzzles = (gameId: string): boolean => Object.hasOwn(FILES, pathOf(gameId)) && hasBoard(gameId);

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

/** A puzzle as its player sees it, without controls; `null` if the game has no board. Its board and rules must be loaded. */
export function puzzleScene(data: Puzzle): Scene | null {
  const { game, position, puzzle } = replayed(data);
  const { seat } = puzzle;
  return pictureOf(game, game.view(position, seat), { viewer: seat, bottom: seat });
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

/** The puzzles of a game, each with its number from 1, by level from easy to hard, without levels that have none. `solved`, and what `isShown` gets: ids. */
export const byLevel = (puzzles: readonly Puzzle[], solved: ReadonlySet<string>, isShown = (_: string) => true) =>
  LEVELS.map((level) => {
    const items = puzzles
      .map(({ puzzle }, index) => ({ puzzle, number: index + 1 }))
      .filter(({ puzzle: { level: of, id } }) => of === level && isShown(id));
    return { level, items, count: items.length, done: items.filter(({ puzzle }) => solved.has(puzzle.id)).length };
  }).filter(({ count }) => count > 0);

/** Consecutive puzzles of a game are at least this far apart in the list, because neighbours have the same level. */
const LEAST_STEP = 37;

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

/** Loads the puzzle of a day; `null` if there are no puzzles. Rejects if the server cannot be reached. */
export async function loadDaily(day: number) {
  const games = puzzleGames();
  const game = gameOfDay(day, games);
  if (game === undefined) return null;
  const puzzles = await loadPuzzles(game.id);
  if (puzzles.length === 0) return null;
  const number = numberOfDay(day, games.length, puzzles.length);
  const puzzle = puzzles[number - 1];
  return puzzle === undefined ? null : { game, number, puzzle };
}
