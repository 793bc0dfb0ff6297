import { type Level, NOBODY, SeededRng } from '@tablier/core';
import { botMove, chooseMove, type SearchPlan } from '@tablier/ai';
import { describe, expect, test } from 'vitest';
import { advice } from '../../src/isaac/bot.ts';
import { type IsaacOptions, IsaacPosition, isaac } from '../../src/isaac/index.ts';
import { PAGE, PUBLISHED, scene } from './scene.ts';

const GAMES = 4;
/** The plan of the strongest level with a small part of its budget, which is enough to win and faster. */
const STRONG: SearchPlan = { ...advice.levels[8], nodes: 5_000, solverNodes: 100_000 };

/** Whether the strong side, in `seat`, wins a game against `level`. */
function wins(seat: number, level: Level, options: IsaacOptions, rng: SeededRng): boolean {
  const position = new IsaacPosition(options);
  while (position.turn !== NOBODY) {
    const task = { game: isaac, options, knowledge: isaac.secrets.knowledge(position, position.turn) };
    position.play(position.turn === seat ? chooseMove(task, STRONG, rng).move : botMove(task, level, rng));
  }
  return position.outcome().places[seat] === 1;
}

describe('bots', () => {
  test.each([PAGE, PUBLISHED])(
    'the strongest level beats the weakest in at least three games of four (%o)',
    (options) => {
      const rng = new SeededRng('strong against beginner');
      const won = Array.from({ length: GAMES }, (_, game) => wins(game % 2, 1, options, rng));
      expect(won.filter(Boolean).length).toBeGreaterThanOrEqual(GAMES - 1);
    },
  );

  test('the evaluation gives the winner of a finished game the whole win', () => {
    const values = new Float64Array(2);
    advice.evaluate(scene({ phase: 'scoring', turn: NOBODY, scores: [30, 31] }), values);
    expect([...values]).toEqual([0, 1]);
  });

  test('the evaluation prefers points, and long pieces that can still be removed', () => {
    const values = new Float64Array(2);
    const darkShare = (position: IsaacPosition): number => {
      advice.evaluate(position, values);
      expect((values[0] ?? 0) + (values[1] ?? 0)).toBeCloseTo(1);
      return values[0] ?? 0;
    };
    const pieces = { dark: '20-26', light: '27-29 50-53', longest: [3, 3] as const };
    expect(darkShare(scene({ ...pieces, scores: [10, 0] }))).toBeGreaterThan(darkShare(scene(pieces)));
    expect(darkShare(scene(pieces))).toBeGreaterThan(darkShare(scene({ ...pieces, out: [0] })));
  });
});
