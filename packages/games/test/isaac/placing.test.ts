import type { JudgedMoves } from '@tablier/ai';
import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { advice } from '../../src/isaac/bot.ts';
import { evaluate, IsaacOutlook, PER_STAGE, PlacingModel, STAGE_COUNT } from '../../src/isaac/evaluation.ts';
import { IsaacPosition } from '../../src/isaac/index.ts';
import { SLOTS } from '../../src/isaac/slots.ts';
import { WEIGHTS } from '../../src/isaac/weights.ts';
import { PAGE, PUBLISHED } from './scene.ts';

const moves = new Uint16Array(SLOTS);
const leads = new Float64Array(SLOTS);
const outlook = new IsaacOutlook();
const judged: JudgedMoves = { moves: new Uint16Array(SLOTS), odds: new Float64Array(SLOTS), count: 0 };

/** Positions while placing, after random placements. */
function randomPositions(count: number): IsaacPosition[] {
  const rng = new SeededRng('placing');
  const positions: IsaacPosition[] = [];
  while (positions.length < count) {
    const position = new IsaacPosition(PAGE);
    for (let left = rng.below(24); left > 0 && position.phase === 'placing'; left--)
      position.play(position.randomMove(rng));
    if (position.phase === 'placing') positions.push(position);
  }
  return positions;
}

const randomWeights = (): Int32Array => {
  const rng = new SeededRng('weights');
  return Int32Array.from({ length: PER_STAGE * STAGE_COUNT }, () => rng.below(2001) - 1000);
};

const after = (position: IsaacPosition, move: number): IsaacPosition => {
  const next = position.clone();
  next.play(move);
  return next;
};

describe('the model of the placement', () => {
  test('has a weight for every term of every stage', () => {
    expect(WEIGHTS.length).toBe(PER_STAGE * STAGE_COUNT);
    expect(Math.max(...WEIGHTS.map(Math.abs))).toBeLessThan(2 ** 15);
  });

  test('judges all placements at once as it judges each position after them', () => {
    const model = new PlacingModel(randomWeights());
    let compared = 0;
    for (const position of randomPositions(150)) {
      const count = position.legalMoves(moves);
      model.leadsAfter(position, moves, count, leads);
      for (let index = 0; index < count; index += 5) {
        const next = after(position, moves[index] as number);
        if (next.phase !== 'placing' || next.turn === position.turn) continue;
        const lead = model.lead(next);
        expect(leads[index]).toBeCloseTo(position.turn === 0 ? lead : -lead, 9);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(2_000);
  });
});

test('the outlook of a placement is that of its best move', () => {
  for (const position of randomPositions(30)) {
    const own = outlook.judge(position, judged);
    expect(judged.count).toBe(position.countMoves());
    expect(own).toBe(Math.max(...judged.odds.subarray(0, judged.count)));
  }
});

// One after the other in one process: nothing may remain of a game with other options.
test.each([
  ['page', PAGE],
  ['published', PUBLISHED],
  ['page again', PAGE],
])('the outlook of the scoring agrees with the evaluation: %s', (_, options) => {
  const rng = new SeededRng('scoring');
  const values = new Float64Array(2);
  const position = new IsaacPosition(options);
  const ofThisGame = advice.makeOutlook();
  while (position.phase === 'placing') position.play(position.randomMove(rng));
  while (position.phase !== 'over') {
    const own = ofThisGame.judge(position, judged);
    evaluate(position, values);
    expect(1 / (1 + Math.exp(-own))).toBeCloseTo(values[position.turn] as number, 12);
    expect(judged.count).toBe(position.countMoves());
    for (let place = 0; place < judged.count; place++) {
      evaluate(after(position, judged.moves[place] as number), values);
      expect(1 / (1 + Math.exp(-(judged.odds[place] as number)))).toBeCloseTo(values[position.turn] as number, 6);
    }
    position.play(position.randomMove(rng));
  }
});
