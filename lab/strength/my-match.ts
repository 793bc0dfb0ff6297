/*
 * Lets simulated people play _My match_, and prints the share of games that they win.
 *
 *   node lab/strength/my-match.ts [GAME] [PEOPLE] [GAMES]
 *
 * Each person plays real games as a bot of a level, or as the greedy player; one of them learns.
 */
import { fittingLevel, type Level, type LevelGame, risenTo } from '@tablier/core';
import { findGame } from '@tablier/games';
import { wilson } from './levels/elo.ts';
import { type Player, playGame } from './levels/play.ts';

/** The result of a person's game with this index against a level: 1, 0.5 or 0. */
export type Plays = (index: number, level: Level) => number;

/** One person's games, with the indexes of those after which it was announced that they had become stronger. */
interface Course {
  readonly games: readonly LevelGame[];
  readonly told: readonly number[];
}

export function courseOf(plays: Plays, count: number): Course {
  const games: LevelGame[] = [];
  const told: number[] = [];
  for (let index = 0; index < count; index++) {
    const level = fittingLevel(games);
    games.push({ level, result: plays(index, level), pace: null });
    if (risenTo(games) !== null) told.push(index);
  }
  return { games, told };
}

/** The share that people won of their games with indexes from `from` and below `to`. */
export function shareOf(courses: readonly Course[], from: number, to: number): number {
  const results = courses.flatMap(({ games }) => games.slice(from, to).map(({ result }) => result));
  return results.reduce((sum, result) => sum + result, 0) / results.length;
}

/** The strengths of five people, before and after they have learned. */
const PEOPLE: readonly (readonly [before: Player, after: Player])[] = [
  ['greedy', 'greedy'],
  [2, 2],
  [3, 3],
  [5, 5],
  [7, 7],
  ['greedy', 4],
];
/** After so many games a person has learned. */
const LEARNED = 12;

if (import.meta.main) {
  const [id = 'masker', people = '10', count = '30'] = process.argv.slice(2);
  const game = findGame(id);
  if (game === undefined) throw new Error(`unknown game ${id}`);
  const spans = [10, 20, 30].filter((to) => to <= Number(count));
  for (const [before, after] of PEOPLE) {
    const courses = Array.from({ length: Number(people) }, (_, person) =>
      courseOf(
        (index, level) =>
          playGame(game, [index < LEARNED ? before : after, level], `my match ${before} ${after} ${person}`, index),
        Number(count),
      ),
    );
    const cells = spans.map((to) => {
      const share = shareOf(courses, to - 10, to);
      const [low, high] = wilson(share, 10 * courses.length);
      return `games ${to - 9}-${to}: ${share.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`;
    });
    const told = courses.reduce((sum, course) => sum + course.told.length, 0) / courses.length;
    process.stdout.write(`${id} ${before} to ${after}: ${cells.join(', ')}; told ${told.toFixed(1)} times\n`);
  }
}
