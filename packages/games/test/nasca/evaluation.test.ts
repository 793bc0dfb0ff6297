import { NOBODY, playOut, SeededRng } from '@tablier/core';
import { chooseMove } from '@tablier/ai';
import { expect, test } from 'vitest';
import { advice } from '../../src/nasca/bot.ts';
import { nasca, type NascaPosition } from '../../src/nasca/index.ts';
import { legalTexts, playTexts, randomPosition, setupOf } from './helpers.ts';

const shareOf = (position: NascaPosition): number => {
  const values = new Float64Array(2);
  advice.evaluate(position, values);
  expect((values[0] ?? 0) + (values[1] ?? 0)).toBeCloseTo(1, 12);
  return values[0] ?? 0;
};

test('a finished game is worth 1, 0 or a half', () => {
  const met = new Set<number>();
  for (let game = 0; game < 300; game++) {
    const position = nasca.start(setupOf({ rounds: 1 }));
    playOut(position, new SeededRng(`ends ${game}`));
    expect(position.turn).toBe(NOBODY);
    const [first = 0, second = 0] = position.outcome().scores;
    expect(shareOf(position)).toBe((Math.sign(first - second) + 1) / 2);
    met.add(shareOf(position));
  }
  expect(met).toEqual(new Set([0, 0.5, 1]));
});

test('territory raises the evaluation, more in the last round', () => {
  const early = playTexts(setupOf({ rounds: 1 }), 'a2-c2 k1-k2 c1-d1 k4-k5');
  const bare = playTexts(setupOf({ rounds: 1 }), 'e2-g2 k1-k2 e5-f5 k4-k5');
  const twoRounds = playTexts(setupOf({ rounds: 2 }), 'a2-c2 k1-k2 c1-d1 k4-k5');
  expect(shareOf(early)).toBeGreaterThan(shareOf(bare));
  expect(shareOf(early)).toBeGreaterThan(shareOf(twoRounds));
  expect(shareOf(twoRounds)).toBeGreaterThan(0.5);
});

test('the priority puts a bridge over enemy walls before one over own walls, and that before open ground', () => {
  const position = playTexts(setupOf(), 'b1-b4 d1-d3 f1-f4 h8-h10 g1-g4 k8-k10');
  const priority = (text: string): number => {
    expect(legalTexts(position)).toContain(text);
    return advice.priority(position, nasca.parseMove(text) ?? -1);
  };
  expect(priority('b1-d1')).toBeGreaterThan(priority('f1-g1'));
  expect(priority('b1-d1')).toBeGreaterThan(priority('i5-k5'));
});

test('level 5 finds the last placement of a round with the most points', () => {
  for (let seed = 0; seed < 3; seed++) {
    const position = lastPlacement(`last ${seed}`);
    const { turn } = position;
    const leads = legalTexts(position).map((text) => {
      const next = nasca.secrets.sample(nasca.secrets.knowledge(position, turn), new SeededRng(1));
      next.play(nasca.parseMove(text) ?? -1);
      return Math.sign(leadOf(next, turn));
    });
    const knowledge = nasca.secrets.knowledge(position, turn);
    const { move } = chooseMove(
      { game: nasca, options: position.options, knowledge },
      advice.levels[5],
      new SeededRng(seed),
    );
    position.play(move);
    expect(Math.sign(leadOf(position, turn)), `seed ${seed}`).toBe(Math.max(...leads));
  }
});

function leadOf(position: NascaPosition, seat: number): number {
  const { scores } = position.outcome();
  return (scores[seat] ?? 0) - (scores[1 - seat] ?? 0);
}

/** A random game before the last of its 24 placements, with more than one legal move. */
function lastPlacement(seed: string): NascaPosition {
  for (let game = 0; ; game++) {
    const rng = new SeededRng(`${seed} ${game}`);
    const position = nasca.start(setupOf({ rounds: 1 }));
    while (position.turn !== NOBODY && position.turnIndex < 23) position.play(position.randomMove(rng));
    if (position.turn !== NOBODY && position.countMoves() > 3) return position;
  }
}

test('a share is between 0 and 1 in every position', () => {
  for (let game = 0; game < 100; game++) {
    const share = shareOf(randomPosition(setupOf({ landscape: 'asia' }), `bounds ${game}`));
    expect(share, `game ${game}`).toBeGreaterThan(0);
    expect(share, `game ${game}`).toBeLessThan(1);
  }
});
