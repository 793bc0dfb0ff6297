import type { FoundGame } from '@tablier/store';
import { expect, test } from 'vitest';
import { foundGamesOf } from '../../src/archive/search.ts';

const seat = (username: string | null) =>
  ({ name: 'Ada', username, bot: null, place: 1, score: 7, result: 'won' }) as const;
const game: FoundGame = {
  seq: 17,
  record: 'record',
  game: 'isaac',
  pace: 'quick',
  clock: '5+3',
  endedAt: 5,
  endedBy: 'resign',
  tookMs: 3,
  plies: 2,
  seat: 0,
  seats: [seat('ada'), seat('ada@club.example'), seat(null)],
};

test('a game is shown with its address, and without a username that may be an address', () => {
  expect(foundGamesOf([game])).toStrictEqual([
    {
      game: 'isaac',
      clock: '5+3',
      tookMs: 3,
      plies: 2,
      seat: 0,
      id: 'record',
      at: 5,
      pace: 'quick',
      ended: 'resign',
      seats: [seat('ada'), seat(null), seat(null)],
    },
  ]);
});

test('a game of an unknown pace or ending is left out', () => {
  const games = [
    { ...game, pace: 'blitz' },
    { ...game, endedBy: 'boredom' },
    { ...game, record: 'other' },
  ];
  expect(foundGamesOf(games).map(({ id }) => id)).toEqual(['other']);
});
