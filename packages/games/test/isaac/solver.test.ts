import { NOBODY, SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { advice } from '../../src/isaac/bot.ts';
import { type IsaacPosition, isaac } from '../../src/isaac/index.ts';
import { countBits } from '../../src/shared/bits.ts';
import { ResultTable } from '../../src/isaac/solve/scoring.ts';
import { bruteWinner, finishedPlacement, smallScoring, solverAt } from './brute.ts';
import { PAGE, PASSER, scene, UP_TO } from './scene.ts';

/** Checks the solver's winner, and that its move wins. */
function compare(position: IsaacPosition): void {
  const solver = solverAt(position);
  expect(solver.step(Number.POSITIVE_INFINITY)).toBe(true);
  const solution = solver.solution();
  expect(solution?.winner).toBe(bruteWinner(position));
  expect(solution?.move !== null).toBe(solution?.winner === position.turn);
  if (solution === null || solution.move === null) return;
  const after = position.clone();
  after.play(solution.move);
  expect(bruteWinner(after)).toBe(solution.winner);
}

describe(`the solver agrees with a search of all moves (TABLIER_SEED=${SEED})`, () => {
  test.each([
    [PAGE, 3, 1_000],
    [PAGE, 6, 200],
    [PAGE, 9, 80],
    [UP_TO, 2, 200],
    [UP_TO, 4, 40],
  ] as const)('in small scorings, %o, %i pieces', (options, pieces, positions) => {
    const rng = new SeededRng(`${SEED} small scorings`);
    for (let index = 0; index < positions; index++) compare(smallScoring(options, pieces, rng));
  });

  test('in the last turns of random games', () => {
    const rng = new SeededRng(`${SEED} last turns`);
    for (let game = 0; game < 60; game++) {
      const position = finishedPlacement(PAGE, rng);
      const plies: IsaacPosition[] = [];
      for (; position.turn !== NOBODY; position.play(position.randomMove(rng))) plies.push(position.clone());
      const late = plies.find((ply) => countBits(ply.removableLater(0) | ply.removableLater(1)) <= 8);
      if (late !== undefined) compare(late);
    }
  });

  test.each([
    ['one placement each', ['7', '7'], '00-02 20-23', '97-99 44-48'],
    ['two placements of one side', ['6 7', ''], '00-02', '97-99'],
  ] as const)('while placing: %s', (_name, hands, dark, light) => {
    for (const options of [PAGE, PASSER]) compare(scene({ options, phase: 'placing', hands, dark, light }));
  });
});

test('a pending advance is solved like a removal', () => {
  const rng = new SeededRng('pending');
  for (let index = 0; index < 30; index++) {
    const position = smallScoring(UP_TO, 4, rng);
    position.play(position.randomMove(rng));
    if (position.phase === 'advancing') compare(position);
  }
});

test('the sizes of the slices change neither the nodes nor the solution', () => {
  const rng = new SeededRng('slices');
  for (let index = 0; index < 5; index++) {
    const scoring = finishedPlacement(PAGE, rng);
    const placing = scene({ phase: 'placing', hands: ['7', ''], dark: '00-02 20-23', light: '97-99 44-48' });
    for (const position of [scoring, placing]) {
      const [whole, sliced] = [solverAt(position), solverAt(position)];
      whole.step(Number.POSITIVE_INFINITY);
      while (!sliced.step(1 + rng.below(50))) expect(sliced.solution()).toBeNull();
      expect(sliced.nodes).toBe(whole.nodes);
      expect(sliced.solution()).toEqual(whole.solution());
    }
  }
});

test('a finished placement with a certain winner needs no search', () => {
  const solver = solverAt(scene({ dark: '20-22', light: '60-62 80-82', scores: [60, 10] }));
  expect(solver.step(1)).toBe(true);
  expect(solver.nodes).toBe(0);
  expect(solver.solution()).toEqual({ winner: 0, move: isaac.parseMove('x20-22') });
});

test('a placement is tried only with enough nodes', () => {
  const start = isaac.start({ options: PAGE, players: 2, deal: null });
  expect(advice.solver(start, Number.POSITIVE_INFINITY)).toBeNull();
  const last = scene({ phase: 'placing', hands: ['7', ''], dark: '00-02 20-23', light: '97-99 44-48' });
  expect(advice.solver(last, 1_000)).toBeNull();
  expect(advice.solver(last, 1_000_000)).not.toBeNull();
});

test('[I15] a seat that is out stays out when the counter leaves its piece', () => {
  // After x16-36 Light's last piece, 11-14, is under Dark's counter. Then x70-72 moves the counter away.
  const position = scene({
    dark: '16-36 70-72',
    light: '11-14 18-38 19-39 73-75 77-79',
    scores: [13, 13],
    longest: [0, 4],
  });
  compare(position);
  const solver = solverAt(position);
  solver.step(Number.POSITIVE_INFINITY);
  expect(solver.solution()).toEqual({ winner: 0, move: isaac.parseMove('x16-36') });
});

test('the table never takes a position for another one', () => {
  const table = new ResultTable(0);
  table.store(5, 7, 1);
  expect(table.find(5, 7)).toBe(1);
  expect(table.find(5, 8)).toBe(NOBODY);
  expect(table.find(4, 7)).toBe(NOBODY);
  table.clear();
  expect(table.find(5, 7)).toBe(NOBODY);
});
