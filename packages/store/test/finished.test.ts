import { addMember, mustOpen } from '@tablier/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import type { FinishedFilter, FinishedGame, FinishedPlace, Store, StorePlace, Unrecorded } from '../src/index.ts';
import { FinishedGames } from '../src/finished/finished-games.ts';
import { KINDS, makePlace } from './places.ts';
import { plansOf, readOnly } from './plans.ts';

const AT = 1_800_000_000_000;
const PEOPLE = ['ada', 'bob', 'eve'] as const;
const RESULTS = ['won', 'lost', 'drawn'] as const;

const open: Store[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

async function withPeople(place: StorePlace): Promise<Store> {
  const store = await mustOpen(place);
  open.push(store);
  for (const id of PEOPLE) await addMember(store, id, { at: AT, name: id.toUpperCase() });
  return store;
}

const person = (account: string, result: (typeof RESULTS)[number]) =>
  ({ account, bot: null, place: result === 'lost' ? 2 : 1, score: 7, result }) as const;

/** Game number `index`: Ada against Bob, Eve or a bot. */
function game(index: number, more: Partial<FinishedGame> = {}): FinishedGame {
  const result = RESULTS[index % 3] ?? 'won';
  const other = result === 'won' ? 'lost' : result === 'lost' ? 'won' : 'drawn';
  return {
    match: `m${index}`,
    game: index % 2 === 0 ? 'isaac' : 'nasca',
    pace: index % 5 === 0 ? 'calm' : 'quick',
    clock: '5+3',
    endedAt: AT + Math.floor(index / 2),
    tookMs: 1000 * index,
    plies: index,
    endedBy: 'rules',
    record: `record-${index}`,
    isListed: index % 7 !== 0,
    isCounted: true,
    opening: ['a1', `b${index % 4}`, 'c', 'd', 'never stored'],
    seats: [
      person('ada', result),
      index % 4 === 3
        ? { ...person('', other), account: null, bot: 4 }
        : person(index % 4 === 1 ? 'eve' : 'bob', other),
    ],
    ...more,
  };
}

const GAMES = Array.from({ length: 60 }, (_, index) => game(index));
const newestFirst = (games: readonly FinishedGame[]): string[] => games.map(({ record }) => record).toReversed();

/** All pages of a search. */
async function recordsOf(store: Store, filter: Omit<FinishedFilter, 'limit' | 'before'>, limit = 7): Promise<string[]> {
  const found: string[] = [];
  let before: FinishedPlace | null | undefined;
  while (before !== null) {
    const page = await store.finished.search({ ...filter, limit, ...(before && { before }) });
    found.push(...page.games.map(({ record }) => record));
    before = page.next;
  }
  return found;
}

describe.each(KINDS)('%s', (kind) => {
  test('a game is recorded once and found with its seats', async () => {
    const store = await withPeople(await makePlace(kind));
    expect(await store.finished.record(game(3))).toBe('recorded');
    expect(await store.finished.record({ ...game(3), plies: 99 })).toBe('known');
    expect(await Promise.all([game(3).match, game(4).match, "'"].map((match) => store.finished.has(match)))).toEqual([
      true,
      false,
      false,
    ]);
    const { games, next } = await store.finished.search({ limit: 10 });
    expect(next).toBeNull();
    const { match: _, isListed: __, isCounted: ___, opening: ____, seats: _____, ...stored } = game(3);
    expect(games).toEqual([
      {
        ...stored,
        seq: 1,
        seat: null,
        seats: [
          { bot: null, place: 1, score: 7, result: 'won', name: 'ADA', username: 'ada' },
          { bot: 4, place: 2, score: 7, result: 'lost', name: null, username: null },
        ],
      },
    ]);
    expect(await store.finished.tally('nasca')).toEqual({
      games: 1,
      firstWins: 1,
      draws: 0,
      medianMs: 3000,
      medianPlies: 3,
    });
    await expect(store.finished.record({ ...game(1), match: 'not an id' })).rejects.toThrow(RangeError);
  });

  test('every condition of a search holds, in pages, newest first', async () => {
    const place = await makePlace(kind);
    const store = await withPeople(place);
    for (const each of GAMES) await store.finished.record(each);
    const listed = GAMES.filter(({ isListed }) => isListed);
    const ada = { account: 'ada', isOwn: false };
    const expectFound = async (
      filter: Omit<FinishedFilter, 'limit' | 'before'>,
      meets: (game: FinishedGame, index: number) => boolean,
      among = listed,
    ) =>
      expect(await recordsOf(store, filter)).toEqual(
        newestFirst(among.filter((each) => meets(each, GAMES.indexOf(each)))),
      );
    await expectFound({}, () => true);
    await expectFound({ game: 'isaac' }, (each) => each.game === 'isaac');
    await expectFound({ game: 'isaac', pace: 'calm' }, (each) => each.game === 'isaac' && each.pace === 'calm');
    await expectFound({ pace: 'calm' }, (each) => each.pace === 'calm');
    await expectFound({ result: 'drawn' }, (_, index) => index % 3 === 2);
    await expectFound({ from: AT + 5, until: AT + 9 }, (each) => each.endedAt >= AT + 5 && each.endedAt < AT + 9);
    await expectFound(
      { game: 'isaac', opening: ['a1', 'b2'] },
      (each, index) => each.game === 'isaac' && index % 4 === 2,
    );
    await expectFound({ player: ada }, () => true);
    await expectFound({ player: { ...ada, isOwn: true } }, () => true, GAMES);
    await expectFound({ player: { ...ada, isOwn: true }, game: 'nasca' }, (each) => each.game === 'nasca', GAMES);
    await expectFound({ player: ada, opponent: 'eve' }, (_, index) => index % 4 === 1);
    await expectFound({ player: ada, opening: ['a1', 'b1'] }, (_, index) => index % 4 === 1);
    await expectFound(
      { player: { account: 'bob', isOwn: false }, result: 'won', game: 'isaac' },
      (each, index) => each.game === 'isaac' && index % 4 !== 1 && index % 4 !== 3 && index % 3 === 1,
    );
    await expectFound({ player: ada, opponent: 'ada' }, () => false);
    const tally = await store.finished.tally('isaac');
    expect([tally.games, tally.firstWins, tally.draws]).toEqual([30, 10, 10]);
    expect([tally.medianPlies, tally.medianMs]).toEqual([28, 28_000]);
  });

  test('a search that meets few games goes on after its share of the index', async () => {
    const store = await withPeople(await makePlace(kind));
    const games = Array.from({ length: 1010 }, (_, index) =>
      game(index, { game: 'isaac', isListed: true, pace: index === 3 ? 'calm' : 'quick' }),
    );
    while (games.length > 0) await Promise.all(games.splice(0, 50).map((each) => store.finished.record(each)));
    const filter = { player: { account: 'ada', isOwn: false }, pace: 'calm', limit: 10 };
    const first = await store.finished.search(filter);
    expect(first.games).toEqual([]);
    if (first.next === null) throw new Error('the search ended early');
    const second = await store.finished.search({ ...filter, before: first.next });
    expect([second.games.map(({ record }) => record), second.next]).toEqual([['record-3'], null]);
  });

  test('finished streams without a recorded game are found, newest first, each once', async () => {
    const store = await withPeople(await makePlace(kind));
    for (let index = 0; index < 30; index++) {
      const status = index % 5 === 4 ? 'running' : 'over';
      await store.createStream(`m${index}`, null, { status, summary: null });
      if (index % 3 === 0) await store.finished.record(game(index));
    }
    const [pages, found]: [number[], string[]] = [[], []];
    let next: Unrecorded['next'] | undefined;
    while (next !== null) {
      const page = await store.finished.unrecorded(7, next);
      pages.push(page.matches.length);
      found.push(...page.matches);
      next = page.next;
    }
    const lacking = GAMES.slice(0, 30).filter((_, index) => index % 3 !== 0 && index % 5 !== 4);
    expect(found.toSorted()).toEqual(lacking.map(({ match }) => match).toSorted());
    expect(pages).toHaveLength(4);
  });

  test('names follow accounts: hidden, given to another account, erased; a forgotten record is gone', async () => {
    const store = await withPeople(await makePlace(kind));
    for (const each of GAMES.slice(0, 4)) await store.finished.record(each);
    const names = async () =>
      (await store.finished.search({ player: { account: 'ada', isOwn: true }, limit: 10 })).games.map(({ seats }) =>
        seats.map(({ name }) => name).join('-'),
      );
    expect(await names()).toEqual(['ADA-', 'ADA-BOB', 'ADA-EVE', 'ADA-BOB']);
    await store.ratings.saveProfile('bob', { ratings: true, games: false });
    expect(await names()).toEqual(['ADA-', 'ADA-', 'ADA-EVE', 'ADA-']);
    await store.finished.give('eve', 'ada');
    expect(await names(), 'Ada played there herself').toContain('ADA-EVE');
    await store.finished.give('eve', 'bob');
    expect(await names()).not.toContain('ADA-EVE');
    await store.ratings.saveProfile('bob', { ratings: true, games: true });
    await store.accounts.beginDeletion('bob');
    await store.accounts.erase('bob');
    expect(await names()).toEqual(['ADA-', 'ADA-', 'ADA-', 'ADA-']);
    await store.finished.forget('record-2');
    expect(await recordsOf(store, {})).toEqual(['record-3', 'record-1']);
    expect(await recordsOf(store, { game: 'isaac', opening: ['a1'] })).toEqual([]);
  });

  test('running streams are counted by game', async () => {
    const store = await withPeople(await makePlace(kind));
    const running = { status: 'running', summary: null, game: 'isaac' } as const;
    await store.createStream('a', null, running);
    await store.createStream('b', null, { ...running, status: 'open' });
    await store.append('b', 0, [{ at: 1, kind: 'began', data: null }], { listing: running });
    await store.createStream('c', null, { status: 'running', summary: null });
    expect(await store.running()).toEqual(new Map([['isaac', 2]]));
    await store.append('a', 0, [{ at: 1, kind: 'ended', data: null }], { listing: { ...running, status: 'over' } });
    expect(await store.running()).toEqual(new Map([['isaac', 1]]));
  });

  test('every search and every figure uses an index, without a sort', async () => {
    const place = await makePlace(kind);
    const store = await withPeople(place);
    for (const each of GAMES) await store.finished.record(each);
    const player = { account: 'ada', isOwn: true };
    const filters: readonly Omit<FinishedFilter, 'limit'>[] = [
      {},
      { result: 'won' },
      { pace: 'calm', from: AT, until: AT + 9 },
      { game: 'isaac' },
      { game: 'isaac', pace: 'quick', from: AT },
      { game: 'isaac', opening: ['a1', 'b2'], before: { endedAt: AT + 20, seq: 40 } },
      { player },
      { player, game: 'isaac', opponent: 'bob', result: 'won', pace: 'quick', opening: ['a1'] },
    ];
    const plans = await plansOf(kind, place, async (database) => {
      const reads = new FinishedGames(readOnly(database));
      for (const filter of filters) await reads.search({ ...filter, limit: 20 });
      await reads.tally('isaac');
      await reads.unrecorded(20);
      await reads.unrecorded(20, { at: AT, id: 'm9' });
      await reads.progress();
    });
    expect(plans.length).toBeGreaterThan(20);
    for (const plan of plans) {
      expect(plan).toMatch(/index|primary key/i);
      expect(plan).not.toMatch(/seq scan|^scan (?!(?:.*using|found))/im);
      expect(plan).not.toMatch(/sort|temp b-tree/i);
      // Each game of a search is found by its number or in the order of an index, never among all of an account.
      expect(plan).not.toMatch(/\(account=\?\)$/im);
    }
  });
});
