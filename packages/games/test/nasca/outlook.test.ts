import { legalMovesOf, NOBODY } from '@tablier/core';
import { expect, test } from 'vitest';
import { evaluate, JUDGED, outlook } from '../../src/nasca/evaluation.ts';
import { nasca } from '../../src/nasca/index.ts';
import { PLACEMENTS } from '../../src/nasca/placements.ts';
import { priority } from '../../src/nasca/priority.ts';
import { randomPosition, setupOf } from './helpers.ts';

const GAMES = 40;

test('the outlook judges the placements of the highest priority by the position after them, and puts all others behind', () => {
  const values = new Float64Array(2);
  let behind = 0;
  for (let game = 0; game < GAMES; game++) {
    const position = randomPosition(setupOf({ rounds: (game % 2) + 1 }), `outlook ${game}`);
    if (position.turn === NOBODY) continue;
    const moves = legalMovesOf(nasca, position);
    const odds = new Float64Array(PLACEMENTS);
    const own = outlook(position, moves, moves.length, odds);
    const order = [...moves.keys()].sort((one, other) => (odds[other] as number) - (odds[one] as number));
    const [judged, others] = [order.slice(0, JUDGED), order.slice(JUDGED)];
    expect(own).toBe(odds[judged[0] as number]);
    for (const index of judged) {
      const after = position.clone();
      after.play(moves[index] as number);
      evaluate(after, values);
      expect(1 / (1 + Math.exp(-(odds[index] as number)))).toBeCloseTo(values[position.turn] as number, 6);
    }
    const urgency = (index: number): number => priority(position, moves[index] as number);
    const least = Math.min(...judged.map(urgency));
    for (const index of others) expect(urgency(index)).toBeLessThanOrEqual(least);
    behind += others.length;
  }
  expect(behind).toBeGreaterThan(0);
});
