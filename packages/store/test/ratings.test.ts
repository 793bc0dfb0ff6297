import { addMember, mustOpen } from '@tablier/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { type LeaderPage, type RatedResult, type Store, type StorePlace } from '../src/index.ts';
import { RatingRepository } from '../src/ratings/ratings.ts';
import { KINDS, makePlace, withDatabase } from './places.ts';
import { plansOf, readOnly } from './plans.ts';

const AT = 1_800_000_000_000;
const DAY = 24 * 3_600_000;
const PEOPLE = ['ada', 'bob', 'eve', 'joe', 'kim', 'lea'];
const ISAAC = { game: 'isaac', pace: 'quick' };

const open: Store[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function opened(place: StorePlace): Promise<Store> {
  const store = await mustOpen(place);
  open.push(store);
  return store;
}

/** Six accounts with usernames. */
async function withPeople(place: StorePlace): Promise<Store> {
  const store = await opened(place);
  for (const id of PEOPLE) await addMember(store, id, { at: AT, name: id.toUpperCase() });
  return store;
}

const result = (match: string, accounts: readonly string[], more: Partial<RatedResult> = {}): RatedResult => ({
  ...ISAAC,
  match,
  at: AT,
  record: `record-${match}`,
  seats: accounts.map((account, seat) => ({ account, side: seat, place: seat + 1 })),
  ...more,
});

/** All rows that a rebuild could change. */
const rows = (place: StorePlace) =>
  withDatabase(place, async (database) => ({
    ratings: await database.selectFrom('rating').selectAll().orderBy('account').orderBy('pace').execute(),
    changes: await database.selectFrom('rating_change').selectAll().orderBy('seq').orderBy('seat').execute(),
    matches: await database.selectFrom('rated_match').selectAll().orderBy('seq').execute(),
  }));

/** Many results in a fixed order, of two to four players, with draws and teams. */
const RESULTS: readonly RatedResult[] = Array.from({ length: 28 }, (_, index) => {
  const players = [2, 2, 3, 4][index % 4] ?? 2;
  const accounts = Array.from(
    { length: players },
    (__, seat) => PEOPLE[(index * 5 + seat * (1 + (index % 2))) % 6] ?? '',
  );
  const unique = [...new Set(accounts)];
  const isTeam = unique.length === 4;
  const isDraw = index % 7 === 0;
  const placeOf = (seat: number): number => (isDraw ? 1 : isTeam ? 1 + (seat % 2) : seat + 1);
  const seats = unique.map((account, seat) => ({ account, side: isTeam ? seat % 2 : seat, place: placeOf(seat) }));
  return result(`m${index}`, [], { at: AT + index * DAY, pace: index % 3 === 0 ? 'calm' : 'quick', seats });
});

describe.each(KINDS)('%s', (kind) => {
  test('a match is rated once, and changes the ratings of its players only', async () => {
    const store = await withPeople(await makePlace(kind));
    const match = result('m1', ['ada', 'bob']);
    expect(await store.ratings.record(match)).toBe('rated');
    expect(await store.ratings.record({ ...match, at: AT + DAY })).toBe('known');
    const [ada] = await store.ratings.of('ada');
    expect(ada).toMatchObject({ ...ISAAC, games: 1, wins: 1, draws: 0, updatedAt: AT, settledUntil: 0 });
    // Both new: Glicko-2 gives these values for any first game between two new players.
    expect(ada?.rating).toBeCloseTo(1662.21, 2);
    expect(ada?.deviation).toBeCloseTo(290.23, 2);
    expect((await store.ratings.of('bob'))[0]?.rating).toBeCloseTo(1337.79, 2);
    expect(await store.ratings.of('eve')).toEqual([]);
    expect(await store.ratings.isRated('m1')).toBe(true);
    expect(await store.ratings.changesOf('m2')).toBeNull();
  });

  test('concurrent finishes are each rated once, in one order, and a rebuild finds the same', async () => {
    const place = await makePlace(kind);
    const store = await withPeople(place);
    const second = await opened(place);
    // Each store records its matches one after the other, so the second begins at the other end.
    const fates = await Promise.all([
      ...RESULTS.map((each) => store.ratings.record(each)),
      ...RESULTS.toReversed().map((each) => second.ratings.record(each)),
    ]);
    expect(fates.filter((fate) => fate === 'rated')).toHaveLength(RESULTS.length);
    expect(fates.filter((fate) => fate === 'known')).toHaveLength(RESULTS.length);
    const stored = await rows(place);
    expect(stored.matches.map(({ seq }) => seq)).toEqual(RESULTS.map((_, index) => index + 1));
    const report = { matches: RESULTS.length, ratings: stored.ratings.length };
    expect(await store.ratings.rebuild()).toEqual({ ...report, corrected: 0 });
    expect(await rows(place)).toEqual(stored);
  });

  test('a rebuild restores damaged, lost and surplus ratings, also after an account was erased', async () => {
    const place = await makePlace(kind);
    const store = await withPeople(place);
    for (const each of RESULTS) await store.ratings.record(each);
    await store.accounts.beginDeletion('eve');
    await store.accounts.erase('eve');
    const stored = await rows(place);
    expect(stored.ratings.map(({ account }) => account)).not.toContain('eve');
    expect(stored.changes.filter(({ account }) => account === null).length).toBeGreaterThan(5);
    expect(await store.ratings.rebuild()).toMatchObject({ corrected: 0 });
    await withDatabase(place, async (database) => {
      await database.updateTable('rating').set({ rating: 2900 }).where('account', '=', 'ada').execute();
      await database.deleteFrom('rating').where('account', '=', 'bob').execute();
      await database.updateTable('rating_change').set({ rating: 1 }).where('seq', '=', 9).execute();
      const { rating: _, ...surplus } = stored.ratings[0] ?? { rating: 0 };
      const row = { ...surplus, account: 'kim', game: 'masker', rating: 1 };
      await database
        .insertInto('rating')
        .values(row as never)
        .execute();
    });
    expect((await store.ratings.rebuild()).corrected).toBeGreaterThan(4);
    expect(await rows(place)).toEqual(stored);
    expect(await store.ratings.rebuild()).toMatchObject({ corrected: 0 });
  });

  test('an account that is gone is rated as a new player, and its opponent keeps the result', async () => {
    const store = await withPeople(await makePlace(kind));
    expect(await store.ratings.record(result('m1', ['ada', 'no-one']))).toBe('rated');
    const [own, gone] = (await store.ratings.changesOf('m1')) ?? [];
    expect(own?.after.rating).toBeCloseTo(1662.21, 2);
    expect(gone?.account).toBeNull();
    expect(await store.ratings.rebuild()).toMatchObject({ matches: 1, ratings: 1, corrected: 0 });
  });

  test('the leaderboard shows settled ratings of accounts that show them, best first', async () => {
    const store = await withPeople(await makePlace(kind));
    const at = (index: number) => ({ at: AT + index });
    // Every player wins sometimes, and the first of the list most often.
    const orders = [
      ['ada', 'bob', 'eve'],
      ['ada', 'eve', 'bob'],
      ['bob', 'ada', 'eve'],
    ] as const;
    for (let index = 0; index < 30; index++)
      await store.ratings.record(result(`m${index}`, orders[index % 3] ?? [], at(index)));
    await store.ratings.record(result('last', ['joe', 'kim'], at(31)));
    const board = async (now: number, page: Partial<LeaderPage> = {}) =>
      (await store.ratings.leaders(ISAAC, { now, limit: 10, ...page })).map(({ username }) => username);
    expect(await board(AT + 99)).toEqual(['ada', 'bob', 'eve']);
    const [first] = await store.ratings.leaders(ISAAC, { now: AT + 99, limit: 1 });
    const afterFirst = { rating: first?.rating ?? 0, ties: 1 };
    expect(await board(AT + 99, { after: afterFirst, limit: 1 })).toEqual(['bob']);
    expect(await board(AT + 99, { after: { ...afterFirst, ties: 0 } })).toEqual(['ada', 'bob', 'eve']);
    expect(await store.ratings.leaders({ ...ISAAC, pace: 'calm' }, { now: AT, limit: 9 })).toEqual([]);
    await store.ratings.saveProfile('bob', { ratings: false, games: true });
    expect(await board(AT + 99)).toEqual(['ada', 'eve']);
    expect(await store.ratings.shownOf('bob', ISAAC)).toBeNull();
    expect(await store.ratings.shownOf('ada', ISAAC)).toMatchObject({ games: 30, wins: 20 });
    // Without games, deviations grow until every rating is provisional.
    expect(await board(AT + 3000 * DAY)).toEqual([]);
    await store.accounts.beginDeletion('ada');
    expect(await board(AT + 99)).toEqual(['eve']);
  });

  test('a profile finds games, graph and results, and names only opponents who show their games', async () => {
    const store = await withPeople(await makePlace(kind));
    for (const each of RESULTS) await store.ratings.record(each);
    await store.ratings.saveProfile('bob', { ratings: true, games: false });
    const games = await store.ratings.games('ada', 100);
    const own = RESULTS.filter(({ seats }) => seats.some(({ account }) => account === 'ada'));
    expect(games.map(({ record }) => record)).toEqual(own.map(({ record }) => record).toReversed());
    const names = new Set(games.flatMap(({ seats }) => seats.map(({ name }) => name)));
    expect(names).toContain(null);
    expect(names).not.toContain('BOB');
    expect(await store.ratings.games('ada', 2, games[1]?.seq)).toEqual(games.slice(2, 4));
    const graph = await store.ratings.graph('ada', ISAAC, 2);
    expect(graph).toHaveLength(2);
    expect(graph.at(-1)?.rating).toBe((await store.ratings.of('ada')).find(({ pace }) => pace === 'quick')?.rating);
    const [one, other] = [
      await store.ratings.headToHead('ada', 'kim', 99),
      await store.ratings.headToHead('kim', 'ada', 99),
    ];
    expect([one.wins, one.draws, one.losses]).toEqual([other.losses, other.draws, other.wins]);
    expect(one.wins + one.draws + one.losses).toBeGreaterThan(1);
    expect(await store.ratings.byUsername('bob')).toEqual({
      account: 'bob',
      name: 'BOB',
      username: 'bob',
      shows: { ratings: true, games: false },
    });
    expect([await store.ratings.byUsername('zoe'), await store.ratings.byUsername('a\0')]).toEqual([null, null]);
    await store.ratings.saveProfile('no-one', { ratings: true, games: true });
  });

  test('every list uses an index', async () => {
    const place = await makePlace(kind);
    const store = await withPeople(place);
    await store.ratings.record(result('m1', ['ada', 'bob']));
    const plans = await plansOf(kind, place, async (database) => {
      const reads = new RatingRepository(readOnly(database));
      await reads.leaders(ISAAC, { now: AT, limit: 20 });
      await reads.leaders(ISAAC, { now: AT, limit: 20, after: { rating: 1500, ties: 2 } });
      await reads.shownOf('ada', ISAAC);
      await reads.of('ada');
      await reads.graph('ada', ISAAC, 20);
      await reads.games('ada', 20);
      await reads.headToHead('ada', 'bob', 20);
      await reads.changesOf('m1');
      await reads.byUsername('ada');
    });
    for (const plan of plans) {
      expect(plan).toMatch(/index|primary key/i);
      expect(plan).not.toMatch(/seq scan|^scan (?!.*using)/im);
    }
    for (const plan of plans.slice(0, 2)) expect(plan).toContain('rating_settled');
  });
});
