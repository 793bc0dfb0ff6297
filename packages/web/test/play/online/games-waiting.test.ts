import type { MyTable } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { gamesWaiting } from '../../../src/play/online/games-waiting.ts';

const table = (id: string, more: Partial<MyTable>): MyTable => ({
  id,
  phase: 'playing',
  at: 0,
  game: 'isaac',
  options: {},
  clock: { system: 'none' },
  chairs: [],
  host: 0,
  hostHere: false,
  you: 0,
  invited: null,
  turn: true,
  yourTurn: true,
  plies: 0,
  until: null,
  ...more,
});

test('the next game is the one whose clock runs out first; games without a clock come last, the oldest first', () => {
  const own = [
    table('old', { at: 1 }),
    table('shown', { until: 1 }),
    table('theirs', { turn: false, until: 1 }),
    table('late', { until: 30 }),
    table('oldest', { at: 0 }),
    table('soon', { until: 20 }),
  ];
  expect(gamesWaiting(own, 'shown').map(({ id }) => id)).toEqual(['soon', 'late', 'oldest', 'old']);
});
