import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { runHere, tablier } from './tablier.ts';

describe('tablier match', () => {
  const play = (a: string, b: string, seed: string) =>
    runHere(['match', 'isaac', '--a', a, '--b', b, '--games', '4', '--seed', seed]);

  test('ends with the score as JSON, and is silent on stderr in a pipe', async () => {
    const { code, lines, stderr } = await play('medium', 'beginner', '1');
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    const { games: played, a, b, draws } = JSON.parse(lines[0] ?? '') as Record<string, number>;
    expect(played).toBe(4);
    expect((a ?? 0) + (b ?? 0) + (draws ?? 0)).toBe(4);
    expect(stderr).toBe('');
  });

  test('the same bots with the same seed score the same, and exchange scores when they exchange names', async () => {
    const [first, again] = [await play('beginner', '1', 'x'), await play('1', 'beginner', 'x')];
    expect(again.stdout).toBe(first.stdout);
    const strong = JSON.parse((await play('6', 'beginner', 'y')).stdout) as Record<string, number>;
    const weak = JSON.parse((await play('beginner', '6', 'y')).stdout) as Record<string, number>;
    expect(strong['a']).toBeGreaterThan(strong['b'] ?? 4);
    expect(weak['b']).toBeGreaterThan(weak['a'] ?? 4);
  });
});

describe('tablier bench', () => {
  test('measures every game, one JSON line each', async () => {
    const { code, lines } = await tablier(['bench', '--ms', '5', '--repeats', '1']);
    expect(code).toBe(0);
    const measured = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(measured.map(({ game }) => game)).toEqual(games.map(({ id }) => id));
    for (const line of measured) {
      expect([typeof line['cores'], typeof line['cpu'], line['node']]).toEqual(['number', 'string', process.version]);
      for (const figure of ['playoutsPerSecond', 'perftNodesPerSecond', 'searchNodesPerSecond', 'depthInASecond']) {
        expect(line[figure]).toBeGreaterThan(0);
      }
      // The built program does not know its sources; see `time-shares.test.ts`.
      expect(line).toHaveProperty('timeShares');
    }
  });
});
