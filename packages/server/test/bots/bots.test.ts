import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { BotRequest } from '@tablier/ai';
import { isaac } from '@tablier/games';
import { BotPool, DEFAULT_BOT_LIMITS, SearchSkipped, type Question } from '../../src/bots/bot-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-bots-'));
const pools: BotPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

afterAll(() => rmSync(folder, { recursive: true }));

const setup = { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null };
const request = {
  game: 'isaac',
  options: setup.options,
  knowledge: isaac.secrets.knowledge(isaac.start(setup), 0),
  rules: 1,
  level: 1,
  seed: 'bots',
} as const;

/** A request of one person. */
const asking = (changes: Partial<BotRequest> = {}): Question => ({
  request: { ...request, ...changes },
  person: 'ada',
  place: '192.0.2.1',
  isWanted: () => true,
});

/** A pool whose threads run this text. */
function poolOf(text: string, limits: Partial<typeof DEFAULT_BOT_LIMITS>): BotPool {
  const file = join(folder, `thread-${pools.length}.mjs`);
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${text}`);
  const pool = new BotPool({ ...DEFAULT_BOT_LIMITS, ...limits }, pathToFileURL(file));
  pools.push(pool);
  return pool;
}

test('a bot answers repeatedly, and gives equal answers to equal requests', async () => {
  const pool = new BotPool(DEFAULT_BOT_LIMITS);
  pools.push(pool);
  const moves = [await pool.choose(asking()), await pool.choose(asking()), await pool.choose(asking())];
  expect(new Set(moves).size).toBe(1);
  expect(isaac.parseMove(moves[0] ?? '')).not.toBeNull();
});

test('an invalid request is refused, and the thread continues', async () => {
  const pool = new BotPool(DEFAULT_BOT_LIMITS);
  pools.push(pool);
  await expect(pool.choose(asking({ game: 'chess' }))).rejects.toThrow('unknown game chess, rules 1');
  expect(isaac.parseMove(await pool.choose(asking()))).not.toBeNull();
});

test('a thread that never finishes is ended, and the next request gets a new one', async () => {
  const hangs = `parentPort.on('message', ({ seed }) => { if (seed === 'hang') for (;;); parentPort.postMessage({ move: seed }); });`;
  const pool = poolOf(hangs, { timeMs: 2000 });
  await expect(pool.choose(asking({ seed: 'hang' }))).rejects.toThrow('no move within 2000 ms');
  expect(await pool.choose(asking({ seed: 'fine' }))).toBe('fine');
});

test('a thread that uses too much memory is ended, and no other thread is', async () => {
  // As a search does it, node by node: see `memoryMb`.
  const grows = `
    const grow = (depth) => ({ visits: 0, children: depth === 0 ? [] : [grow(depth - 1), grow(depth - 1)] });
    parentPort.on('message', ({ seed }) => {
      const all = [];
      while (seed === 'grow') all.push(grow(8));
      parentPort.postMessage({ move: seed });
    });`;
  const pool = poolOf(grows, { memoryMb: 32 });
  await expect(pool.choose(asking({ seed: 'grow' }))).rejects.toThrow(/memory/);
  expect(await pool.choose(asking({ seed: 'fine' }))).toBe('fine');
});

/** Answers with the seed, after as many milliseconds as the level says. */
const SLOW = `
  const LONG = { 1: 5, 4: 20, 8: 60 };
  parentPort.on('message', ({ seed, level }) => setTimeout(() => parentPort.postMessage({ move: seed }), LONG[level]));`;

test('one person with many requests delays others by at most the running search', async () => {
  const pool = poolOf(SLOW, { threads: 1 });
  const order: string[] = [];
  const ask = async (person: string, place: string, level: 1 | 8, seed: string) => {
    order.push(await pool.choose({ ...asking({ level, seed }), person, place }));
  };
  const flood = Array.from({ length: 20 }, (_, table) => ask('eve', '198.51.100.1', 8, `eve ${table}`));
  await Promise.all([...flood.slice(0, 1), ask('ada', '192.0.2.1', 8, 'ada'), ask('bob', '192.0.2.2', 1, 'bob')]);
  expect(order.toSorted()).toEqual(['ada', 'bob', 'eve 0']);
  expect(order.slice(0, 2), 'the weaker level comes first').toEqual(['eve 0', 'bob']);
  await Promise.all(flood);
  expect(order).toHaveLength(22);
});

test('many people from one address share the part of one address', async () => {
  const pool = poolOf(SLOW, { threads: 1 });
  const order: string[] = [];
  const flood = Array.from({ length: 18 }, async (_, guest) => {
    const person = `guest ${guest}`;
    order.push(await pool.choose({ ...asking({ level: 8, seed: person }), person, place: '198.51.100.1' }));
  });
  order.push(await pool.choose({ ...asking({ level: 8, seed: 'ada' }), place: '192.0.2.1' }));
  expect(order).toEqual(['guest 0', 'ada']);
  await Promise.all(flood);
});

test('a strong search is not postponed forever by later weak ones', async () => {
  const pool = poolOf(SLOW, { threads: 1 });
  let isDone = false;
  const strong = pool.choose({ ...asking({ level: 8, seed: 'ada' }), place: 'a' }).then(() => (isDone = true));
  const weak = async (from: number): Promise<void> => {
    for (let n = from; !isDone && n < 400; n += 4) {
      await pool.choose({ ...asking({ seed: `${n}` }), person: `guest ${n}`, place: `place ${n}` });
    }
  };
  await Promise.all([weak(0), weak(1), weak(2), weak(3), strong]);
  expect(isDone).toBe(true);
});

test('one person has one search at a time, however many threads are free', async () => {
  const counts = `
    import { setTimeout as sleep } from 'node:timers/promises';
    parentPort.on('message', async () => {
      const at = performance.timeOrigin + performance.now();
      await sleep(30);
      parentPort.postMessage({ move: JSON.stringify([at, performance.timeOrigin + performance.now()]) });
    });`;
  const pool = poolOf(counts, { threads: 3 });
  const spans = await Promise.all(
    [1, 2, 3].map(async (n) => JSON.parse(await pool.choose(asking({ seed: `${n}` }))) as [number, number]),
  );
  const ordered = spans.toSorted(([left], [right]) => left - right);
  for (const [index, [from]] of ordered.slice(1).entries())
    expect(from).toBeGreaterThanOrEqual(ordered[index]?.[1] ?? 0);
});

test('an unwanted move is not searched, and a full queue refuses by name', async () => {
  const pool = poolOf(SLOW, { threads: 1, waiting: 2 });
  const first = pool.choose(asking({ seed: 'first' }));
  const unwanted = pool.choose({ ...asking({ seed: 'unwanted' }), isWanted: () => false });
  const last = pool.choose(asking({ seed: 'last' }));
  expect(pool.isFull).toBe(true);
  await expect(pool.choose(asking())).rejects.toBeInstanceOf(SearchSkipped);
  await expect(unwanted).rejects.toBeInstanceOf(SearchSkipped);
  expect([await first, await last]).toEqual(['first', 'last']);
});
