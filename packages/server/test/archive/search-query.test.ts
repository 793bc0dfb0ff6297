import { beforeAll, expect, test } from 'vitest';
import type { SearchQuery } from '@tablier/protocol';
import { filterOf, formatPlace, parsePlace } from '../../src/archive/search.ts';
import { addGuest, addMember, storeOfFile } from '../a-store.ts';

const DAY = 86_400_000;
const home = storeOfFile();
beforeAll(async () => {
  for (const name of ['Ada', 'Bob', 'Shy']) await addMember(home.store, name);
  await addGuest(home.store, 'Guest');
  await home.store.ratings.saveProfile('shy', { ratings: true, games: false });
});

const filter = (query: SearchQuery, caller: string | null = null) => filterOf(query, { store: home.store, caller });
const found = async (query: SearchQuery, caller: string | null = null): Promise<unknown> => {
  const result = await filter(query, caller);
  return result.ok ? result.value : `wrong: ${result.error}`;
};

test('without conditions everything public is asked for, by anyone', async () => {
  expect(await found({})).toStrictEqual({});
  expect(await found({}, 'ada')).toStrictEqual({});
});

test('each condition becomes one of the filter', async () => {
  const query = { game: 'isaac', pace: 'quick', result: 'won', from: '2026-10-01', until: '2026-10-31' } as const;
  expect(await found({ ...query, opening: ' 00-02  01-03 ' })).toStrictEqual({
    game: 'isaac',
    pace: 'quick',
    result: 'won',
    from: Date.UTC(2026, 9, 1),
    // The last day belongs to it.
    until: Date.UTC(2026, 9, 31) + DAY,
    opening: ['00-02', '01-03'],
  });
});

test('a day that does not exist is named', async () => {
  expect(await found({ from: '2026-02-30' })).toBe('wrong: from');
  expect(await found({ until: '2026-13-01' })).toBe('wrong: until');
  expect(await found({ from: '2024-02-29' })).toEqual({ from: Date.UTC(2024, 1, 29) });
});

test('an opening needs a game, and has at most four moves', async () => {
  expect(await found({ opening: 'a' })).toBe('wrong: opening');
  expect(await found({ game: 'isaac', opening: 'a b c d e' })).toBe('wrong: opening');
  expect(await found({ game: 'isaac', opening: 'a b\0' }), 'no notation has this').toBe('wrong: opening');
  expect(await found({ game: 'isaac', opening: 'a b c d' })).toMatchObject({ opening: ['a', 'b', 'c', 'd'] });
});

test('own games include the private ones; those of a username do not', async () => {
  expect(await found({ mine: '1' }, 'ada')).toEqual({ player: { account: 'ada', isOwn: true } });
  expect(await found({ player: 'ADA' }, 'bob')).toEqual({ player: { account: 'ada', isOwn: false } });
  expect(await found({ mine: '1', opponent: 'bob' }, 'ada')).toEqual({
    player: { account: 'ada', isOwn: true },
    opponent: 'bob',
  });
  expect(await found({ player: 'ada', opponent: 'bob' })).toEqual({
    player: { account: 'ada', isOwn: false },
    opponent: 'bob',
  });
});

test('one player is asked for, and an opponent only with them', async () => {
  expect(await found({ mine: '1', player: 'ada' }, 'ada')).toBe('wrong: player');
  expect(await found({ opponent: 'bob' }, 'ada')).toBe('wrong: opponent');
});

test('who does not exist or shows no games is found as little as a game that does not exist', async () => {
  for (const player of ['no-one', 'guest', 'shy', '\u0000', ' '])
    for (const query of [{ player }, { mine: '1', opponent: player } as const])
      expect(await found(query, 'ada'), JSON.stringify(query)).toBeNull();
  expect(await found({ game: 'chess' })).toBeNull();
  expect(await found({ mine: '1' })).toBeNull();
});

test('a place in the results is read back as written', () => {
  const place = { endedAt: 1_700_000_000_000, seq: 17 };
  expect(formatPlace(place)).toBe('1700000000000.17');
  expect(parsePlace(formatPlace(place))).toEqual(place);
  expect(parsePlace('5')).toEqual({ endedAt: 5, seq: 0 });
});
