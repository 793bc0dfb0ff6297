import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { chooseMove, type JudgedMoves, makeSearch, type PlayoutPlan, runSearch } from '../src/index.ts';
import { Promising } from '../src/trees/prior-search.ts';
import { type Bot, playGame, positionAfter, randomBot, setupOf, taskAt } from './helpers.ts';
import { blank } from './toys/blank.ts';
import { nim, type NimPosition } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const blankTicTacToe = blank(ticTacToe);
const blankNim = blank(nim);

const PLAN: PlayoutPlan = { nodes: 5_000, exploration: 1, softness: 0.5 };
const ttt = setupOf(ticTacToe);
const taskAfter = (moves: string) => taskAt(blankTicTacToe, ttt, positionAfter(ticTacToe, ttt, moves));
const bot: Bot = (task, rng) => chooseMove({ ...task, game: blankTicTacToe }, PLAN, rng).move;

describe('the search with priors', () => {
  test('wins at once if it can, and parries a threat', () => {
    for (let seed = 0; seed < 10; seed++) {
      const choose = (moves: string): string =>
        ticTacToe.formatMove(chooseMove(taskAfter(moves), PLAN, new SeededRng(seed)).move);
      expect(choose('1 4 2 5'), `seed ${seed}`).toBe('3');
      expect(choose('1 5 2'), `seed ${seed}`).toBe('3');
    }
  });

  test('knows whose turn it is where a turn has two moves', () => {
    const setup = setupOf(nim, { options: { turn: 'pair' }, deal: [1, 3, 0] });
    const { info } = chooseMove(taskAt(blankNim, setup, nim.start(setup)), PLAN, new SeededRng(1));
    expect(info.values[0]).toBeGreaterThan(0.9);
  });

  test('never loses a game of tic-tac-toe to random moves', () => {
    for (let seed = 0; seed < 6; seed++) {
      expect(playGame(ticTacToe, ttt, [bot, randomBot], seed)[0], `seed ${seed}, first`).toBeGreaterThan(0);
      expect(playGame(ticTacToe, ttt, [randomBot, bot], seed)[1], `seed ${seed}, second`).toBeGreaterThan(0);
    }
  });

  test.each([0, 1, 7, 100, 1_234])('visits exactly %i nodes with that limit', (nodes) => {
    expect(chooseMove(taskAfter(''), { ...PLAN, nodes }, new SeededRng(1)).info.nodes).toBe(nodes);
  });

  test('a limit of depth limits the tree', () => {
    const { info } = chooseMove(taskAfter(''), PLAN, new SeededRng(1), { depth: 2, nodes: 2_000 });
    expect(info.depth).toBe(2);
    expect(info.pv.length).toBeLessThanOrEqual(2);
  });

  test('the sizes of the steps do not change the result', () => {
    const whole = runSearch(makeSearch(taskAfter('5'), PLAN, new SeededRng(4)));
    const search = makeSearch(taskAfter('5'), PLAN, new SeededRng(4));
    while (!search.step(7));
    expect(search.result()).toEqual(whole);
  });

  test('differs by seed where moves look alike', () => {
    const first = new Set(
      [1, 2, 3, 4, 5, 6].map((seed) => chooseMove(taskAfter(''), { ...PLAN, nodes: 20 }, new SeededRng(seed)).move),
    );
    expect(first.size).toBeGreaterThan(1);
  });
});

describe('the promising moves', () => {
  const position = (): NimPosition => nim.start(setupOf(nim, { deal: [7, 7, 7] })) as NimPosition;
  const found = (most: number, softness: number): Promising => {
    const judge = (at: NimPosition, into: JudgedMoves): number => {
      into.count = at.legalMoves(into.moves);
      for (let place = 0; place < into.count; place++) into.odds[place] = -Math.abs((into.moves[place] as number) - 9);
      return 0.25;
    };
    const promising = new Promising({ judge }, softness, most, nim.maxMoves);
    promising.find(position(), null);
    return promising;
  };

  test('are the best ones, in order', () => {
    const promising = found(5, 1);
    expect(promising.own).toBe(0.25);
    expect(Array.from({ length: promising.count }, (_, place) => promising.move(place))).toEqual([9, 8, 10, 7, 11]);
  });

  test('are only those that the outlook judges', () => {
    const worthTrying = [5, 10, 15];
    const judge = (_: NimPosition, into: JudgedMoves): number => {
      into.moves.set(worthTrying);
      into.odds.fill(0);
      into.count = worthTrying.length;
      return 0;
    };
    const promising = new Promising({ judge }, 1, 30, nim.maxMoves);
    promising.find(
      position(),
      new Map([
        [5, 0.5],
        [10, 0.5],
        [15, 0.5],
      ]),
    );
    expect(Array.from({ length: promising.count }, (_, place) => promising.move(place))).toEqual(worthTrying);
    expect(promising.prior(0)).toBeCloseTo(1 / worthTrying.length, 12);
  });

  test('have a softmax of their log-odds as priors', () => {
    const promising = found(30, 0.5);
    const priors = Array.from({ length: promising.count }, (_, place) => promising.prior(place));
    expect(promising.count).toBe(21);
    expect(priors.reduce((sum, prior) => sum + prior, 0)).toBeCloseTo(1, 12);
    expect((priors[0] as number) / (priors[1] as number)).toBeCloseTo(Math.exp(2), 9);
    expect(promising.hope(0)).toBe(0.5);
    expect(promising.hope(1)).toBeCloseTo(1 / (1 + Math.E), 12);
  });
});
