import type { Lister, StreamStatus, StandingFilter } from '@tablier/store';
import { expect, test } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

const idsOf = async (stores: OpenStores, status: StreamStatus) =>
  (await stores.store.list(status, 100)).map(({ id }) => id);
const listing = (status: StreamStatus, summary: unknown = null) => ({ status, summary });
const tables = async (stores: OpenStores, person: string) =>
  (await stores.store.streamsOf(person, 100)).map(({ id }) => id);
const among = (status: StreamStatus, ...people: string[]) => ({ status, summary: null, people });

/** The lists of matches: derived data that is never behind the events and can be rebuilt. */
export function checkLists(stores: OpenStores): void {
  checkListings(stores);
  checkStanding(stores);
  checkParticipants(stores);
  checkPages(stores);
  checkRebuilt(stores);
}

function checkListings(stores: OpenStores): void {
  test('a match moves from list to list with its appends', async () => {
    await stores.store.createStream('m', null, listing('open', { seats: 1 }));
    expect(await idsOf(stores, 'open')).toEqual(['m']);
    await stores.store.append('m', 0, [eventOf(1)], { listing: listing('running', { seats: 2 }) });
    await stores.store.append('m', 1, [eventOf(2)]);
    expect(await idsOf(stores, 'open')).toEqual([]);
    expect(await stores.store.list('running', 10)).toEqual([
      { id: 'm', seq: 2, listedAt: eventOf(1).at, status: 'running', summary: { seats: 2 } },
    ]);
    await stores.store.append('m', 2, [eventOf(3)], { listing: listing('over', 'žluť \ud800 \0') });
    expect((await stores.store.list('over', 10))[0]?.summary).toBe('žluť \ud800 \0');
    await stores.store.append('m', 3, [eventOf(4)], { listing: null });
    expect([await idsOf(stores, 'running'), await idsOf(stores, 'over')]).toEqual([[], []]);
  });

  test('a refused append lists nothing', async () => {
    await stores.store.createStream('m', null, listing('open'));
    await stores.store.append('m', 0, [eventOf(1)], { clientId: 'one' });
    await stores.store.append('m', 7, [eventOf(2)], { listing: listing('over') });
    await stores.store.append('m', 1, [eventOf(2)], { clientId: 'one', listing: listing('over') });
    await stores.store.append('nothing', 0, [eventOf(2)], { listing: listing('over') });
    await stores.store.createStream('m', null, listing('over'));
    expect([await idsOf(stores, 'open'), await idsOf(stores, 'over')]).toEqual([['m'], []]);
  });

  test('a list is newest first, at most as long as requested, and contains no private match', async () => {
    for (let number = 0; number < 5; number++) {
      await stores.store.createStream(`m${number}`, null);
      await stores.store.append(`m${number}`, 0, [eventOf(number)], { listing: listing('running') });
    }
    await stores.store.createStream('private', null);
    expect(await idsOf(stores, 'running')).toEqual(['m4', 'm3', 'm2', 'm1', 'm0']);
    expect((await stores.store.list('running', 2)).map(({ id }) => id)).toEqual(['m4', 'm3']);
    expect(await stores.store.list('running', 0)).toEqual([]);
  });
}

function checkStanding(stores: OpenStores): void {
  test('matches are found with their heads, last changed first, and in pages', async () => {
    for (let number = 0; number < 5; number++) {
      await stores.store.createStream(`m${number}`, { number }, { ...listing('running'), people: ['ada'] });
    }
    await stores.store.createStream('open', { number: 5 }, { ...listing('open'), people: ['ada', 'bob'] });
    await stores.store.createStream('unlisted', { number: 6 });
    const find = (filter: Omit<StandingFilter, 'limit'>, limit = 10) => stores.store.standing({ ...filter, limit });
    const all = await find({ statuses: ['running', 'open'] });
    expect(all).toHaveLength(6);
    expect(all.find(({ id }) => id === 'm2')).toEqual({
      id: 'm2',
      status: 'running',
      head: { number: 2 },
      touchedAt: expect.any(Number) as number,
    });
    const paged: string[] = [];
    for (let page = await find({ statuses: ['running', 'open'] }, 2); page.length > 0;) {
      paged.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      page = last === undefined ? [] : await find({ statuses: ['running', 'open'], before: last }, 2);
    }
    expect(paged).toEqual(all.map(({ id }) => id));
    expect((await find({ statuses: ['open'], person: 'bob' })).map(({ id }) => id)).toEqual(['open']);
    expect(await find({ statuses: ['running'], person: 'bob' })).toEqual([]);
    expect((await find({ statuses: ['running'], ids: ['m1', 'open', "'"] })).map(({ id }) => id)).toEqual(['m1']);
    expect(await find({ statuses: ['running'], ids: [] })).toEqual([]);
    expect(await find({ statuses: ['running'], ids: ["'", 'a\0b'] })).toEqual([]);
    expect(await find({ statuses: ['running'], before: { touchedAt: 0, id: '' } })).toEqual([]);
  });
}

function checkParticipants(stores: OpenStores): void {
  test('a match is found by each participant of its last listing', async () => {
    await stores.store.createStream('m', null, among('open', 'ada'));
    await stores.store.append('m', 0, [eventOf(1)], { listing: among('running', 'bob', 'ada', 'bob') });
    await stores.store.append('m', 1, [eventOf(2)]);
    expect(await stores.store.streamsOf('ada', 10)).toEqual([{ id: 'm', at: eventOf(1).at }]);
    expect(await stores.store.streamsOf('bob', 10)).toEqual([{ id: 'm', at: eventOf(1).at }]);
    await stores.store.append('m', 2, [eventOf(3)], { listing: among('over', 'bob') });
    expect([await tables(stores, 'ada'), await tables(stores, 'bob')]).toEqual([[], ['m']]);
    expect(JSON.stringify(await stores.store.list('over', 10))).not.toContain('bob');
    const own = { ...among('over', 'bob'), own: { secret: 1 } };
    await stores.store.relistStream('m', 2, own, 8);
    expect(await stores.store.listingsOf('bob', 10, ['over']), 'the stream has moved on').toMatchObject([
      { own: null },
    ]);
    await stores.store.relistStream('m', 3, own, 8);
    expect(await stores.store.listingsOf('bob', 10, ['over'])).toEqual([{ id: 'm', at: 8, own: own.own }]);
    expect(await stores.store.listingsOf('bob', 10, ['running'])).toEqual([]);
    expect(JSON.stringify(await stores.store.list('over', 10))).not.toContain('secret');
    await stores.store.append('m', 3, [eventOf(4)], { listing: null });
    expect(await tables(stores, 'bob')).toEqual([]);
  });

  test('a refused append adds no participant', async () => {
    await stores.store.createStream('m', null, among('open', 'ada'));
    await stores.store.append('m', 0, [eventOf(1)], { clientId: 'one' });
    await stores.store.append('m', 7, [eventOf(2)], { listing: among('over', 'eve') });
    await stores.store.append('m', 1, [eventOf(2)], { clientId: 'one', listing: among('over', 'eve') });
    await stores.store.append('nothing', 0, [eventOf(2)], { listing: among('over', 'eve') });
    await stores.store.createStream('m', null, among('over', 'eve'));
    expect([await tables(stores, 'ada'), await tables(stores, 'eve')]).toEqual([['m'], []]);
  });

  test('the id of a participant is safe in every context; any other is a bug', async () => {
    await stores.store.createStream('m', null);
    for (const person of ['', 'a b', '\0', 'x'.repeat(65)]) {
      await expect(stores.store.createStream('n', null, among('open', person))).rejects.toThrow(RangeError);
      const append = stores.store.append('m', 0, [eventOf(1)], { listing: among('open', person) });
      await expect(append).rejects.toThrow(RangeError);
    }
    expect(await stores.store.head('n')).toBeUndefined();
  });
}

function checkPages(stores: OpenStores): void {
  test('the matches of a participant are newest first, at most as many as requested, also after a restart', async () => {
    for (let number = 0; number < 5; number++) {
      await stores.store.createStream(`m${number}`, null);
      await stores.store.append(`m${number}`, 0, [eventOf(9 - number)], {
        listing: among('running', 'ada', `p${number}`),
      });
    }
    await stores.reopen();
    expect(await tables(stores, 'ada')).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
    expect((await stores.store.streamsOf('ada', 2)).map(({ id }) => id)).toEqual(['m0', 'm1']);
    expect(await stores.store.streamsOf('ada', 0)).toEqual([]);
    expect(await stores.store.streamsOf('ada', 2, ['over', 'seeking'])).toEqual([]);
    expect(await tables(stores, 'p3')).toEqual(['m3']);
    for (const stranger of ['', 'eve', "' or 1=1 --", '%', '\0', 'x'.repeat(1000)])
      expect(await tables(stores, stranger)).toEqual([]);
  });

  test('the matches of a participant come in pages, also those that were listed at the same time', async () => {
    for (const [number, at] of [1, 3, 3, 3, 5].entries()) {
      await stores.store.createStream(`m${number}`, null);
      await stores.store.append(`m${number}`, 0, [eventOf(at)], {
        listing: among(at === 1 ? 'over' : 'running', 'ada'),
      });
    }
    const all = await stores.store.streamsOf('ada', 10);
    expect(all.map(({ id }) => id)).toEqual(['m4', 'm3', 'm2', 'm1', 'm0']);
    for (const [index, before] of all.entries())
      expect(await stores.store.streamsOf('ada', 2, undefined, before)).toEqual(all.slice(index + 1, index + 3));
    // A stream that has moved to another list or is gone still marks its place.
    const gone = { id: 'm25', at: eventOf(3).at };
    expect((await stores.store.streamsOf('ada', 10, ['running'], gone)).map(({ id }) => id)).toEqual(['m2', 'm1']);
    expect(await stores.store.streamsOf('ada', 10, undefined, { id: "' or 1=1", at: 0 })).toEqual([]);
  });
}

function checkRebuilt(stores: OpenStores): void {
  test('participants are rebuilt with the lists, and a database without them reports it', async () => {
    expect(await stores.store.lacksPeople()).toBe(false);
    await stores.store.createStream('m1', { by: 'ada' }, listing('open'));
    await stores.store.createStream('m2', { by: 'ada' }, listing('open'));
    expect(await stores.store.lacksPeople()).toBe(true);
    const lister: Lister = ({ head }) => among('open', (head as { readonly by: string }).by);
    await stores.store.relist(lister);
    expect(await stores.store.lacksPeople()).toBe(false);
    expect((await tables(stores, 'ada')).toSorted()).toEqual(['m1', 'm2']);
    await stores.store.relist(() => null);
    expect(await tables(stores, 'ada')).toEqual([]);
  });

  test('the lists can be rebuilt from heads and events while the store is in use', async () => {
    for (let number = 0; number < 120; number++) {
      await stores.store.createStream(`m${number}`, { number }, listing('over', 'wrong'));
    }
    await stores.store.append('m7', 0, [eventOf(1), eventOf(2)]);
    const lister: Lister = (match, events) => {
      const { number } = match.head as { readonly number: number };
      return number % 2 === 0 ? null : listing('running', { number, moves: events.length });
    };
    const moving = stores.store.append('m9', 0, [eventOf(1)]);
    expect(await stores.store.relist(lister)).toBe(60);
    await moving;
    const listed = await stores.store.list('running', 100);
    expect(listed).toHaveLength(60);
    expect(listed.find(({ id }) => id === 'm7')?.summary).toEqual({ number: 7, moves: 2 });
    expect(await idsOf(stores, 'over')).toEqual([]);
  });
}
