import type { GameRecord } from '@tablier/core';
import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

const LISTED = { isListed: true };

/** The archive: what is stored of a game, and what a list shows of it. */
export function checkArchive(stores: OpenStores): void {
  checkKept(stores);
  checkRecent(stores);
  checkLookups(stores);
}

function checkKept(stores: OpenStores): void {
  test('an archived game is found unchanged, without undeclared fields', async () => {
    const given = { ...gameOf(1), deal: 'žluťoučký 🎲 \ud800 \0', peeks: [{ after: 1, seat: 0, peek: 'a1' }] };
    const note = { text: 'x'.repeat(1000), list: [1.5, null, true] };
    const end = { ...gameOf(1).end, by: 'rules', scores: [1, 0], places: [1, 2], junk: 'x' } as const;
    const id = await stores.store.keep({ ...given, end, note } as GameRecord);
    expect(await stores.store.find(id)).toEqual({ id, keptAt: expect.any(Number) as number, record: given });
    expect(await stores.store.keep(given), 'what was left out names no other game').toBe(id);
  });

  test('an id needs no escaping in an address', async () => {
    for (let index = 0; index < 50; index++) expect(await stores.store.keep(gameOf(index))).toMatch(/^[\w-]{16,64}$/);
  });

  test('a record that is sent again is stored once', async () => {
    const { moves, ...rest } = gameOf(7);
    const id = await stores.store.keep({ moves, ...rest }, LISTED);
    expect(await stores.store.keep({ ...rest, moves: [...moves] }, LISTED)).toBe(id);
    expect(await stores.store.recent(10)).toHaveLength(1);
  });

  test('a record that is sent many times at once is stored once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => stores.store.keep(gameOf(7), LISTED)));
    expect(new Set(ids).size).toBe(1);
    expect(await stores.store.recent(100)).toHaveLength(1);
  });

  test('records that differ anywhere are different games', async () => {
    const records = [gameOf(1), gameOf(2), { ...gameOf(1), deal: 'x' }, { ...gameOf(1), counts: [3, 2, 2] }];
    const ids = await Promise.all(records.map((record) => stores.store.keep(record)));
    expect(new Set(ids).size).toBe(records.length);
  });
}

function checkRecent(stores: OpenStores): void {
  test('recent games are newest first, at most as many as requested', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(await stores.store.keep(gameOf(index), LISTED));
    expect((await stores.store.recent(10)).map((game) => game.id)).toEqual(ids);
    expect((await stores.store.recent(2)).map((game) => game.id)).toEqual(ids.slice(0, 2));
    expect(await stores.store.recent(0)).toEqual([]);
    expect((await stores.store.recent(2, ids[1])).map((game) => game.id)).toEqual(ids.slice(2, 4));
    expect(await stores.store.recent(2, ids[4])).toEqual([]);
    for (const before of ['nothing', '', "' or 1=1 --", '\0']) expect(await stores.store.recent(2, before)).toEqual([]);
  });

  test('a game is only listed if that is requested, then or later', async () => {
    const id = await stores.store.keep(gameOf(1));
    expect(await stores.store.recent(10)).toEqual([]);
    await stores.store.keep(gameOf(1), LISTED);
    expect((await stores.store.recent(10)).map((game) => game.id)).toEqual([id]);
    await stores.store.keep(gameOf(1));
    expect(await stores.store.recent(10), 'and stays so').toHaveLength(1);
  });

  test('a list stays small, whatever the games contain', async () => {
    const scores = Array.from({ length: 1000 }, () => 1234);
    const id = await stores.store.keep({ ...gameOf(1), end: { by: 'rules', scores, places: scores } }, LISTED);
    expect((await stores.store.find(id))?.record.end?.scores).toEqual(scores);
    expect(await stores.store.recent(10)).toEqual([]);
  });

  test('a list contains neither deals nor moves, and no running game', async () => {
    const { end: _, ...running } = gameOf(1);
    const id = await stores.store.keep({ ...running, deal: 'secret' }, LISTED);
    expect((await stores.store.find(id))?.record.deal).toBe('secret');
    expect(await stores.store.recent(10)).toEqual([]);

    const ended = await stores.store.keep({ ...gameOf(2), deal: 'secret' }, LISTED);
    const { game, players, options, end } = gameOf(2);
    const keptAt = expect.any(Number) as number;
    expect(await stores.store.recent(10)).toEqual([{ id: ended, keptAt, game, players, options, plies: 3, end }]);
  });
}

function checkLookups(stores: OpenStores): void {
  test('an unknown id finds nothing', async () => {
    await stores.store.keep(gameOf(1));
    for (const id of ['', ' ', 'nothing', "' or 1=1 --", '%', '\0', 'é'.repeat(1000), '../tablier.db', '__proto__']) {
      expect(await stores.store.find(id)).toBeUndefined();
    }
  });

  test('a removed game is not found, and is not stored again', async () => {
    const [id, other] = [await stores.store.keep(gameOf(1), LISTED), await stores.store.keep(gameOf(2), LISTED)];
    expect(await stores.store.forgetGame(id)).toBe(true);
    expect(await stores.store.forgetGame(id)).toBe(false);
    expect(await stores.store.keep(gameOf(1), LISTED)).toBe(id);
    expect(await stores.store.find(id)).toBeUndefined();
    expect((await stores.store.recent(10)).map((game) => game.id)).toEqual([other]);
    for (const nothing of ['', 'nothing', "' or 1=1 --", '\0']) {
      expect(await stores.store.forgetGame(nothing)).toBe(false);
    }
  });

  test('archived games are found after a restart, in the same order', async () => {
    const first = await stores.store.keep(gameOf(1), LISTED);
    await stores.reopen();
    const second = await stores.store.keep(gameOf(2), LISTED);
    expect((await stores.store.find(first))?.record).toEqual(gameOf(1));
    expect((await stores.store.recent(10)).map((game) => game.id)).toEqual([second, first]);
  });

  test('what one store archives, another one on the same database finds at once', async () => {
    const other = await stores.openAnother();
    expect((await other.find(await stores.store.keep(gameOf(1))))?.record).toEqual(gameOf(1));
    expect((await stores.store.find(await other.keep(gameOf(2))))?.record).toEqual(gameOf(2));
  });

  test('nothing is lost when two stores archive at once', async () => {
    const other = await stores.openAnother();
    const games = Array.from({ length: 40 }, (_, index) => gameOf(index));
    await Promise.all(games.map((game, index) => (index % 2 === 0 ? stores.store : other).keep(game, LISTED)));
    expect(await stores.store.recent(100)).toHaveLength(40);
  });

  test('a long game is read back complete', async () => {
    const long = { ...gameOf(1), moves: Array.from({ length: 20_000 }, (_, ply) => `move ${ply}`) };
    expect((await stores.store.find(await stores.store.keep(long)))?.record.moves).toEqual(long.moves);
  });
}

/** A record of no real game, different for every number: stores know no rules. */
function gameOf(number: number): GameRecord {
  return {
    format: 1,
    game: 'checkers',
    rules: 1,
    options: { size: 8, flying: 'no' },
    players: 2,
    deal: null,
    moves: ['a1', 'b2', `c${number}`],
    counts: [3, 2, 1],
    end: { by: 'rules', scores: [number, 0], places: [1, 2] },
  };
}
