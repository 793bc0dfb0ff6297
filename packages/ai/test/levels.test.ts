import { LEVELS, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type BotGame, type BotLevels, botMove, planOf, type SearchPlan } from '../src/index.ts';
import { type Bot, playMatch, setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const weakest: Bot = (task, rng) => botMove(task, 1, rng);
const strongest: Bot = (task, rng) => botMove(task, 8, rng);

/** How often a bot chooses a move where its choices are counted. */
const DRAWS = 200;

/** Eight levels with the same plan. */
const everyLevel = (plan: SearchPlan): BotLevels => ({
  1: plan,
  2: plan,
  3: plan,
  4: plan,
  5: plan,
  6: plan,
  7: plan,
  8: plan,
});

describe('levels', () => {
  test('are the plans that the game declares', () => {
    for (const level of LEVELS) expect(planOf(nim, level)).toBe(nim.advice.levels?.[level]);
  });

  test.each([nim, ticTacToe] as BotGame[])('the strongest level beats the weakest at $name', (game) => {
    const seed = 21;
    const [high, low] = playMatch(game, [strongest, weakest], 20, seed);
    expect(high, `seed ${seed}`).toBeGreaterThanOrEqual(3 * low);
  });

  /** Tic-tac-toe with a level that only ever lapses. */
  const lapsing = (temperature: number): typeof ticTacToe => {
    const strongest = planOf(ticTacToe, 8);
    const lapsingPlan = { ...strongest, lapses: 1, temperature, overlooks: true };
    return {
      ...ticTacToe,
      advice: { ...ticTacToe.advice, levels: everyLevel(lapsingPlan) },
    };
  };
  const movesOf = (game: typeof ticTacToe, cells: readonly number[], seed: number): number[] => {
    const setup = setupOf(game);
    const position = game.start(setup);
    for (const cell of cells) position.play(cell);
    const rng = new SeededRng(seed);
    return Array.from({ length: DRAWS }, () => botMove(taskAt(game, setup, position), 1, rng));
  };

  test('a lapse takes what looks better more often, and by how much depends on the temperature', () => {
    const seed = 31;
    // Cell 2 wins at once; the other four leave the game open, without a threat of the opponent. At first sight that is 1 against 0.5.
    const share = (temperature: number): number =>
      movesOf(lapsing(temperature), [0, 3, 1, 8], seed).filter((move) => move === 2).length / DRAWS;
    const expected = (temperature: number): number => 1 / (1 + 4 * Math.exp(-0.5 / temperature));
    for (const temperature of [0.1, 0.5, 2])
      expect(Math.abs(share(temperature) - expected(temperature)), `seed ${seed}`).toBeLessThan(0.1);
  });

  test('only a level that overlooks misses a win in one', () => {
    const game = lapsing(10);
    const plan = { ...planOf(game, 1), overlooks: false };
    const attentive = { ...game, advice: { ...game.advice, levels: everyLevel(plan) } };
    expect(new Set(movesOf(attentive, [0, 3, 1, 4], 33))).toEqual(new Set([2]));
    expect(new Set(movesOf(game, [0, 3, 1, 4], 33)).size).toBe(2);
  });

  test('a content player lapses without searching, the more carelessly the better it stands', () => {
    /** Seat 0, which is to move, stands at 0.6; cell 2 looks much better than the others. */
    const evaluate = ({ cells, turn }: { cells: ArrayLike<number>; turn: number }, into: Float64Array): void => {
      into[0] = turn === 0 ? 0.6 : cells[2] === 0 ? 0.9 : 0.4;
      into[1] = 1 - (into[0] as number);
    };
    const shareOf = (content: number, careless: number): number => {
      const plan: SearchPlan = { nodes: 500, exploration: 1, temperature: 0.01, content, careless };
      const game = { ...ticTacToe, advice: { evaluate, levels: everyLevel(plan) } };
      return movesOf(game, [], 34).filter((move) => move === 2).length / DRAWS;
    };
    expect(shareOf(0.5, 0)).toBe(1);
    expect(shareOf(0.5, 1)).toBeGreaterThan(0.9);
    expect(shareOf(0.5, 9)).toBeLessThan(0.4);
  });

  test('neither a lapse nor a short search lets the opponent win at once while another move does not', () => {
    const seed = 32;
    // Cell 5 stops three in a row, cell 2 wins: after every other move the opponent wins with cell 5.
    const game = lapsing(10);
    expect(
      [...new Set(movesOf(game, [0, 3, 1, 4], seed))].toSorted((one, other) => one - other),
      `seed ${seed}`,
    ).toEqual([2, 5]);
    const short = { nodes: 3, exploration: 1 };
    const searching = { ...ticTacToe, advice: { ...ticTacToe.advice, levels: everyLevel(short) } };
    expect([2, 5], `seed ${seed}`).toEqual(
      expect.arrayContaining([...new Set(movesOf(searching, [0, 3, 1, 4], seed))]),
    );
  });

  test('a forgetful bot searches what it remembers, and plays a legal move', () => {
    /** What is remembered: an empty board, on which cell 4 is the best and long taken. */
    const forget = (_: unknown, share: number) => {
      expect(share).toBe(0.5);
      return ticTacToe.secrets.knowledge(ticTacToe.start(setupOf(ticTacToe)), 0);
    };
    const levels = everyLevel({ nodes: 2_000, exploration: 1, forgets: 0.5 });
    const game = { ...ticTacToe, advice: { levels, forget } } as typeof ticTacToe;
    const moves = new Set(movesOf(game, [4, 0], 51));
    expect([...moves].every((move) => ![0, 4].includes(move))).toBe(true);
  });

  test('neither a lapse nor a short search gives everything up while another move does not', () => {
    /** In this evaluation, the side that takes the last cell of the board is lost. */
    const evaluate = ({ cells }: { readonly cells: readonly number[] }, into: Float64Array): void => {
      into.fill(0.5);
      const taker = cells[8] as number;
      if (taker >= 0) [into[taker], into[1 - taker]] = [0, 1];
    };
    const short = { nodes: 3, exploration: 1 };
    for (const plan of [{ ...short, lapses: 1, temperature: 10 }, short]) {
      const game = { ...ticTacToe, advice: { evaluate, levels: everyLevel(plan) } };
      expect(new Set(movesOf(game, [0, 1], 41))).not.toContain(8);
    }
  });
});
