import { describe, expect, test, vi } from 'vitest';
import { DOORS } from './doors.ts';
import { plant } from './planted.ts';
import { worlds } from './index.ts';

/** Servers and whole games: a limit that only a hang reaches. */
vi.setConfig({ testTimeout: 300_000 });

const SEED = 'slow test';

describe('two worlds that differ in what somebody cannot know', () => {
  test(`tell him the same, byte by byte, on every channel (seed ${SEED})`, async () => {
    const told: string[] = [];
    const { ok, figures } = await worlds.run({ games: 32, lanes: 2, seed: SEED, doors: 0 }, (line) => told.push(line));
    expect(told).toEqual([]);
    expect(figures).toMatchObject({ pairs: 32, blind: 0, leaks: 0, idle: [] });
    expect(ok).toBe(true);
  });
});

describe('a side door is found', () => {
  test.each(['the initial state', 'legal moves are listed', 'what revealed something'])('%s', async (name) => {
    const door = DOORS.find((one) => one.name.startsWith(name));
    if (door === undefined) throw new Error('no such door');
    const { caught, words } = await plant(door, 40);
    expect(caught, words).toBe(true);
  });
});
