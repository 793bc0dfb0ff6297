import { readFileSync } from 'node:fs';
import { type Game, type GameRecord, makeSetup } from '@tablier/core';
import { arcanor, isaac, nasca } from '@tablier/games';
import { expect, it } from 'vitest';
import '../../english.ts';
import { gainsOf, retrace } from '../../../src/review/past/retrace.ts';
import type { BoardModule, Gain } from '../../../src/board/board-module.ts';
import { board as arcanorBoard } from '../../../src/games/arcanor/board.ts';
import { board as isaacBoard } from '../../../src/games/isaac/board.ts';
import { board as nascaBoard } from '../../../src/games/nasca/board.ts';

const momentsOf = (game: Game, record: GameRecord) => {
  const setup = makeSetup(game, record);
  if (!setup.ok) throw new Error(setup.error.name);
  return retrace(game, setup.value, record).moments;
};

const examples = (game: string): GameRecord[] =>
  readFileSync(new URL(`../../../../games/test/${game}/examples.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GameRecord);

const sumOf = (gains: readonly Gain[]): number => gains.reduce((sum, { points }) => sum + points, 0);

/** The product of `3 × 6 × 2`. */
const product = (how: string): number => how.split(' × ').reduce((result, factor) => result * Number(factor), 1);

it('lists the gains of a game of Isaac, which add up to the points', () => {
  const record = JSON.parse(readFileSync(new URL('upto.json', import.meta.url), 'utf8')) as GameRecord;
  const gains = gainsOf(momentsOf(isaac, record), isaacBoard as BoardModule);
  expect(gains.map(sumOf)).toEqual(record.end?.scores);
  expect(gains.every((list) => list.length > 1 && list.every(({ points }) => points > 0))).toBe(true);
});

it('explains each gain of Isaac by a product that is its points', () => {
  const gains = examples('isaac')
    .filter(({ options }) => options['counter'] === 'exact')
    .flatMap((record) => gainsOf(momentsOf(isaac, record), isaacBoard as BoardModule).flat());
  expect(gains.length).toBeGreaterThan(20);
  expect(gains.map(({ how = '' }) => product(how))).toEqual(gains.map(({ points }) => points));
  expect(gains.some(({ how = '' }) => how.split(' × ').length === 3)).toBe(true);
});

it('explains a gain of Isaac only where the counter goes the whole way', () => {
  const record = JSON.parse(readFileSync(new URL('upto.json', import.meta.url), 'utf8')) as GameRecord;
  const gains = gainsOf(momentsOf(isaac, record), isaacBoard as BoardModule).flat();
  for (const { points, how } of gains) expect([undefined, points]).toContain(how === undefined ? how : product(how));
});

it('says for each gain of Arcanor which pieces came home and where', () => {
  const record = examples('arcanor').at(-1) as GameRecord;
  const gains = gainsOf(momentsOf(arcanor, record), arcanorBoard as BoardModule);
  expect(gains.map(sumOf)).toEqual(record.end?.scores);
  for (const { points, how = '' } of gains.flat())
    expect([...how.matchAll(/(\d) on [a-h][17]/g)].reduce((sum, [, size]) => sum + Number(size), 0)).toBe(points);
});

it('divides the ground of Nasca into areas, and two rounds into their areas', () => {
  for (const record of examples('nasca')) {
    const moments = momentsOf(nasca, record);
    const parts = (nascaBoard as BoardModule).parts?.((moments.at(-1) as (typeof moments)[number]).view) ?? [];
    expect(parts.map(sumOf)).toEqual(record.end?.scores);
    for (const { points, how } of parts.flat())
      expect(how === undefined ? points : how.split(' + ').reduce((sum, area) => sum + Number(area), 0)).toBe(points);
  }
});

it('takes lost points from the last gains', () => {
  const moments = [[0], [5], [8], [6], [2], [2], [9]].map(([points = 0]) => ({ scores: [points, 0] }));
  const [start] = momentsOf(isaac, examples('isaac')[0] as GameRecord);
  const gains = gainsOf(
    moments.map((each) => ({ ...(start as NonNullable<typeof start>), ...each })),
    { howScored: () => 'why' },
  );
  expect(gains).toEqual([[{ points: 2 }, { points: 7, how: 'why' }], []]);
});
