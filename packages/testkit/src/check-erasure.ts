import type { Listing, Redactor } from '@tablier/store';
import { expect, test } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

const MARK = { at: 1_800_000_000_000, kind: 'redacted', data: null };
const listing = (...people: string[]): Listing => ({ status: 'running', summary: people, people });

const tables = async (stores: OpenStores, person: string) =>
  (await stores.store.streamsOf(person, 100)).map(({ id }) => id);

/** A match of two people, with three events. */
const begin = async (stores: OpenStores, match: string) => {
  await stores.store.createStream(match, { host: 'ada' }, listing('ada', 'bob'));
  await stores.store.append(match, 0, [eventOf(1), eventOf(2)], { clientId: 'ada 1' });
  await stores.store.append(match, 2, [eventOf(3)], { clientId: 'bob 1' });
};

/** Redacts the head and the second event. */
const redactor: Redactor = () => ({
  head: { host: null },
  data: new Map([[2, 'žluť \ud800 \0']]),
  listing: listing('bob'),
  event: MARK,
});

/** The exceptions to "rows are never changed": erased, redacted and trimmed matches. */
export function checkErasure(stores: OpenStores): void {
  checkErased(stores);
  checkErasedWhileAppending(stores);
  checkRedacted(stores);
  checkRedactedWhileAppending(stores);
  checkTrimmed(stores);
}

function checkErased(stores: OpenStores): void {
  test('an erased match leaves nothing, and no other one changes', async () => {
    await begin(stores, 'm');
    await begin(stores, 'n');
    expect(await stores.store.erase('m')).toBe('erased');
    expect(await stores.store.head('m')).toBeUndefined();
    expect(await stores.store.read('m', 1)).toEqual([]);
    expect(await tables(stores, 'ada')).toEqual(['n']);
    expect((await stores.store.list('running', 10)).map(({ id }) => id)).toEqual(['n']);
    expect(await stores.store.append('m', 3, [eventOf(4)])).toEqual({ name: 'unknown-stream' });
    expect(await stores.store.erase('m')).toBe('unknown-stream');
    for (const id of ['', "' or 1=1 --", '%', '\0']) {
      expect(await stores.store.erase(id)).toBe('unknown-stream');
      expect(await stores.store.redact(id, redactor)).toEqual({ name: 'unknown-stream' });
    }
    await stores.reopen();
    expect(await stores.store.read('m', 1)).toEqual([]);
    expect(await stores.store.read('n', 1)).toHaveLength(3);
  });

  test('the id of an erased match can be used again, without its data', async () => {
    await begin(stores, 'm');
    await stores.store.erase('m');
    expect(await stores.store.createStream('m', 'new')).toBe('created');
    expect(await stores.store.append('m', 0, [eventOf(9)], { clientId: 'ada 1' })).toEqual({
      name: 'appended',
      seq: 1,
    });
    expect((await stores.store.read('m', 1)).map(({ data }) => data)).toEqual([eventOf(9).data]);
  });
}

function checkErasedWhileAppending(stores: OpenStores): void {
  test('a match that is erased during appends leaves no event', async () => {
    await begin(stores, 'm');
    const other = await stores.openAnother();
    let isOver = false;
    const appending = (async () => {
      let seq = 3;
      while (!isOver) {
        const done = await other.append('m', seq, [eventOf(seq)]);
        if (done.name !== 'appended') return done.name;
        seq = done.seq;
      }
      return null;
    })();
    for (let waits = 0; waits < 20; waits++) await stores.store.head('m');
    expect(await stores.store.erase('m')).toBe('erased');
    expect(await appending).toBe('unknown-stream');
    isOver = true;
    await stores.store.createStream('m', null);
    expect(await stores.store.read('m', 1)).toEqual([]);
  });
}

function checkRedacted(stores: OpenStores): void {
  test('a redacted match keeps the rest in the same places, and marks the redaction at its end', async () => {
    await begin(stores, 'm');
    await begin(stores, 'n');
    expect(await stores.store.redact('m', redactor)).toEqual({ name: 'redacted', seq: 4 });
    await stores.reopen();
    expect(await stores.store.head('m')).toMatchObject({ head: { host: null }, seq: 4 });
    const [first, second, third, mark] = await stores.store.read('m', 1);
    expect([first, third, mark]).toEqual([
      { seq: 1, ...eventOf(1) },
      { seq: 3, ...eventOf(3) },
      { seq: 4, ...MARK },
    ]);
    expect(second).toEqual({ ...eventOf(2), seq: 2, data: 'žluť \ud800 \0' });
    expect([await tables(stores, 'ada'), (await tables(stores, 'bob')).toSorted()]).toEqual([['n'], ['m', 'n']]);
    expect((await stores.store.list('running', 10)).find(({ id }) => id === 'm')?.summary).toEqual(['bob']);
    expect(await stores.store.read('n', 1)).toHaveLength(3);
  });

  test('rewritten events are no longer found by client id, others are', async () => {
    await begin(stores, 'm');
    await stores.store.redact('m', redactor);
    const again = await stores.store.append('m', 4, [eventOf(9)], { clientId: 'bob 1' });
    expect(again).toEqual({ name: 'duplicate', seq: 3 });
    const asNew = await stores.store.append('m', 4, [eventOf(9)], { clientId: 'ada 1' });
    expect(asNew).toEqual({ name: 'appended', seq: 5 });
  });

  test('a redaction without effect changes nothing; one without a mark keeps the number', async () => {
    await begin(stores, 'm');
    expect(await stores.store.redact('m', () => null)).toEqual({ name: 'unchanged' });
    expect(await stores.store.redact('nothing', redactor)).toEqual({ name: 'unknown-stream' });
    expect(await stores.store.read('nothing', 1)).toEqual([]);
    const silent: Redactor = ({ head }) => ({ head, data: new Map([[1, null]]), listing: null });
    expect(await stores.store.redact('m', silent)).toEqual({ name: 'redacted', seq: 3 });
    expect((await stores.store.read('m', 1)).map(({ data }) => data)).toEqual([null, eventOf(2).data, eventOf(3).data]);
    expect(await stores.store.list('running', 10)).toEqual([]);
  });

  test('every node is notified of a redaction', async () => {
    await begin(stores, 'm');
    const other = await stores.openAnother();
    const heard: number[] = [];
    await other.follow((match, seq) => match === 'm' && heard.push(seq));
    await stores.store.redact('m', redactor);
    await expect.poll(() => heard.at(-1)).toBe(4);
  });
}

function checkRedactedWhileAppending(stores: OpenStores): void {
  test('a redaction sees every event that was appended before it, also during other appends', async () => {
    await begin(stores, 'm');
    const other = await stores.openAnother();
    const appending = (async () => {
      for (let seq = 3; seq < 60;) {
        const done = await other.append('m', seq, [eventOf(seq)]);
        seq = done.name === 'appended' || done.name === 'conflict' ? done.seq : seq;
      }
    })();
    const all: Redactor = ({ head }, events) => ({
      head,
      data: new Map(events.map(({ seq }) => [seq, 'gone'])),
      listing: null,
      event: MARK,
    });
    let last = 0;
    for (let round = 0; round < 3; round++) {
      const done = await stores.store.redact('m', all);
      if (done.name !== 'redacted') throw new Error(done.name);
      last = done.seq;
    }
    await appending;
    const events = await stores.store.read('m', 1);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.slice(0, last - 1).every(({ data }) => data === 'gone')).toBe(true);
    expect(events.filter(({ kind }) => kind === 'redacted')).toHaveLength(3);
  });
}

function checkTrimmed(stores: OpenStores): void {
  test('trimmed events are gone, the others keep their numbers, and the last one stays', async () => {
    await begin(stores, 'm');
    await begin(stores, 'n');
    await stores.store.trim('m', [1, 3, 7]);
    expect((await stores.store.read('m', 1)).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(await stores.store.append('m', 3, [eventOf(4)], { clientId: 'ada 4' })).toEqual({
      name: 'appended',
      seq: 4,
    });
    await stores.reopen();
    await stores.store.trim('m', [3]);
    expect((await stores.store.read('m', 1)).map(({ seq }) => seq)).toEqual([2, 4]);
    expect(await stores.store.head('m')).toMatchObject({ seq: 4 });
    expect(await stores.store.append('m', 4, [eventOf(5)], { clientId: 'bob 1' })).toEqual({
      name: 'appended',
      seq: 5,
    });
    expect(await stores.store.redact('m', redactor)).toEqual({ name: 'redacted', seq: 6 });
    expect(await stores.store.read('n', 1)).toHaveLength(3);
    for (const id of ['nothing', '', '%']) await stores.store.trim(id, [1]);
  });
}
