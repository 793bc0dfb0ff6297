import { type Game, LEVELS, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { botMove, planOf } from '../src/index.ts';
import { type Bot, playMatch, setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const beginner: Bot = (task, rng) => botMove(task, 'beginner', rng);
const strong: Bot = (task, rng) => botMove(task, 'strong', rng);

describe('levels', () => {
  test('are the plans that the game declares', () => {
    for (const level of LEVELS) expect(planOf(nim, level)).toBe(nim.plans[level]);
  });

  test.each([nim, ticTacToe] as Game[])('strong beats beginner at $name', (game) => {
    const seed = 21;
    const [high, low] = playMatch(game, [strong, beginner], 20, seed);
    expect(high, `seed ${seed}`).toBeGreaterThanOrEqual(3 * low);
  });

  test('a blunder is any legal move, as often as the plan says', () => {
    const setup = setupOf(ticTacToe);
    const losing: typeof ticTacToe = {
      ...ticTacToe,
      plans: { ...ticTacToe.plans, beginner: { ...ticTacToe.plans.strong, blunder: 0.5 } },
    };
    const position = losing.start(setup);
    for (const cell of [0, 3, 1, 4]) position.play(cell);
    const task = taskAt(losing, setup, position);
    const seed = 31;
    const rng = new SeededRng(seed);
    const moves = Array.from({ length: 400 }, () => botMove(task, 'beginner', rng));
    const wins = moves.filter((move) => move === 2).length;
    // Half found, a fifth of the other half hit by chance: 240 expected, 10 the standard deviation.
    expect(Math.abs(wins - 240), `seed ${seed}`).toBeLessThan(50);
    expect(new Set(moves).size).toBe(5);
  });
});
