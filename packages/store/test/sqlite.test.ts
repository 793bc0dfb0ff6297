import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkStore, fillFolder, mustOpen, useStores } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASE_FILE, openStore, type TakenJob } from '../src/index.ts';
import { connect, openFile, pragma } from '../src/sqlite/connect.ts';

const makeHome = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-store-'));
  await fillFolder(folder);
  return {
    place: { folder },
    remove: () => Promise.resolve(rmSync(folder, { recursive: true })),
  };
};

checkStore('SQLite', makeHome);

describe('SQLite on the disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tablier-store-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** A process that archives games and prints each id once `keep` has confirmed it. */
  const writer = (name: string, count: number) =>
    spawn(process.execPath, [join(import.meta.dirname, 'writer.ts'), folder, name, String(count)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  test('creates the folder and its parents', async () => {
    const store = await mustOpen({ folder: join(folder, 'a', 'b') });
    await store.close();
  });

  test('two processes that start together on an empty folder lose nothing', async () => {
    const children = ['left', 'right'].map((name) => writer(name, 50));
    for (const child of children) child.stdout.resume();
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    expect(exits).toEqual([
      [0, null],
      [0, null],
    ]);
    const store = await mustOpen({ folder });
    expect(await store.recent(1000)).toHaveLength(100);
    await store.close();
  });

  test('a file that is not a database is refused by name and not changed', async () => {
    writeFileSync(join(folder, DATABASE_FILE), 'This is not a database, it is a letter. '.repeat(200));
    const store = await openStore({ folder });
    expect(store).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  });

  test('a folder that cannot be created is refused by name', async () => {
    writeFileSync(join(folder, 'file'), '');
    const store = await openStore({ folder: join(folder, 'file', 'below') });
    expect(store).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  });

  test('contains nothing of what was erased, even after rows have moved to other pages', async () => {
    const store = await mustOpen({ folder });
    const streams = Array.from({ length: 40 }, (_, index) => `${(index * 17) % 40}-stream`);
    for (const stream of streams) await store.createStream(stream, { by: 'erasable head' });
    for (let seq = 0; seq < 12; seq++) {
      for (const stream of streams) {
        const data = { by: 'erasable event', padding: '.'.repeat((seq * 67) % 400) };
        await store.append(stream, seq, [{ at: 1, kind: 'move', data }]);
      }
    }
    await store.createStream('kept', { by: 'kept head' });
    for (const stream of streams.slice(20)) expect(await store.erase(stream)).toBe('erased');
    for (const stream of streams.slice(0, 20)) {
      const redacted = await store.redact(stream, (_, events) => ({
        head: {},
        data: new Map(events.map(({ seq }) => [seq, null])),
        listing: null,
      }));
      expect(redacted.name).toBe('redacted');
    }
    await store.close();
    const data = readFileSync(join(folder, DATABASE_FILE), 'latin1');
    expect(data).toContain('kept head');
    expect(data.split('erasable')).toHaveLength(1);
  });

  test('answers the writes of one transaction in several turns of the event loop, all before it is closed', async () => {
    const store = await mustOpen({ folder });
    let turn = 0;
    const next = (): void => {
      turn++;
      timer = setImmediate(next);
    };
    let timer = setImmediate(next);
    const answered = new Map<number, number>();
    const writes = Array.from({ length: 300 }, async (_, index) => {
      await store.createStream(`s${index}`, null);
      answered.set(turn, (answered.get(turn) ?? 0) + 1);
    });
    await store.close();
    const counts = [...answered.values()];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300);
    // A group, and the next one if this counter has its turn before it.
    expect(Math.max(...counts)).toBeLessThanOrEqual(64);
    clearImmediate(timer);
    await Promise.all(writes);
  });

  test('gives a damaged job to its kind, which refuses it, and the others taken with it', async () => {
    const store = await mustOpen({ folder });
    await store.jobs.open([{ kind: 'mail', retries: 1, retrySeconds: 1, longestSeconds: 1 }]);
    for (const key of ['bad', 'good']) await store.jobs.add({ kind: 'mail', key, payload: { key }, delay: 0 });
    const database = connect(join(folder, DATABASE_FILE));
    database.prepare(`update job set payload = '{' where job_key = 'bad'`).run([]);
    database.close();
    const taken = await store.jobs.take('mail', 10, Date.now());
    expect(Object.fromEntries(taken.map(({ key, payload }) => [key, payload]))).toEqual({
      bad: null,
      good: { key: 'good' },
    });
    await store.close();
  });

  test('keeps a dead job for 30 days, also without a start in between', async () => {
    const store = await mustOpen({ folder });
    const { jobs } = store;
    await jobs.open([{ kind: 'mail', retries: 0, retrySeconds: 1, longestSeconds: 1 }]);
    // After every `add` below: a job is due by the clock of the store, a millisecond later on a slow machine.
    const now = Date.now() + 60_000;
    const days = 24 * 3_600_000;
    const listed = async () => (await jobs.list(10)).map(({ key }) => key);
    for (const [key, after] of [
      ['ada', 0],
      ['bob', 29],
    ] as const) {
      await jobs.add({ kind: 'mail', key, payload: {}, delay: 0 });
      const [job] = await jobs.take('mail', 1, now + after * days);
      await jobs.fail(job as TakenJob, { reason: 'a bug', isFinal: true }, now + after * days);
    }
    expect(await listed()).toEqual(['ada', 'bob']);
    await jobs.add({ kind: 'mail', key: 'eve', payload: {}, delay: 0 });
    const [last] = await jobs.take('mail', 1, now + 31 * days);
    await jobs.fail(last as TakenJob, { reason: 'a bug', isFinal: true }, now + 31 * days);
    expect(await listed()).toEqual(['bob', 'eve']);
    await store.close();
  });

  test('a bug in a listener to what another process wrote is reported, and it is called again', async () => {
    const faults: unknown[] = [];
    const store = await mustOpen({ folder, observer: { onFault: (error) => void faults.push(error) } });
    const told: string[] = [];
    await store.follow((stream) => {
      told.push(stream);
      if (told.length === 1) throw new TypeError('a bug');
    });
    const other = await mustOpen({ folder });
    await other.createStream('first', null);
    await expect.poll(() => faults).toEqual([new TypeError('a bug')]);
    await other.createStream('second', null);
    await expect.poll(() => told).toContain('second');
    await Promise.all([store.close(), other.close()]);
  });

  test('uses a write-ahead log, so that readers never wait', async () => {
    const store = await mustOpen({ folder });
    await store.close();
    const database = openFile(join(folder, DATABASE_FILE));
    expect(pragma(database, 'journal_mode')).toBe('wal');
    database.close();
  });
});

describe('a write that cannot be done', () => {
  const stores = useStores(makeHome);
  const move = [{ at: 1, kind: 'move', data: null }];

  /** Takes the write lock, so that other writers wait until their timeout. */
  const blocking = (): (() => void) => {
    const database = connect(join(stores.place.folder, DATABASE_FILE));
    database.prepare('begin immediate').run([]);
    return () => database.close();
  };

  test('returns unavailable while another process has the lock, works afterwards, and does not block the event loop', async () => {
    await stores.store.createStream('m', null);
    const release = blocking();
    let isAnswered = false;
    const write = stores.store.append('m', 0, move, { clientId: 'one' }).finally(() => {
      isAnswered = true;
    });
    const head = await stores.store.head('m');
    // The write waits for seconds in its own thread.
    expect(isAnswered).toBe(false);
    expect(head?.seq).toBe(0);
    expect(await write).toMatchObject({ name: 'unavailable', detail: expect.stringContaining('locked') as string });
    const { failingSince } = stores.store.health();
    expect(failingSince, 'the moment when the write was asked for').toBeLessThan(Date.now() - 4000);
    expect(await stores.store.probe()).toBe(false);
    expect(stores.store.health().failingSince, 'since the first that failed').toBe(failingSince);
    release();
    expect(await stores.store.probe()).toBe(true);
    expect(stores.store.health().failingSince).toBeNull();
    expect(await stores.store.append('m', 0, move, { clientId: 'one' })).toEqual({ name: 'appended', seq: 1 });
  });

  test('does not fail others in the same transaction', async () => {
    const matches = ['a', 'broken', 'b'];
    await Promise.all(matches.map((match) => stores.store.createStream(match, null)));
    const database = connect(join(stores.place.folder, DATABASE_FILE));
    const refuse = `create trigger refuse before insert on event when new."match" = 'broken' begin select raise(abort, 'refused'); end`;
    database.prepare(refuse).run([]);
    database.close();
    const results = await Promise.allSettled(matches.map((match) => stores.store.append(match, 0, move)));
    expect(results).toMatchObject([
      { value: { name: 'appended' } },
      { reason: { name: 'StoreFault', message: 'refused' } },
      { value: { name: 'appended' } },
    ]);
    expect(await stores.store.read('broken', 1)).toEqual([]);
  });
});
