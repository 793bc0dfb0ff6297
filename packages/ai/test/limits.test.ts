import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { budgetOf, chooseMove, makeSearch, type SearchInfo, type SearchPlan, SLICE, untilTime } from '../src/index.ts';
import { setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';

const PLANS: SearchPlan[] = [
  { nodes: 50_000, exploration: 1 },
  { nodes: 50_000, depth: 30 },
];
/** Moves of the longest game of nim: each takes one object. */
const LONGEST = 20;
const setup = setupOf(nim, { deal: [7, 7, 6] });
const task = taskAt(nim, setup, nim.start(setup));

describe.each(PLANS)('limits of %o', (plan) => {
  test('the search stops within a slice, and has a move at any time', () => {
    let looks = 0;
    const { move, info } = chooseMove(task, plan, new SeededRng(1), { nodes: Infinity, shouldStop: () => ++looks > 5 });
    expect(info.nodes).toBeGreaterThan(0);
    expect(info.nodes).toBeLessThanOrEqual(5 * (SLICE + LONGEST));
    expect(nim.formatMove(move)).toMatch(/^[abc][1-7]$/);
    const stopped = chooseMove(task, plan, new SeededRng(1), { shouldStop: () => true });
    expect(stopped.info.nodes).toBe(0);
    expect(nim.formatMove(stopped.move)).toMatch(/^[abc][1-7]$/);
  });

  test('a time limit uses the given clock', () => {
    let time = 1_000;
    const shouldStop = untilTime(() => (time += 10), 55);
    const { info } = chooseMove(task, plan, new SeededRng(1), { nodes: Infinity, shouldStop });
    expect(time).toBe(1_070);
    expect(info.nodes).toBeLessThanOrEqual(5 * (SLICE + LONGEST));
  });

  test('reports progress: depth and nodes never decrease, and the last report is the result', () => {
    const told: SearchInfo[] = [];
    const result = chooseMove(task, plan, new SeededRng(1), { nodes: 20_000, onInfo: (info) => told.push(info) });
    expect(told.length).toBeGreaterThan(3);
    for (const [index, info] of told.entries()) {
      expect(info.nodes).toBeGreaterThanOrEqual(told[index - 1]?.nodes ?? 0);
      expect(info.depth).toBeGreaterThanOrEqual(told[index - 1]?.depth ?? 0);
      expect(info.values[0]).toBeCloseTo(1 - (info.values[1] as number), 9);
    }
    expect(told.at(-1)).toEqual(result.info);
    expect(result.info.pv[0]).toBe(result.move);
  });

  test('a slice of 0 nodes searches nothing', () => {
    const search = makeSearch(task, plan, new SeededRng(1));
    expect(search.step(0)).toBe(false);
    expect(search.result().info.nodes).toBe(0);
  });
});

describe('budgets', () => {
  const [mcts, alphaBeta] = PLANS as [SearchPlan, SearchPlan];
  test.each([
    ['the plan', alphaBeta, {}, { nodes: 50_000, depth: 30 }],
    ['the plan', mcts, {}, { nodes: 50_000, depth: Infinity }],
    ['nodes at any depth', alphaBeta, { nodes: 7 }, { nodes: 7, depth: Infinity }],
    ['a depth with any number of nodes', alphaBeta, { depth: 4 }, { nodes: Infinity, depth: 4 }],
    ['a tree of a height within the nodes of the plan', mcts, { depth: 4 }, { nodes: 50_000, depth: 4 }],
    ['both', alphaBeta, { nodes: 7, depth: 4 }, { nodes: 7, depth: 4 }],
  ])('%s', (_, plan, limits, budget) => {
    expect(budgetOf(plan, limits)).toEqual(budget);
  });
});
