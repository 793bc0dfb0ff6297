import { setTimeout as delay } from 'node:timers/promises';
import type { AppendResult, NewEvent } from '@tablier/store';
import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

/** An event without a meaning. */
export const eventOf = (number: number): NewEvent => ({
  at: 1_700_000_000_000 + number,
  kind: 'move',
  data: { number },
});

const seqsOf = async (stores: OpenStores, match: string) => (await stores.store.read(match, 1)).map(({ seq }) => seq);
const count = (results: readonly AppendResult[], name: AppendResult['name']) =>
  results.filter((result) => result.name === name).length;

/** The logs: compare and append, resends, order, what is read back. */
export function checkEvents(stores: OpenStores): void {
  checkStreams(stores);
  checkAppends(stores);
  checkSimultaneousAppends(stores);
  checkResends(stores);
  checkSimultaneousResends(stores);
  checkStoredEvents(stores);
}

function checkStreams(stores: OpenStores): void {
  test('a match begins without events, and its head is read back unchanged', async () => {
    const head = { game: 'checkers', deal: [1.5, null, 'žluť 🎲 \ud800 \0'], nested: { deep: true } };
    expect(await stores.store.createStream('m-1', head)).toBe('created');
    expect(await stores.store.head('m-1')).toEqual({
      id: 'm-1',
      head,
      seq: 0,
      createdAt: expect.any(Number) as number,
    });
    expect(await stores.store.read('m-1', 1)).toEqual([]);
  });

  test('a match is created once and keeps its first head', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, head) => stores.store.createStream('m', { head })),
    );
    expect(results.toSorted()).toEqual(['created', ...Array<string>(9).fill('exists')]);
    const first = results.indexOf('created');
    expect((await stores.store.head('m'))?.head).toEqual({ head: first });
  });

  test('the id of a match is safe in every context; other ids are refused', async () => {
    for (const id of ['', ' ', 'a b', "'", 'é', '\0', 'x'.repeat(65), '../x']) {
      await expect(stores.store.createStream(id, null)).rejects.toThrow(RangeError);
      expect(await stores.store.append(id, 0, [eventOf(1)])).toEqual({ name: 'unknown-stream' });
      expect(await stores.store.head(id)).toBeUndefined();
      expect(await stores.store.read(id, 1)).toEqual([]);
    }
  });
}

function checkAppends(stores: OpenStores): void {
  test('events are read back in order and unchanged, from any number on', async () => {
    await stores.store.createStream('m', null);
    const odd: NewEvent = {
      at: 0,
      kind: 'say',
      data: ['\u2028 \ud800 \0 " \\ \n', { __proto__x: null }, -0.5, 2 ** 53 - 1],
    };
    expect(await stores.store.append('m', 0, [eventOf(1), odd])).toEqual({ name: 'appended', seq: 2 });
    expect(await stores.store.append('m', 2, [eventOf(3)])).toEqual({ name: 'appended', seq: 3 });
    const all = [eventOf(1), odd, eventOf(3)].map((event, index) => ({ seq: index + 1, ...event }));
    expect(await stores.store.read('m', 1)).toEqual(all);
    expect(await stores.store.read('m', 3)).toEqual(all.slice(2));
    expect(await stores.store.read('m', 4)).toEqual([]);
    expect(await stores.store.read('m', 1, 2)).toEqual(all.slice(0, 2));
    expect(await stores.store.read('m', 2, 10)).toEqual(all.slice(1));
    expect((await stores.store.head('m'))?.seq).toBe(3);
  });

  test('an append that expects another number is a conflict, and writes nothing', async () => {
    await stores.store.createStream('m', null);
    await stores.store.append('m', 0, [eventOf(1), eventOf(2)]);
    for (const expected of [0, 1, 3, 100, -1]) {
      expect(await stores.store.append('m', expected, [eventOf(9)])).toEqual({ name: 'conflict', seq: 2 });
    }
    expect(await seqsOf(stores, 'm')).toEqual([1, 2]);
  });

  test('nothing is appended to an unknown match, and an empty append is a bug', async () => {
    expect(await stores.store.append('nothing', 0, [eventOf(1)])).toEqual({ name: 'unknown-stream' });
    await stores.store.createStream('m', null);
    await expect(stores.store.append('m', 0, [])).rejects.toThrow(RangeError);
  });
}

function checkSimultaneousAppends(stores: OpenStores): void {
  test('of 20 simultaneous appends that expect the same number, exactly one is done', async () => {
    await stores.store.createStream('m', null);
    const other = await stores.openAnother();
    for (let seq = 0; seq < 10; seq++) {
      const tries = Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? stores.store : other).append('m', seq, [eventOf(index)]),
      );
      const results = await Promise.all(tries);
      expect([count(results, 'appended'), count(results, 'conflict')]).toEqual([1, 19]);
    }
    expect(await seqsOf(stores, 'm')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('simultaneous appends are answered each on its own, whatever becomes of the others', async () => {
    const { store } = stores;
    const matches = Array.from({ length: 12 }, (_, index) => `m-${index}`);
    for (const id of matches) await store.createStream(id, null);
    await store.append('m-3', 0, [eventOf(1)], { clientId: 'once' });
    await store.append('m-4', 0, [eventOf(1)]);
    const append = (id: string, expected = 0, clientId = 'own') =>
      store.append(id, expected, [eventOf(2)], { clientId, topic: id });
    const results = await Promise.all([
      ...matches.map((id) => append(id)),
      append('m-3', 1, 'once'),
      append('unknown'),
      append('not \0 an id'),
      append('m-5', 1, 'next'),
      append('m-6', 0, 'same'),
    ]);
    const appended = (id: string) => (['m-3', 'm-4'].includes(id) ? 'conflict' : 'appended');
    expect(results.map(({ name }) => name)).toEqual([
      ...matches.map(appended),
      ...['duplicate', 'unknown-stream', 'unknown-stream', 'appended', 'conflict'],
    ]);
    const lengths = await Promise.all(matches.map(async (id) => (await seqsOf(stores, id)).length));
    expect(lengths).toEqual(matches.map((id) => (id === 'm-5' ? 2 : 1)));
  });

  test('appends to different matches are independent', async () => {
    const matches = Array.from({ length: 30 }, (_, index) => `m${index}`);
    await Promise.all(matches.map((match) => stores.store.createStream(match, null)));
    for (let seq = 0; seq < 3; seq++) {
      const results = await Promise.all(matches.map((match) => stores.store.append(match, seq, [eventOf(seq)])));
      expect(count(results, 'appended')).toBe(matches.length);
    }
  });
}

function checkResends(stores: OpenStores): void {
  test('a resend gets the first answer, whatever it expects and contains, also after a restart', async () => {
    await stores.store.createStream('m', null);
    const clientId = 'phone "7" \0 \ud800';
    const first = await stores.store.append('m', 0, [eventOf(1), eventOf(2)], { clientId });
    expect(first).toEqual({ name: 'appended', seq: 2 });
    await stores.store.append('m', 2, [eventOf(3)], { clientId: 'another' });
    for (const expected of [0, 2, 3]) {
      const again = await stores.store.append('m', expected, [eventOf(9)], { clientId });
      expect(again).toEqual({ name: 'duplicate', seq: 2 });
    }
    await stores.reopen();
    expect(await stores.store.append('m', 3, [eventOf(9)], { clientId })).toEqual({ name: 'duplicate', seq: 2 });
    expect(await seqsOf(stores, 'm')).toEqual([1, 2, 3]);
  });

  test('a resend is no change of the match', async () => {
    await stores.store.createStream('m', null, { status: 'running', summary: null, people: [] });
    await stores.store.append('m', 0, [eventOf(1)], { clientId: 'one' });
    const standing = () => stores.store.standing({ statuses: ['running'], limit: 1 });
    const before = await standing();
    await delay(5);
    expect(await stores.store.append('m', 1, [eventOf(2)], { clientId: 'one' })).toEqual({ name: 'duplicate', seq: 1 });
    expect(await standing()).toEqual(before);
    await stores.store.append('m', 1, [eventOf(2)], { clientId: 'two' });
    expect(await standing()).not.toEqual(before);
  });

  test('a client id belongs to its match', async () => {
    for (const match of ['a', 'b']) {
      await stores.store.createStream(match, null);
      const result = await stores.store.append(match, 0, [eventOf(1)], { clientId: 'one' });
      expect(result).toEqual({ name: 'appended', seq: 1 });
    }
  });
}

function checkSimultaneousResends(stores: OpenStores): void {
  test('many simultaneous sends with one id are done once', async () => {
    await stores.store.createStream('m', null);
    const other = await stores.openAnother();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? stores.store : other).append('m', 0, [eventOf(1)], { clientId: 'one' }),
      ),
    );
    expect([count(results, 'appended'), count(results, 'duplicate')]).toEqual([1, 19]);
    expect(await seqsOf(stores, 'm')).toEqual([1]);
  });

  test('a send that several nodes decide again at once is done once', async () => {
    await stores.store.createStream('m', null);
    const both = [stores.store, await stores.openAnother()];
    for (let round = 0; round < 10; round++) {
      const seq = (await stores.store.head('m'))?.seq ?? 0;
      const tries = both.flatMap((store) =>
        [seq, seq + 1].map((expected) => store.append('m', expected, [eventOf(1)], { clientId: `round ${round}` })),
      );
      expect(count(await Promise.all(tries), 'appended')).toBe(1);
    }
    expect(await seqsOf(stores, 'm')).toHaveLength(10);
  });
}

function checkStoredEvents(stores: OpenStores): void {
  test('what one store appends, another one reads at once', async () => {
    const other = await stores.openAnother();
    await stores.store.createStream('m', null);
    await stores.store.append('m', 0, [eventOf(1)]);
    expect(await other.read('m', 1)).toHaveLength(1);
    expect(await other.append('m', 1, [eventOf(2)])).toEqual({ name: 'appended', seq: 2 });
    expect(await stores.store.read('m', 1)).toHaveLength(2);
  });

  test('a megabyte in one event, and a thousand events in one append, are complete after a restart', async () => {
    await stores.store.createStream('m', { text: 'ö'.repeat(500_000) });
    const big = { at: 1, kind: 'big', data: 'é🎲'.repeat(350_000) };
    await stores.store.append('m', 0, [big]);
    const many = Array.from({ length: 1000 }, (_, number) => eventOf(number));
    expect(await stores.store.append('m', 1, many)).toEqual({ name: 'appended', seq: 1001 });
    await stores.reopen();
    const events = await stores.store.read('m', 1);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
    expect(events[0]?.data === big.data).toBe(true);
    expect(events.slice(1).map(({ data }) => data)).toEqual(many.map(({ data }) => data));
    expect((await stores.store.head('m'))?.head).toEqual({ text: 'ö'.repeat(500_000) });
  });

  test('closing waits for work in progress', async () => {
    await stores.store.createStream('m', null);
    const results = Array.from({ length: 50 }, (_, seq) => stores.store.append('m', seq, [eventOf(seq)]));
    await stores.reopen();
    const done = count(await Promise.all(results), 'appended');
    expect(done).toBeGreaterThan(0);
    expect(await stores.store.read('m', 1)).toHaveLength(done);
  });
}
