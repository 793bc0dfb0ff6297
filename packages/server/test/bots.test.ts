import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { isaac } from '@tablier/games';
import { BotPool, DEFAULT_BOT_LIMITS } from '../src/bots/bot-pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'tablier-bots-'));
const pools: BotPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const setup = { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null };
const request = {
  game: 'isaac',
  options: setup.options,
  knowledge: isaac.knowledge(isaac.start(setup), 0),
  level: 'beginner',
  seed: 'bots',
} as const;

/** A pool whose threads run this text. */
function poolOf(text: string, limits: Partial<typeof DEFAULT_BOT_LIMITS>): BotPool {
  const file = join(folder, `thread-${pools.length}.mjs`);
  writeFileSync(file, `import { parentPort } from 'node:worker_threads';\n${text}`);
  const pool = new BotPool({ ...DEFAULT_BOT_LIMITS, ...limits }, pathToFileURL(file));
  pools.push(pool);
  return pool;
}

test('a bot answers again and again, and equally to equal questions', async () => {
  const pool = new BotPool(DEFAULT_BOT_LIMITS);
  pools.push(pool);
  const moves = [await pool.choose(request), await pool.choose(request), await pool.choose(request)];
  expect(new Set(moves).size).toBe(1);
  expect(isaac.parseMove(moves[0] ?? '')).not.toBeNull();
});

test('what cannot be answered is refused, and the thread goes on', async () => {
  const pool = new BotPool(DEFAULT_BOT_LIMITS);
  pools.push(pool);
  await expect(pool.choose({ ...request, game: 'chess' })).rejects.toThrow('unknown game chess');
  expect(isaac.parseMove(await pool.choose(request))).not.toBeNull();
});

test('a thread that never comes to an end is ended, and the next question gets a new one', async () => {
  const hangs = `parentPort.on('message', ({ seed }) => { if (seed === 'hang') for (;;); parentPort.postMessage({ move: seed }); });`;
  const pool = poolOf(hangs, { timeMs: 500 });
  await expect(pool.choose({ ...request, seed: 'hang' })).rejects.toThrow('no move within 500 ms');
  expect(await pool.choose({ ...request, seed: 'fine' })).toBe('fine');
});

test('a thread that takes too much memory is ended, and nobody else is', async () => {
  // As a search does it, node by node: see `memoryMb`.
  const grows = `
    const grow = (depth) => ({ visits: 0, children: depth === 0 ? [] : [grow(depth - 1), grow(depth - 1)] });
    parentPort.on('message', ({ seed }) => {
      const all = [];
      while (seed === 'grow') all.push(grow(8));
      parentPort.postMessage({ move: seed });
    });`;
  const pool = poolOf(grows, { memoryMb: 32 });
  await expect(pool.choose({ ...request, seed: 'grow' })).rejects.toThrow(/memory/);
  expect(await pool.choose({ ...request, seed: 'fine' })).toBe('fine');
  rmSync(folder, { recursive: true });
});
