import { expect, test, vi } from 'vitest';
import { nodes } from '../../../prove/nodes/index.ts';

/** Servers and a database: only a hang reaches this limit. */
vi.setConfig({ testTimeout: 900_000 });

test('two nodes pass every move on, with PostgreSQL and with a broker', async () => {
  const lines: string[] = [];
  const { ok, figures } = await nodes.run(
    { nodes: '2', idle: 0, players: 'apart', clocks: 1, tables: 4, seconds: 0.5, seed: 'test' },
    (line) => lines.push(line),
  );
  expect(ok, lines.join('\n')).toBe(true);
  const runs = figures['runs'] as readonly { way: string; notices: number }[];
  expect(runs.map(({ way }) => way)).toEqual(['postgres', 'broker']);
  for (const { notices } of runs) expect(notices).toBeGreaterThan(0);
});

test('a number of nodes that is none is refused', async () => {
  const { ok } = await nodes.run(
    { nodes: '2,many', idle: 0, players: 'apart', clocks: 1, tables: 8, seconds: 1, seed: 'test' },
    () => undefined,
  );
  expect(ok).toBe(false);
});
