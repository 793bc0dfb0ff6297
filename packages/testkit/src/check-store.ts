import type { GameRecord } from '@tablier/core';
import type { Store } from '@tablier/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** One database, empty when it is made. */
export interface StoreHome {
  /** Opens the database once more, beside those that are open. */
  open(): Promise<Store>;
  /** Removes it; every store on it has been closed. */
  remove(): Promise<void>;
}

/** The contract suite of a store: registers the tests that any database must pass behind the port. */
export function checkStore(name: string, makeHome: () => Promise<StoreHome>): void {
  describe(`${name} keeps the contract of a store`, () => {
    let home: StoreHome;
    let store: Store;
    let others: Store[] = [];

    const openAnother = async (): Promise<Store> => {
      const other = await home.open();
      others.push(other);
      return other;
    };

    beforeEach(async () => {
      home = await makeHome();
      store = await home.open();
      others = [];
    });

    afterEach(async () => {
      for (const each of [store, ...others]) await each.close();
      await home.remove();
    });

    test('a kept game is found as it was given, with the fields that nobody knows', async () => {
      const record = { ...gameOf(1), note: { text: 'žluťoučký 🎲 \ud800 \0', list: [1.5, null, true] } };
      const id = await store.keep(record);
      expect(await store.find(id)).toEqual({ id, keptAt: expect.any(Number) as number, record });
    });

    test('an id needs no escaping in an address', async () => {
      for (let index = 0; index < 50; index++) expect(await store.keep(gameOf(index))).toMatch(/^[\w-]{16,64}$/);
    });

    test('the same record sent again is the same game, kept once', async () => {
      const { moves, ...rest } = gameOf(7);
      const id = await store.keep({ moves, ...rest });
      expect(await store.keep({ ...rest, moves: [...moves] })).toBe(id);
      expect(await store.recent(10)).toHaveLength(1);
    });

    test('the same record sent many times at once is kept once', async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => store.keep(gameOf(7))));
      expect(new Set(ids).size).toBe(1);
      expect(await store.recent(100)).toHaveLength(1);
    });

    test('records that differ anywhere are different games', async () => {
      const records = [gameOf(1), gameOf(2), { ...gameOf(1), deal: 'x' }, { ...gameOf(1), note: '' }];
      const ids = await Promise.all(records.map((record) => store.keep(record)));
      expect(new Set(ids).size).toBe(records.length);
    });

    test.each(['', ' ', 'nothing', "' or 1=1 --", '%', '\0', 'é'.repeat(1000), '../tablier.db', '__proto__'])(
      'no game has the id %j',
      async (id) => {
        await store.keep(gameOf(1));
        expect(await store.find(id)).toBeUndefined();
      },
    );

    test('recent games come newest first, as many as asked for', async () => {
      const ids: string[] = [];
      for (let index = 0; index < 5; index++) ids.unshift(await store.keep(gameOf(index)));
      expect((await store.recent(10)).map((game) => game.id)).toEqual(ids);
      expect((await store.recent(2)).map((game) => game.id)).toEqual(ids.slice(0, 2));
      expect(await store.recent(0)).toEqual([]);
    });

    test('a list tells neither deal nor moves, and nothing of a game that is still on', async () => {
      const { end: _, ...running } = gameOf(1);
      const id = await store.keep({ ...running, deal: 'secret' });
      expect((await store.find(id))?.record.deal).toBe('secret');
      expect(await store.recent(10)).toEqual([]);

      const ended = await store.keep({ ...gameOf(2), deal: 'secret' });
      const { game, players, options, end } = gameOf(2);
      const keptAt = expect.any(Number) as number;
      expect(await store.recent(10)).toEqual([{ id: ended, keptAt, game, players, options, plies: 3, end }]);
    });

    test('what was kept is there after a restart, and keeps its place', async () => {
      const first = await store.keep(gameOf(1));
      await store.close();
      store = await home.open();
      const second = await store.keep(gameOf(2));
      expect((await store.find(first))?.record).toEqual(gameOf(1));
      expect((await store.recent(10)).map((game) => game.id)).toEqual([second, first]);
    });

    test('what one keeps, another on the same database finds at once', async () => {
      const other = await openAnother();
      expect((await other.find(await store.keep(gameOf(1))))?.record).toEqual(gameOf(1));
      expect((await store.find(await other.keep(gameOf(2))))?.record).toEqual(gameOf(2));
    });

    test('nothing is lost when two keep at once', async () => {
      const other = await openAnother();
      const games = Array.from({ length: 40 }, (_, index) => gameOf(index));
      await Promise.all(games.map((game, index) => (index % 2 === 0 ? store : other).keep(game)));
      expect(await store.recent(100)).toHaveLength(40);
    });

    test('a long game comes back whole', async () => {
      const long = { ...gameOf(1), moves: Array.from({ length: 20_000 }, (_, ply) => `move ${ply}`) };
      expect((await store.find(await store.keep(long)))?.record.moves).toEqual(long.moves);
    });
  });
}

/** A record of no particular game, different for every number: stores know no rules. */
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
