import { type Game, legalMovesOf, type Position, SeededRng } from '@tablier/core';
import { expect } from 'vitest';

/** Draws per legal move, and how far from it the number of one move may be. */
const DRAWS = 200;
const TOLERANCE = 70;

/** Checks that `randomMove` returns every legal move, and each about equally often. */
export function checkRandomMoves<P extends Position>(game: Game<P>, position: P): void {
  const legal = [...legalMovesOf(game, position)].sort((one, other) => one - other);
  const rng = new SeededRng(1);
  const counts = new Map<number, number>();
  for (let draw = 0; draw < DRAWS * legal.length; draw++) {
    const move = position.randomMove(rng);
    counts.set(move, (counts.get(move) ?? 0) + 1);
  }
  expect([...counts.keys()].sort((one, other) => one - other)).toEqual(legal);
  for (const [move, count] of counts) expect(Math.abs(count - DRAWS), game.formatMove(move)).toBeLessThan(TOLERANCE);
}
