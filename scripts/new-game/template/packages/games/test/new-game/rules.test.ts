import { legalMoveTexts } from '@tablier/core';
import { playTexts, setupOf } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { newGame } from '../../src/new-game/index.ts';

const after = (moves: string) => playTexts(newGame, newGame.start(setupOf(newGame)), moves);

test('[N1] a heap of nine stones', () => expect(after('').stones).toBe(9));
test('[N2] First begins, then they take turns', () =>
  expect(['', '1', '1 2', '1 2 3'].map((moves) => after(moves).turn)).toEqual([0, 1, 0, 1]));
test('[N3] one, two or three stones, never more than there are', () =>
  expect(['2', '3 3 1'].map((moves) => legalMoveTexts(newGame, after(moves)).join())).toEqual(['1,2,3', '1,2']));
test('[N4] the player who takes the last stone wins', () => {
  expect(after('3 3 3').outcome()).toEqual({ scores: [1, 0], places: [1, 2] });
  expect(after('3 3 2 1').outcome()).toEqual({ scores: [0, 1], places: [2, 1] });
});
test.each(['0', '4', '01', ''])('[N5] %j is no move', (text) => expect(newGame.parseMove(text)).toBeNull());
