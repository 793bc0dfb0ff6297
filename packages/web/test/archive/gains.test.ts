import { readFileSync } from 'node:fs';
import { type GameRecord, makeSetup } from '@tablier/core';
import { isaac } from '@tablier/games';
import { expect, it } from 'vitest';
import { gainsOf } from '../../src/archive/gains.ts';
import { retrace } from '../../src/archive/retrace.ts';

it('lists the gains of a game of Isaac, which add up to the points', () => {
  const record = JSON.parse(readFileSync(new URL('upto.json', import.meta.url), 'utf8')) as GameRecord;
  const setup = makeSetup(isaac, record);
  if (!setup.ok) throw new Error(setup.error.name);
  const gains = gainsOf(retrace(isaac, setup.value, record).moments);
  expect(gains.map((list) => list.reduce((sum, gain) => sum + gain, 0))).toEqual(record.end?.scores);
  expect(gains.every((list) => list.length > 1 && list.every((gain) => gain > 0))).toBe(true);
});

it('takes lost points from the last gains', () => {
  const scores = [[0], [5], [8], [6], [2], [2], [9]].map(([points = 0]) => ({ scores: [points, 0] }));
  expect(gainsOf(scores)).toEqual([[2, 7], []]);
});
