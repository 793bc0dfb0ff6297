import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { chooseMove, makeSearch, outcomeValues, runSearch, type PlayoutPlan } from '../src/index.ts';
import { type Bot, playGame, playMatch, positionAfter, randomBot, setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const PLAN: PlayoutPlan = { nodes: 5_000, exploration: 1 };
const ttt = setupOf(ticTacToe);
const searched = (moves: string, plan: Partial<PlayoutPlan> = {}, seed = 1) => {
  const task = taskAt(ticTacToe, ttt, positionAfter(ticTacToe, ttt, moves));
  return chooseMove(task, { ...PLAN, ...plan }, new SeededRng(seed));
};
const botOf =
  (plan: Partial<PlayoutPlan>): Bot =>
  (task, rng) =>
    chooseMove(task, { ...PLAN, ...plan }, rng).move;

describe('MCTS', () => {
  test('wins at once if it can, and parries a threat', () => {
    for (let seed = 0; seed < 10; seed++) {
      expect(ticTacToe.formatMove(searched('1 4 2 5', {}, seed).move), `seed ${seed}`).toBe('3');
      expect(ticTacToe.formatMove(searched('1 5 2', {}, seed).move), `seed ${seed}`).toBe('3');
    }
  });

  test('finds the winning move of a small Nim, also with two moves per turn', () => {
    const single = setupOf(nim, { deal: [1, 3, 0] });
    const pair = setupOf(nim, { options: { turn: 'pair' }, deal: [1, 3, 0] });
    for (let seed = 0; seed < 5; seed++) {
      const { move } = chooseMove(taskAt(nim, single, nim.start(single)), PLAN, new SeededRng(seed));
      expect(nim.formatMove(move), `seed ${seed}`).toBe('b2');
      const { info } = chooseMove(taskAt(nim, pair, nim.start(pair)), PLAN, new SeededRng(seed));
      expect(info.values[0], `seed ${seed}`).toBeGreaterThan(0.95);
    }
  });

  test('never loses a game of tic-tac-toe to random moves', () => {
    for (let seed = 0; seed < 8; seed++) {
      expect(playGame(ticTacToe, ttt, [botOf({}), randomBot], seed)[0], `seed ${seed}, first`).toBeGreaterThan(0);
      expect(playGame(ticTacToe, ttt, [randomBot, botOf({})], seed)[1], `seed ${seed}, second`).toBeGreaterThan(0);
    }
  });

  test.each([0, 1, 7, 100, 1_234])('visits exactly %i nodes with that limit', (nodes) => {
    expect(searched('', { nodes }).info.nodes).toBe(nodes);
    expect(searched('', { nodes, playoutPlies: 2 }).info.nodes).toBe(nodes);
  });

  test('a limit of depth limits the tree', () => {
    const task = taskAt(ticTacToe, ttt, ticTacToe.start(ttt));
    expect(chooseMove(task, PLAN, new SeededRng(1), { depth: 2 }).info).toMatchObject({ depth: 2, nodes: 5_000 });
  });

  test('shortened playouts use the evaluation', () => {
    let asked = 0;
    const advice = { evaluate: (_: unknown, into: Float64Array) => (asked++, void into.fill(0.5)) };
    const counting = { ...ticTacToe, advice: { ...ticTacToe.advice, ...advice } };
    chooseMove(taskAt(counting, ttt, counting.start(ttt)), { ...PLAN, playoutPlies: 0, nodes: 300 }, new SeededRng(1));
    expect(asked).toBeGreaterThan(50);
  });

  test('gives the same result with slices of any size', () => {
    const task = taskAt(ticTacToe, ttt, positionAfter(ticTacToe, ttt, '1'));
    const whole = runSearch(makeSearch(task, PLAN, new SeededRng(3)));
    for (const slice of [1, 17, 999]) {
      const search = makeSearch(task, PLAN, new SeededRng(3));
      while (!search.step(slice)) search.result();
      expect(search.result(), `slices of ${slice}`).toEqual(whole);
    }
  });

  test('the same seed gives the same result, another seed another one', () => {
    expect(searched('', {}, 5)).toEqual(searched('', {}, 5));
    expect(searched('', {}, 5).info.values).not.toEqual(searched('', {}, 6).info.values);
  });

  test('more nodes play better', () => {
    const seed = 11;
    const [more, fewer] = playMatch(nim, [botOf({ nodes: 5_000 }), botOf({ nodes: 50 })], 24, seed);
    expect(more, `seed ${seed}`).toBeGreaterThan(2 * fewer);
  });

  test('a position with one move needs no search', () => {
    expect(searched('1 2 3 5 4 6 8 7')).toMatchObject({ move: 8, info: { nodes: 0 } });
  });
});

describe('the values of an outcome', () => {
  test.each([
    [
      [1, 2],
      [1, 0],
    ],
    [
      [1, 1],
      [0.5, 0.5],
    ],
    [
      [2, 1, 3],
      [0, 1, 0],
    ],
    [
      [1, 2, 2],
      [1, 0, 0],
    ],
    [
      [1, 3, 1, 3],
      [1, 0, 1, 0],
    ],
    [
      [1, 1, 1],
      [1 / 3, 1 / 3, 1 / 3],
    ],
  ])('places %j are worth %j', (places, expected) => {
    const values = new Float64Array(places.length);
    outcomeValues({ scores: places, places }, values);
    expect([...values].map((value) => value.toFixed(6))).toEqual(expected.map((value) => value.toFixed(6)));
  });
});
