import { OpeningTally } from '@tablier/core';
import { expect, test } from 'vitest';
import { readGamePackage } from '../src/added-game.ts';
import { isaac } from '../src/isaac/index.ts';

test('a file with the `defineGame` of an earlier version is a game whose first moves are counted each for itself', () => {
  const { mirrors: _, ...earlier } = isaac;
  const read = readGamePackage(earlier);
  if (!read.ok) throw new Error(read.error);
  const tally = new OpeningTally(read.value);
  const end = { by: 'rules', scores: [1, 0], places: [1, 2] } as const;
  const conditions = { rules: isaac.rulesVersion, players: 2, options: {}, deal: null };
  tally.add({ ...conditions, moves: ['30-34'], end });
  expect(tally.result().openings.map(({ move }) => move)).toEqual(['30-34']);
});
