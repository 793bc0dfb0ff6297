import { SeededRng } from '@tablier/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseMove, type LookaheadPlan, makeSearch, runSearch } from '../src/index.ts';
import { type Bot, playGame, positionAfter, randomBot, setupOf, solve, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';
import { tricks } from './toys/tricks.ts';

const PLAN: LookaheadPlan = { nodes: 1_000_000, depth: 40 };
const ttt = setupOf(ticTacToe);
const searched = (moves: string, plan: Partial<LookaheadPlan> = {}, seed = 1) => {
  const task = taskAt(ticTacToe, ttt, positionAfter(ticTacToe, ttt, moves));
  return chooseMove(task, { ...PLAN, ...plan }, new SeededRng(seed));
};

describe('alpha-beta', () => {
  test.each(['single', 'pair'])('finds the same value as plain minimax, with %s moves per turn', (turn) => {
    const heap = fc.integer({ min: 0, max: 4 });
    const heaps = fc.tuple(fc.integer({ min: 1, max: 3 }), heap, heap).filter(([a, b, c]) => a + b + c <= 7);
    fc.assert(
      fc.property(heaps, fc.integer(), (deal, seed) => {
        const setup = setupOf(nim, { options: { turn }, deal });
        const position = nim.start(setup);
        const { move, info } = chooseMove(taskAt(nim, setup, position), PLAN, new SeededRng(seed));
        const value = solve(nim, position);
        position.play(move);
        expect(solve(nim, position), 'the move loses value').toBe(value);
        if (info.nodes > 0) expect(info.values).toEqual([value, 1 - value]);
      }),
      { numRuns: 60 },
    );
  });

  test('wins at once if it can, and stops deepening', () => {
    const { move, info } = searched('1 4 2 5');
    expect(ticTacToe.formatMove(move)).toBe('3');
    expect(info).toMatchObject({ depth: 1, values: [1, 0], pv: [2] });
  });

  test('parries a threat and finds that the empty board is a draw', () => {
    expect(ticTacToe.formatMove(searched('1 5 2').move)).toBe('3');
    expect(searched('').info).toMatchObject({ depth: 9, values: [0.5, 0.5] });
  });

  test('the principal variation is legal and leads to the end that was found', () => {
    const { pv } = searched('1 2').info;
    const position = positionAfter(ticTacToe, ttt, '1 2');
    const moves = new Uint16Array(9);
    for (const move of pv) {
      expect([...moves.subarray(0, position.legalMoves(moves))]).toContain(move);
      position.play(move);
    }
    expect(position.outcome().places).toEqual([1, 2]);
  });

  test('never loses a game of tic-tac-toe to random moves', () => {
    const bot: Bot = (task, rng) => chooseMove(task, PLAN, rng).move;
    for (let seed = 0; seed < 10; seed++) {
      expect(playGame(ticTacToe, ttt, [bot, randomBot], seed)[0], `seed ${seed}, first`).toBeGreaterThan(0);
      expect(playGame(ticTacToe, ttt, [randomBot, bot], seed)[1], `seed ${seed}, second`).toBeGreaterThan(0);
    }
  });

  test.each([0, 1, 7, 100, 1_234])('visits exactly %i nodes with that limit', (nodes) => {
    expect(searched('', { nodes }).info.nodes).toBe(nodes);
  });

  test.each([1, 2, 5])('searches %i plies with that limit', (depth) => {
    const { info } = searched('', { depth });
    expect(info.depth).toBe(depth);
    expect(info.pv).toHaveLength(depth);
  });

  test('gives the same result with slices of any size', () => {
    const task = taskAt(ticTacToe, ttt, positionAfter(ticTacToe, ttt, '1'));
    const whole = runSearch(makeSearch(task, PLAN, new SeededRng(3), { nodes: 2_000 }));
    for (const slice of [1, 17, 999]) {
      const search = makeSearch(task, PLAN, new SeededRng(3), { nodes: 2_000 });
      while (!search.step(slice)) expect(search.result().info.nodes % slice === 0 || slice > 1).toBe(true);
      expect(search.result(), `slices of ${slice}`).toEqual(whole);
    }
  });

  test('the same seed gives the same move; other seeds choose other moves of equal value', () => {
    const moves = Array.from({ length: 20 }, (_, seed) => searched('', { depth: 1 }, seed).move);
    expect(Array.from({ length: 20 }, (_, seed) => searched('', { depth: 1 }, seed).move)).toEqual(moves);
    const task = taskAt(nim, setupOf(nim), nim.start(setupOf(nim)));
    const equals = Array.from(
      { length: 20 },
      (_, seed) => chooseMove(task, { ...PLAN, depth: 1 }, new SeededRng(seed)).move,
    );
    expect(new Set(equals).size).toBeGreaterThan(3);
  });

  test('refuses games that it cannot search', () => {
    const setup = setupOf(tricks, { players: 3 });
    const task = taskAt(tricks, setup, tricks.start(setup));
    expect(() => makeSearch(task, PLAN, new SeededRng(1))).toThrow('hidden information');
  });
});
