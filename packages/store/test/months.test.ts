import { mustOpen } from '@tablier/testkit';
import type { StoredRecord } from '@tablier/core';
import { afterEach, describe, expect, test } from 'vitest';
import { GameMonths } from '../src/finished/finished-games.ts';
import type { FinishedGame, FinishedPlace, MonthGame, Store } from '../src/index.ts';
import { KINDS, makePlace } from './places.ts';
import { plansOf, readOnly } from './plans.ts';

const FROM = 1_800_000_000_000;
const UNTIL = FROM + 1000;

const open: Store[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const record = (index: number): StoredRecord => ({
  format: 1,
  game: 'isaac',
  rules: 1,
  options: {},
  players: 2,
  deal: null,
  moves: [`m${index}`],
  end: { by: 'rules', scores: [1, 0], places: [1, 2] },
});

const seat = (account: string | null, bot: number | null) =>
  ({ account, bot, place: 1, score: 1, result: 'won' }) as const;

const finished = (index: number, more: Partial<FinishedGame>): FinishedGame => ({
  match: `m${index}`,
  game: 'isaac',
  pace: 'quick',
  clock: '5+3',
  endedAt: FROM + index,
  tookMs: 1,
  plies: 1,
  endedBy: 'rules',
  record: `r${index}`,
  isListed: true,
  isCounted: true,
  opening: [],
  seats: [seat('ada', null), seat(null, 3)],
  ...more,
});

/** All games of a span, in pages of two. */
async function readAll(store: Store, game = 'isaac'): Promise<MonthGame[]> {
  const games: MonthGame[] = [];
  let after: FinishedPlace | null | undefined;
  while (after !== null) {
    const page = await store.months.read({ game, from: FROM, until: UNTIL, limit: 2, ...(after && { after }) });
    games.push(...page.games);
    after = page.next;
  }
  return games;
}

describe.each(KINDS)('%s', (kind) => {
  test('the public games of a span are read once each, oldest first, without names', async () => {
    const store = await mustOpen(await makePlace(kind));
    open.push(store);
    await store.accounts.createGuest(
      { id: 'ada', name: 'Ada Lovelace', session: { id: 's', secretHash: 'h', agent: '' } },
      FROM,
    );
    expect(await store.months.first('isaac')).toBeNull();
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await store.keep(record(index)));
    const add = (index: number, more: Partial<FinishedGame> = {}): Promise<unknown> =>
      store.finished.record(finished(index, { record: ids[index % 5] ?? '', ...more }));
    // Two at one time, one before and one after the span, one private, one of another game.
    for (const index of [3, 0, 1]) await add(index);
    await add(2, { endedAt: FROM + 1 });
    await add(5, { endedAt: FROM - 1 });
    await add(6, { endedAt: UNTIL });
    await add(7, { isListed: false });
    await add(8, { game: 'nasca' });

    const games = await readAll(store);
    expect(games.map(({ id }) => ids.indexOf(id))).toEqual([0, 1, 2, 3]);
    expect(JSON.parse(games[0]?.record ?? '')).toEqual(record(0));
    expect(games[0]).toMatchObject({ endedAt: FROM, pace: 'quick', clock: '5+3', bots: [null, 3] });
    expect(JSON.stringify(games)).not.toMatch(/ada/i);
    expect(await store.months.first('isaac')).toBe(FROM - 1);
    expect(await readAll(store, 'nasca')).toHaveLength(1);
  });

  test('a removed public game is no longer read, and is noted once', async () => {
    const store = await mustOpen(await makePlace(kind));
    open.push(store);
    const ids = [await store.keep(record(0)), await store.keep(record(1))];
    await store.finished.record(finished(0, { record: ids[0] ?? '', seats: [] }));
    await store.finished.record(finished(1, { record: ids[1] ?? '', seats: [], isListed: false }));
    expect(await store.months.removed()).toEqual([]);
    for (const id of [...ids, ...ids]) await store.forgetGame(id);
    expect(await store.months.removed()).toEqual([{ game: 'isaac', endedAt: FROM }]);
    expect(await readAll(store)).toEqual([]);
    expect(await store.finished.progress()).toBeNull();
  });

  test('no query reads a whole table', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    open.push(store);
    await store.finished.record(finished(0, { record: await store.keep(record(0)), seats: [seat(null, 1)] }));
    const plans = await plansOf(kind, place, async (database) => {
      const months = new GameMonths(readOnly(database));
      await months.first('isaac');
      await months.read({ game: 'isaac', from: FROM, until: UNTIL, limit: 500 });
      await months.read({ game: 'isaac', from: FROM, until: UNTIL, limit: 500, after: { endedAt: FROM, seq: 0 } });
    });
    expect(plans.length).toBeGreaterThanOrEqual(4);
    for (const plan of plans) {
      expect(plan).toMatch(/index|primary key/i);
      expect(plan).not.toMatch(/seq scan|^scan (?!(?:.*using|found))/im);
      expect(plan).not.toMatch(/sort|temp b-tree/i);
    }
  });
});
