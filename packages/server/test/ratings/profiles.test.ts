import { NEW_RATING, PROVISIONAL_DEVIATION, RATING_PERIOD } from '@tablier/match';
import type { AccountRating, RatedGame } from '@tablier/store';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  findProfile,
  gamesFor,
  isPace,
  personRatings,
  profileFor,
  publicUsername,
  ratingAt,
  shownRatingOf,
  withRating,
} from '../../src/ratings/profiles.ts';
import { addGuest, addMember, addRated, AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();
beforeAll(async () => {
  const { store } = home;
  for (const name of ['Ada', 'Bob', 'Newcomer']) await addMember(store, name);
  await addMember(store, 'Mail', 'mail@club.example');
  await addGuest(store, 'Guest');
  await addRated(store, 'one', ['ada', 'bob']);
  await addRated(store, 'two', ['bob', 'ada']);
  await addRated(store, 'three', ['ada', 'bob'], { isDrawn: true });
  await addRated(store, 'four', ['ada', 'bob'], { game: 'nasca' });
  await addRated(store, 'five', ['ada', 'mail'], { pace: 'calm' });
});

const shows = (account: string, ratings: boolean, games: boolean) =>
  home.store.ratings.saveProfile(account, { ratings, games });
const now = (): number => AT;
beforeEach(async () => {
  for (const id of ['ada', 'newcomer']) await shows(id, true, true);
});

describe('a rating', () => {
  test('is shown in whole points, and as provisional while its deviation is large', () => {
    expect(shownRatingOf({ rating: 1612.5, deviation: PROVISIONAL_DEVIATION })).toEqual({
      value: 1613,
      provisional: false,
    });
    const { provisional } = shownRatingOf({ rating: 0, deviation: PROVISIONAL_DEVIATION + 0.01 });
    expect(provisional).toBe(true);
  });

  test('has a deviation that grows with time, and never shrinks', () => {
    const stored = { rating: 1600, deviation: 60, volatility: 0.06, updatedAt: AT };
    expect(ratingAt(stored, AT)).toEqual({ rating: 1600, deviation: 60, volatility: 0.06 });
    expect(ratingAt(stored, AT - 1000 * RATING_PERIOD).deviation).toBe(60);
    const { deviation } = ratingAt(stored, AT + 4 * RATING_PERIOD);
    // 173.7178 points for one of the scale of Glicko-2, in which volatility is added for each period.
    expect(deviation).toBeCloseTo(Math.hypot(60, 2 * 0.06 * 173.7178), 3);
  });

  test('is that of a pace that exists', () => {
    expect([isPace('days'), isPace('blitz'), isPace('')]).toEqual([true, false, false]);
  });

  test('of an unknown pace is left out of a list', () => {
    const own: AccountRating = {
      ...NEW_RATING,
      ...{ game: 'isaac', pace: 'quick', games: 3, wins: 1, draws: 1, updatedAt: AT, settledUntil: 0 },
    };
    expect(personRatings([own, { ...own, pace: 'blitz' }], AT)).toStrictEqual([
      { game: 'isaac', pace: 'quick', games: 3, value: 1500, provisional: true },
    ]);
  });
});

describe('next to a name at a rated table', () => {
  const kind = { game: 'isaac', pace: 'quick' };
  const at = (person: Parameters<typeof withRating>[0]) => withRating(person, kind, { store: home.store, now });

  test('is the rating of a member, that of new players for a new one, and none for a guest', async () => {
    const ada = { id: 'ada', name: 'Ada', guest: false };
    expect(await at(ada)).toMatchObject({ ...ada, rating: { provisional: true } });
    const own = (await home.store.ratings.of('ada')).find(({ game, pace }) => `${game} ${pace}` === 'isaac quick');
    expect((await at(ada)).rating?.value).toBe(Math.round(own?.rating ?? 0));
    const newcomer = { id: 'newcomer', name: 'Newcomer', guest: false };
    expect(await at(newcomer)).toEqual({ ...newcomer, rating: { value: 1500, provisional: true } });
    for (const guest of [
      { id: 'guest', name: 'Guest', guest: true },
      { id: 'ada', name: 'Ada' },
    ])
      expect(await at(guest)).toEqual(guest);
  });

  test('is nothing if the person hides their ratings', async () => {
    for (const [id, name] of [
      ['ada', 'Ada'],
      ['newcomer', 'Newcomer'],
    ] as const) {
      const person = { id, name, guest: false };
      await shows(id, false, true);
      expect(await at(person)).toEqual(person);
      await shows(id, true, true);
      expect(await at(person)).toHaveProperty('rating');
    }
  });
});

describe('a profile', () => {
  test('is found by its name in any case, also before a rated game, whatever the person shows', async () => {
    const { store } = home;
    expect(await findProfile('ADA', store)).toMatchObject({ account: 'ada', name: 'Ada', username: 'ada' });
    expect(await findProfile('newcomer', store)).toMatchObject({ account: 'newcomer', name: 'Newcomer' });
    for (const name of ['no-one', 'guest', 'mail@club.example', '', '\u0000'])
      expect(await findProfile(name, store), name).toBeNull();
    await shows('ada', false, false);
    expect(await findProfile('ada', store)).toMatchObject({ shows: { ratings: false, games: false } });
  });

  test('shows ratings and results as its person allows, and results against the viewer', async () => {
    const profile = async (viewer: string | null) => {
      const found = await findProfile('ada', home.store);
      if (found === null) throw new Error('no profile');
      return profileFor(found, viewer, { store: home.store, now });
    };
    const whole = await profile('bob');
    expect(whole).toMatchObject({ name: 'Ada', username: 'ada', against: { wins: 1, draws: 1, losses: 2 } });
    expect(whole.ratings?.map(({ game, pace, games }) => `${game} ${pace} ${games}`).toSorted()).toEqual([
      'isaac calm 1',
      'isaac quick 3',
      'nasca quick 1',
    ]);
    // Two paces of one game are one line.
    expect(whole.games?.toSorted((left, right) => left.game.localeCompare(right.game))).toEqual([
      { game: 'isaac', wins: 2, draws: 1, losses: 1 },
      { game: 'nasca', wins: 1, draws: 0, losses: 0 },
    ]);
    for (const viewer of [null, 'ada']) expect((await profile(viewer)).against).toBeNull();
    await shows('ada', false, true);
    expect(Object.keys(await profile(null))).toEqual(['name', 'username', 'games', 'tournaments', 'against']);
    await shows('ada', true, false);
    expect(Object.keys(await profile(null))).toEqual(['name', 'username', 'ratings', 'against']);
  });

  test('lists games with the changes of those who show them, and without what may be an address', () => {
    const seat = {
      place: 1,
      before: 1500.4,
      after: 1512.6,
      name: 'Ada',
      username: 'ada',
      level: null,
      showsRating: true,
    };
    const game: RatedGame = { seq: 3, game: 'isaac', pace: 'quick', at: AT, record: 'r', seat: 1, seats: [seat] };
    const others = [
      { ...seat, place: 2, username: 'a@b.example', level: null, showsRating: false },
      { ...seat, place: 3, name: null, username: null, after: 1499.5 },
    ];
    expect(
      gamesFor([
        { ...game, seats: [seat, ...others] },
        { ...game, pace: 'blitz' },
      ]),
    ).toStrictEqual([
      {
        game: 'isaac',
        pace: 'quick',
        at: AT,
        id: 'r',
        seat: 1,
        seats: [
          { place: 1, change: 13, name: 'Ada', username: 'ada' },
          { place: 2, change: null, name: 'Ada', username: null },
          { place: 3, change: 0, name: null, username: null },
        ],
      },
    ]);
    expect([publicUsername('ada'), publicUsername('a@b')]).toEqual(['ada', null]);
  });
});
