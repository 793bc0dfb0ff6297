import { AnalysisSearch, chooseMove, seatTask } from '@tablier/ai';
import { legalMovesOf, NOBODY, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { solver } from '../../src/nasca/ending.ts';
import { nasca, type NascaOptions, NascaPosition } from '../../src/nasca/index.ts';

const OPTIONS: NascaOptions = { landscape: 'none', rounds: 2, corners: 'closed', neutralWalls: 'no' };
const ENOUGH = 1_000_000;

/** A random game up to so many placements before its end. */
function before(left: number, seed: string, rounds: 1 | 2 = 2): NascaPosition {
  const rng = new SeededRng(seed);
  const position = new NascaPosition({ ...OPTIONS, rounds }, []);
  const positions = [position.clone()];
  while (position.turn !== NOBODY) {
    position.play(position.randomMove(rng));
    positions.push(position.clone());
  }
  return positions.at(-1 - left) as NascaPosition;
}

/** The result by best play for seat 0: 1, 0 or -1. Every move is tried. */
function resultOf(position: NascaPosition): number {
  if (position.turn === NOBODY) {
    const { scores } = position.outcome();
    return Math.sign((scores[0] as number) - (scores[1] as number));
  }
  const results = Array.from(legalMovesOf(nasca, position), (move) => resultOf(after(position, move)));
  return position.turn === 0 ? Math.max(...results) : Math.min(...results);
}

function after(position: NascaPosition, move: number): NascaPosition {
  const next = position.clone();
  next.play(move);
  return next;
}

test('the last placements of round two are solved as every line of play says, and the move keeps the result', () => {
  const winners = new Set<number>();
  for (let game = 0; game < 100; game++) {
    const position = before(game % 5 === 0 ? 2 : 1, `ending ${game}`, game % 2 === 0 ? 1 : 2);
    const found = solver(position, ENOUGH);
    while (found !== null && !found.step(100)) continue;
    const solution = found?.solution() ?? null;
    const result = resultOf(position);
    const winner = result === 0 ? NOBODY : result > 0 ? 0 : 1;
    expect(solution?.winner, `game ${game}`).toBe(winner);
    if (solution?.move === null) expect(winner).toBe(1 - position.turn);
    else expect(resultOf(after(position, solution?.move ?? -1)), `game ${game}`).toBe(result);
    winners.add(winner);
  }
  expect(winners).toEqual(new Set([0, 1, NOBODY]));
});

test('equal positions are solved alike in slices of any size, and only near the end of the last round', () => {
  const position = before(3, 'slices');
  const [whole, sliced] = [solver(position, ENOUGH), solver(position, ENOUGH)];
  while (whole?.step(ENOUGH) === false) continue;
  while (sliced?.step(7) === false) continue;
  expect(sliced?.solution()).toEqual(whole?.solution());
  expect(sliced?.nodes).toBe(whole?.nodes);
  expect(solver(before(6, 'early'), ENOUGH)).toBeNull();
  expect(solver(before(1, 'few nodes'), 9_999)).toBeNull();
  expect(solver(before(25, 'first round'), ENOUGH)).toBeNull();
});

test('the bot plays a drawing move where no move wins, and the analysis shows it as proven', () => {
  const drawn = Array.from({ length: 100 }, (_, game) => before(1, `ending ${2 * game}`, 1)).find(
    (position) => resultOf(position) === 0,
  );
  if (drawn === undefined) throw new Error('no drawn position');
  const task = seatTask(nasca, drawn.options, drawn);
  const { move, info } = chooseMove(task, nasca.advice.levels?.[8] ?? { nodes: 0, exploration: 0 }, new SeededRng(1));
  expect(resultOf(after(drawn, move))).toBe(0);
  expect(info).toMatchObject({ isProven: true, values: [0.5, 0.5] });
  const search = new AnalysisSearch(task, { nodes: 50_000 }, new SeededRng(1));
  while (!search.step(50_000)) continue;
  const [line] = search.result().lines;
  expect(line).toMatchObject({ isProven: true, values: [0.5, 0.5], score: 0 });
  expect(resultOf(after(drawn, line?.moves[0] ?? -1))).toBe(0);
});
