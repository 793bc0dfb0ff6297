import { type Move, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { chooseMove, makeSearch, runSearch, type SearchPlan, type Solver } from '../src/index.ts';
import { setupOf, taskAt } from './helpers.ts';
import { nim, type NimPosition } from './toys/nim.ts';

const PLANS: SearchPlan[] = [
  { nodes: 100_000, exploration: 1 },
  { nodes: 100_000, depth: 30 },
];

/** The move that leaves heaps with no digit in common, which wins Nim; `null` if there is none. */
function winningMove(position: NimPosition): Move | null {
  const moves = new Uint16Array(nim.maxMoves);
  const count = position.legalMoves(moves);
  const after = position.clone();
  for (const move of moves.subarray(0, count)) {
    after.copyFrom(position);
    after.play(move);
    if (after.heaps.reduce((sum, size) => sum ^ size, 0) === 0) return move;
  }
  return null;
}

/** Nim with a solver that needs `cost` nodes. */
function solvableNim(cost: number): typeof nim {
  const solver = (position: NimPosition): Solver => {
    const move = winningMove(position);
    const winner = move === null ? 1 - position.turn : position.turn;
    let nodes = 0;
    return {
      get nodes() {
        return nodes;
      },
      step: (more) => (nodes = Math.min(cost, nodes + more)) === cost,
      solution: () => (nodes < cost ? null : { winner, move }),
    };
  };
  return { ...nim, advice: { ...nim.advice, solver } };
}

const WON = [7, 6, 3];
const LOST = [7, 4, 3];

function searchOf(cost: number, heaps: readonly number[], plan: SearchPlan, nodes = plan.nodes) {
  const game = solvableNim(cost);
  const setup = setupOf(game, { deal: [...heaps] });
  return makeSearch(taskAt(game, setup, game.start(setup)), plan, new SeededRng(1), { nodes });
}

describe.each(PLANS)('a search with a solver, %o', (plan) => {
  test('plays a proven win as soon as it is found', () => {
    const { move, info } = runSearch(searchOf(10_000, WON, plan));
    expect(nim.formatMove(move)).toBe('a2');
    expect(info).toMatchObject({ isProven: true, values: [1, 0], nodes: 10_000, pv: [move] });
  });

  test('reports a proven loss, and plays on', () => {
    const { move, info } = runSearch(searchOf(20_000, LOST, plan));
    expect(info).toMatchObject({ isProven: true, values: [0, 1] });
    expect(info.nodes).toBeGreaterThan(20_000);
    expect(info.pv[0]).toBe(move);
  });

  test('without a proof within half of the budget the other search decides', () => {
    const plain = chooseMove(
      taskAt(nim, setupOf(nim, { deal: WON }), nim.start(setupOf(nim, { deal: WON }))),
      plan,
      new SeededRng(1),
      { nodes: 1_000 },
    );
    const { move, info } = runSearch(searchOf(1_001, WON, plan, 2_000));
    expect(info.isProven).toBe(false);
    expect(info.nodes).toBeLessThanOrEqual(2_000);
    expect({ move, values: info.values }).toEqual({ move: plain.move, values: plain.info.values });
  });

  test('the sizes of the slices do not change the result', () => {
    const whole = runSearch(searchOf(40_000, LOST, plan));
    const sliced = searchOf(40_000, LOST, plan);
    const rng = new SeededRng('slices');
    while (!sliced.step(1 + rng.below(5_000)));
    expect(sliced.result()).toEqual(whole);
  });

  test('searches without a limit until it is stopped or has proven a win', () => {
    expect(runSearch(searchOf(50_000, WON, plan, Infinity)).info.isProven).toBe(true);
    const endless = searchOf(Infinity, WON, plan, Infinity);
    expect(runSearch(endless, { shouldStop: () => endless.result().info.nodes > 30_000 }).info.isProven).toBe(false);
  });

  test('a limit of depth is a limit of the whole search', () => {
    const game = solvableNim(1);
    const setup = setupOf(game, { deal: WON });
    const task = taskAt(game, setup, game.start(setup));
    expect(chooseMove(task, plan, new SeededRng(1), { depth: 1, nodes: 500 }).info.isProven).toBe(false);
  });
});

test('a position with one move is not solved', () => {
  const { info } = runSearch(searchOf(10, [1, 0, 0], PLANS[0] as SearchPlan));
  expect(info.isProven).toBe(false);
});
