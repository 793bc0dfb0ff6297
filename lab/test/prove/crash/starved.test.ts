import { expect, test } from 'vitest';
import type { Outage } from '../../../prove/crash/fleet.ts';
import { starvedOutages } from '../../../prove/crash/starved.ts';

const outage = (killedAt: number, backAt: number, isTotal: boolean): Outage => ({
  killedAt,
  backAt,
  isTotal,
  knownAt: () => backAt,
  slack: { over: 60, under: 5000 },
});

test('an outage that a node found after a kill is that kill, and any other one is its own', () => {
  const kills = [outage(10_000, 14_000, false)];
  const found = starvedOutages(
    [
      { from: 9400, until: 12_600 },
      { from: 20_000, until: 22_700 },
      { from: 13_000, until: 15_600 },
    ],
    kills,
  );
  expect(found.map(({ killedAt, backAt }) => [killedAt, backAt])).toEqual([
    [20_000, 22_700],
    [13_000, 15_600],
  ]);
  expect(found.map(({ slack }) => slack)).toEqual([
    { over: 0, under: 4700 },
    { over: 0, under: 4600 },
  ]);
});

test('while the database is down, every outage belongs to its restart', () => {
  const kills = [outage(10_000, 14_000, true)];
  expect(starvedOutages([{ from: 13_500, until: 15_500 }], kills)).toEqual([]);
});
