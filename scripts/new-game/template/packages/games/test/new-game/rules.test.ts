import { legalMoveTexts, NOBODY } from '@tablier/core';
import { playTexts, setupOf } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { newGame, type NewGameOptions, type NewGamePosition } from '../../src/new-game/index.ts';

/** The position after these moves, in notation. */
const after = (moves: string, options: Partial<NewGameOptions> = {}): NewGamePosition =>
  playTexts(newGame, newGame.start(setupOf(newGame, { options })), moves);

test.each([21, 15] as const)('[N1] a heap of %i stones', (heap) => {
  expect(after('', { heap }).stones).toBe(heap);
});

test('[N2] First begins, then they take turns', () => {
  expect(['', '1', '1 2', '1 2 3'].map((moves) => after(moves).turn)).toEqual([0, 1, 0, 1]);
});

describe('[N3] one, two or three stones', () => {
  test('are taken', () => {
    expect(legalMoveTexts(newGame, after(''))).toEqual(['1', '2', '3']);
    expect(after('2').stones).toBe(19);
  });

  test('but never more than there are', () => {
    expect(legalMoveTexts(newGame, after('3 3 3 3 1', { heap: 15 }))).toEqual(['1', '2']);
    expect(legalMoveTexts(newGame, after('3 3 3 3 2', { heap: 15 }))).toEqual(['1']);
  });
});

test('[N4] whoever takes the last stone wins', () => {
  const first = after('3 3 3 3 3', { heap: 15 });
  expect([first.turn, first.outcome()]).toEqual([NOBODY, { scores: [1, 0], places: [1, 2] }]);
  const second = after('3 3 3 3 2 1', { heap: 15 });
  expect([second.turn, second.outcome()]).toEqual([NOBODY, { scores: [0, 1], places: [2, 1] }]);
});

test('[N5] before the end nobody has a point', () => {
  expect(after('3 3').outcome()).toEqual({ scores: [0, 0], places: [1, 1] });
});

test.each(['0', '4', '01', '+1', ''])('[N6] %j is no move', (text) => {
  expect(newGame.parseMove(text)).toBeNull();
});
