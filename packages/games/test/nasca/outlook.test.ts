import type { JudgedMoves } from '@tablier/ai';
import { legalMovesOf, NOBODY } from '@tablier/core';
import { expect, test } from 'vitest';
import { evaluate } from '../../src/nasca/evaluation.ts';
import { nasca, type NascaPosition } from '../../src/nasca/index.ts';
import { JUDGED, JUDGED_FIRST, NascaOutlook, REMEMBERED } from '../../src/nasca/bot.ts';
import { cellsOf, COLUMNS, PLACEMENTS } from '../../src/nasca/placements.ts';
import { priority } from '../../src/nasca/candidates.ts';
import { randomPosition, setupOf } from './helpers.ts';

const GAMES = 40;

/** Positions of games with one round and with two. */
const positions: readonly NascaPosition[] = Array.from({ length: GAMES }, (_, game) =>
  randomPosition(setupOf({ rounds: (game % 2) + 1 }), `outlook ${game}`),
).filter(({ turn }) => turn !== NOBODY);

interface Judged {
  readonly own: number;
  /** By judged placement, the best first: the log-odds of the seat to move. */
  readonly odds: ReadonlyMap<number, number>;
}

/** Log-odds below all of those that are judged. */
const LEAST = -30;
/** Differences of log-odds below this are rounding. */
const ROUNDING = 1e-9;

function judge(outlook: NascaOutlook, position: NascaPosition): Judged {
  const into: JudgedMoves = { moves: new Uint16Array(PLACEMENTS), odds: new Float64Array(PLACEMENTS), count: 0 };
  const own = outlook.judge(position, into);
  const moves = [...into.moves.subarray(0, into.count)];
  const odds = moves.map((move, place) => [move, into.odds[place] as number] as const);
  return { own, odds: new Map(odds.toSorted(([, one], [, other]) => other - one)) };
}

/** Whether two placements share a cell, or have cells that touch. */
const areNear = (one: number, other: number): boolean =>
  cellsOf(one).some((cell) =>
    cellsOf(other).some(
      (met) =>
        Math.abs((cell % COLUMNS) - (met % COLUMNS)) <= 1 &&
        Math.abs(Math.floor(cell / COLUMNS) - Math.floor(met / COLUMNS)) <= 1,
    ),
  );

test('the first outlook of a search judges the placements of the highest priority by the position after them', () => {
  const values = new Float64Array(2);
  let behind = 0;
  for (const position of positions) {
    const { own, odds } = judge(new NascaOutlook(), position);
    const moves = legalMovesOf(nasca, position);
    expect(odds.size).toBe(Math.min(moves.length, JUDGED_FIRST));
    expect(own).toBe(Math.max(...odds.values()));
    for (const [move, value] of odds) {
      const after = position.clone();
      after.play(move);
      evaluate(after, values);
      expect(1 / (1 + Math.exp(-value))).toBeCloseTo(values[position.turn] as number, 6);
    }
    const least = Math.min(...[...odds.keys()].map((move) => priority(position, move)));
    const others = [...moves].filter((move) => !odds.has(move));
    for (const move of others) expect(priority(position, move)).toBeLessThanOrEqual(least);
    behind += others.length;
  }
  expect(behind).toBeGreaterThan(0);
});

test('the next outlooks judge the best placements again, and others that are new or near the last placement', () => {
  let added = 0;
  for (const position of positions) {
    const outlook = new NascaOutlook();
    const before = judge(outlook, position);
    const { own, odds } = judge(outlook, position);
    const last = position.board.placements[position.board.count - 1] as number;
    expect(odds.size).toBeLessThanOrEqual(JUDGED);
    expect(own).toBeGreaterThanOrEqual(before.own);
    // Placements that are as good as the last remembered one may take its place.
    const least = [...before.odds.values()].at(Math.min(before.odds.size, REMEMBERED) - 1) as number;
    const better = [...before.odds.keys()].filter((move) => (before.odds.get(move) as number) > least + ROUNDING);
    expect(better.filter((move) => !odds.has(move))).toEqual([]);
    for (const move of odds.keys()) {
      if ((before.odds.get(move) ?? LEAST) >= least - ROUNDING) continue;
      expect(!before.odds.has(move) || (position.board.count > 0 && areNear(move, last))).toBe(true);
      added++;
    }
  }
  expect(added).toBeGreaterThan(0);
});

test('an outlook remembers nothing of another search', () => {
  for (const position of positions) {
    const fresh = judge(new NascaOutlook(), position);
    judge(new NascaOutlook(), position);
    expect(judge(new NascaOutlook(), position)).toEqual(fresh);
  }
});
