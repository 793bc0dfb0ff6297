import { masker } from '@tablier/games';
import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { BeliefTree } from '../src/belief/belief-tree.ts';
import { chooseMove, makeSearch, type PlayoutPlan, runSearch, type World } from '../src/index.ts';
import { choiceWeights, WorldDraw } from '../src/belief/belief-search.ts';
import { setupOf, taskAt } from './helpers.ts';

const PLAN: PlayoutPlan = { nodes: 3_000, exploration: 1 };
const setup = setupOf(masker, { players: 3 }, 'belief search');
const searched = (plan: Partial<PlayoutPlan> = {}, seed = 1) =>
  chooseMove(taskAt(masker, setup, masker.start(setup)), { ...PLAN, ...plan }, new SeededRng(seed));

describe('search with beliefs', () => {
  test.each([0, 1, 7, 100, 1_234])('visits exactly %i nodes with that limit', (nodes) => {
    expect(searched({ nodes }).info.nodes).toBe(nodes);
    expect(searched({ nodes, playoutPlies: 2 }).info.nodes).toBe(nodes);
  });

  test('a limit of depth limits the tree', () => {
    const task = taskAt(masker, setup, masker.start(setup));
    expect(chooseMove(task, PLAN, new SeededRng(1), { depth: 2 }).info).toMatchObject({ depth: 2, nodes: 3_000 });
  });

  test('gives the same result with slices of any size', () => {
    const task = taskAt(masker, setup, masker.start(setup));
    const whole = runSearch(makeSearch(task, PLAN, new SeededRng(3)));
    for (const slice of [1, 17, 999]) {
      const search = makeSearch(task, PLAN, new SeededRng(3));
      while (!search.step(slice)) search.result();
      expect(search.result(), `slices of ${slice}`).toEqual(whole);
    }
  });

  test('the same seed gives the same result, another seed another one', () => {
    expect(searched({}, 5)).toEqual(searched({}, 5));
    expect(searched({}, 5).info.values).not.toEqual(searched({}, 6).info.values);
  });

  test('gives the same result in all worlds that the seat cannot distinguish', () => {
    const { deal } = setup;
    const tokens = typeof deal === 'object' && deal !== null && 'tokens' in deal ? String(deal.tokens) : '';
    const [own = '', ...others] = tokens;
    const twin = setupOf(masker, { players: 3, deal: { ...Object(deal), tokens: own + others.toReversed().join('') } });
    const play = (from: typeof setup) => {
      const position = masker.start(from);
      for (let ply = 0; ply < 9; ply++) position.play(position.randomMove(new SeededRng(ply)));
      while (position.turn !== 0) position.play(position.randomMove(new SeededRng(1)));
      return chooseMove(taskAt(masker, from, position), PLAN, new SeededRng(4));
    };
    expect(play(twin)).toEqual(play(setup));
  });

  test('its values are shares of a win, and its principal variation is playable', () => {
    const { info } = searched();
    expect(info.values.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 6);
    expect(info.pv.length).toBeGreaterThan(2);
    const position = masker.start(setup);
    const legal = new Uint16Array(masker.maxMoves);
    for (const move of info.pv) {
      expect(legal.subarray(0, position.legalMoves(legal))).toContain(move);
      position.play(move);
    }
  });

  test('mixes: over many seeds it makes more than one first move, and never one it finds much worse', () => {
    const moves = new Set(Array.from({ length: 12 }, (_, seed) => searched({ nodes: 20_000 }, seed).move));
    expect(moves.size).toBeGreaterThan(1);
    expect(moves.size).toBeLessThan(12);
  });
});

describe('the worlds of playouts', () => {
  const worlds = masker.advice.beliefs?.worlds(masker.secrets.knowledge(masker.start(setup), 0), 0) ?? [];
  const skewed = worlds.map((world, index) => ({ ...world, probability: (index + 1) / 1830 }));
  const draw = new WorldDraw(skewed as readonly World[], 0, 2);

  test('are drawn by both kinds of beliefs, and the weights restore the public one', () => {
    const rng = new SeededRng('worlds');
    const sums = new Float64Array(skewed.length);
    let own = 0;
    const draws = 200_000;
    for (let count = 0; count < draws; count++) {
      const index = draw.draw(rng);
      sums[index] = (sums[index] as number) + (draw.weights[index] as number) / draws;
      if (draw.own.includes(index)) own++;
    }
    for (const [index, { probability }] of skewed.entries())
      expect(Math.abs((sums[index] as number) - probability)).toBeLessThan(0.003);
    const share = draw.own.reduce((sum, index) => sum + (skewed[index]?.probability ?? 0), 0);
    expect(own / draws).toBeCloseTo(0.5 + share / 2, 2);
  });

  test('that the seat finds possible have its type, the most probable first', () => {
    expect(draw.own.length).toBe(12);
    for (const index of draw.own) expect(skewed[index]?.types[0]).toBe(2);
    const found = draw.own.map((index) => skewed[index]?.probability ?? 0);
    expect(found).toEqual(found.toSorted((one, other) => other - one));
  });
});

describe('the choice of the first move', () => {
  /** A tree of one set: the playouts and mean value of each move. */
  function treeOf(edges: readonly (readonly [number, number])[]): BeliefTree {
    const tree = new BeliefTree(1);
    const moves = Uint16Array.from(edges, (_, index) => index);
    const count = edges.length;
    tree.addSet(0, 0, { moves, priors: new Float64Array(count).fill(1 / count), count });
    for (const [edge, [tried, value]] of edges.entries()) if (tried > 0) tree.backUp(0, edge, tried, value);
    return tree;
  }

  test('mixes moves with nearly the most playouts, in favour of more', () => {
    const weights = choiceWeights(treeOf([[100, 0.6], [80, 0.5], [20, 0.9]]), 0, [false, false, false]); // oxfmt-ignore
    expect(weights[0]).toBe(1);
    expect(weights[1]).toBeCloseTo(0.64, 9);
    expect(weights[2]).toBe(0);
  });

  test('with a spread, prefers what is worth more, and leaves nothing out but hopeless moves', () => {
    const weights = choiceWeights(treeOf([[1000, 0.6], [1000, 0.5], [1000, 0.9], [1000, 0.8]]), 0.1, [false, false, false, true]); // oxfmt-ignore
    expect(weights[2]).toBe(1);
    expect(weights[0]).toBeCloseTo(0.077, 2);
    expect(weights[1]).toBeLessThan(weights[0] ?? 0);
    expect(weights[3]).toBe(0);
  });

  test('without a playout follows the policy; if all moves are hopeless, one is chosen', () => {
    expect(choiceWeights(treeOf([[0, 0], [0, 0]]), 0, [false, true])).toEqual([1, 0]); // oxfmt-ignore
    expect(choiceWeights(treeOf([[5, 0], [1, 0]]), 0, [true, true])).toEqual([1, 0]); // oxfmt-ignore
  });
});

test('whole games end, with two, three and four players', () => {
  for (const players of [2, 3, 4]) {
    const game = setupOf(masker, { players }, `whole ${players}`);
    const position = masker.start(game);
    const rng = new SeededRng(players);
    while (position.turn !== NOBODY)
      position.play(chooseMove(taskAt(masker, game, position), { ...PLAN, nodes: 300 }, rng).move);
    expect(position.outcome().places).toContain(1);
  }
});
