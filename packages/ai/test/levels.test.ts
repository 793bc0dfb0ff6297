import { LEVELS, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type BotGame, botMove, planOf } from '../src/index.ts';
import { type Bot, playMatch, setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const beginner: Bot = (task, rng) => botMove(task, 'beginner', rng);
const strong: Bot = (task, rng) => botMove(task, 'strong', rng);

describe('levels', () => {
  test('are the plans that the game declares', () => {
    for (const level of LEVELS) expect(planOf(nim, level)).toBe(nim.advice.levels?.[level]);
  });

  test.each([nim, ticTacToe] as BotGame[])('strong beats beginner at $name', (game) => {
    const seed = 21;
    const [high, low] = playMatch(game, [strong, beginner], 20, seed);
    expect(high, `seed ${seed}`).toBeGreaterThanOrEqual(3 * low);
  });

  test('a blunder is a random legal move, with the probability of the plan', () => {
    const setup = setupOf(ticTacToe);
    const strongest = planOf(ticTacToe, 'strong');
    const losing: typeof ticTacToe = {
      ...ticTacToe,
      advice: {
        ...ticTacToe.advice,
        levels: { beginner: { ...strongest, blunder: 0.5 }, medium: strongest, strong: strongest },
      },
    };
    const position = losing.start(setup);
    for (const cell of [0, 3, 1, 4]) position.play(cell);
    const task = taskAt(losing, setup, position);
    const seed = 31;
    const rng = new SeededRng(seed);
    const moves = Array.from({ length: 400 }, () => botMove(task, 'beginner', rng));
    const wins = moves.filter((move) => move === 2).length;
    // Half of the moves are searched, and a fifth of the others wins by chance: 240 expected, standard deviation 10.
    expect(Math.abs(wins - 240), `seed ${seed}`).toBeLessThan(50);
    expect(new Set(moves).size).toBe(5);
  });
});
