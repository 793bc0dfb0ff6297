import { makePostgresDatabase, useStores } from '@tablier/testkit';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_NODE_MESSAGE_BYTES, type NodePort, type Store } from '../src/index.ts';
import { MATCH_CHANNEL, PostgresNotifier, Topics } from '../src/postgres/listener.ts';
import { withDatabase } from './places.ts';

const stores = useStores(async () => {
  const place = { folder: 'not used', url: await makePostgresDatabase() };
  return { place, remove: () => Promise.resolve() };
});

function portOf(store: Store): NodePort {
  if (store.nodes === null) throw new Error('no nodes');
  return store.nodes;
}

async function both(): Promise<[NodePort, NodePort]> {
  return [portOf(stores.store), portOf(await stores.openAnother())];
}

const CUT_LISTENERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid in (select backend from topic_reader)`;

/** Changes the database without the stores. */
async function behind(statement: string): Promise<void> {
  const client = new pg.Client(stores.place.url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe('heartbeats', () => {
  test('a node reads the heartbeats of the others by one clock, and not its own', async () => {
    const [first, second] = await both();
    const alone = await first.heartbeat('a');
    expect(alone.notes).toEqual([]);
    const seen = await second.heartbeat('b');
    expect(seen.notes).toMatchObject([{ node: 'a', isGone: false }]);
    const at = seen.notes[0]?.at ?? 0;
    expect(at).toBeGreaterThanOrEqual(alone.now);
    expect(at).toBeLessThanOrEqual(seen.now);
    await first.heartbeat('a');
    expect((await second.heartbeat('b')).notes[0]?.at).toBeGreaterThan(at);
  });

  test('a node that leaves is gone until its next heartbeat', async () => {
    const [first, second] = await both();
    await first.heartbeat('a');
    await first.leave('a');
    expect((await second.heartbeat('b')).notes).toMatchObject([{ node: 'a', isGone: true }]);
    await first.heartbeat('a');
    expect((await second.heartbeat('b')).notes).toMatchObject([{ node: 'a', isGone: false }]);
  });

  test('of many old nodes, only the newest are kept', async () => {
    const [first, second] = await both();
    await behind(`insert into node select 'old' || n, n, 0 from generate_series(1, 150) as n`);
    const { notes } = await first.heartbeat('a');
    expect([notes[0]?.node, notes.length]).toEqual(['old150', 100]);
    expect((await second.heartbeat('b')).notes).toHaveLength(100);
    expect(notes.at(-1)?.node).toBe('old51');
  });
});

describe('messages', () => {
  const listen = async (store: Store) => {
    const heard: string[] = [];
    let [gaps, breaks] = [0, 0];
    portOf(store).subscribe({ onMessage: (word) => heard.push(word), onGap: () => gaps++, onBreak: () => breaks++ });
    await store.follow(() => undefined);
    return { heard, gaps: () => gaps, breaks: () => breaks };
  };

  test('reach every node that listens, in order, with any content', async () => {
    const other = await stores.openAnother();
    const ears = [await listen(stores.store), await listen(other)];
    const words = ['one', 'žluť "\' \\ 🎲', 'x'.repeat(MAX_NODE_MESSAGE_BYTES), 'last'];
    for (const word of words) portOf(stores.store).publish(word);
    for (const { heard } of ears) await vi.waitFor(() => expect(heard).toEqual(words), 60_000);
    expect(() => portOf(stores.store).publish('x'.repeat(MAX_NODE_MESSAGE_BYTES + 1))).toThrow(RangeError);
  });

  test('a listener that lost its connection learns that messages may be missing, and receives new ones', async () => {
    const { heard, gaps, breaks } = await listen(stores.store);
    await portOf(stores.store).heartbeat('a');
    expect([gaps(), breaks()]).toEqual([1, 0]);
    await behind(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await vi.waitFor(() => expect([gaps(), breaks()]).toEqual([2, 1]), 60_000);
    portOf(stores.store).publish('again');
    await vi.waitFor(() => expect(heard).toEqual(['again']), 60_000);
  });
});

describe('topics', () => {
  const move = [{ at: 1, kind: 'move', data: null }];
  const connections: pg.Client[] = [];
  afterEach(() => Promise.all(connections.splice(0).map((client) => client.end())));

  /** A connection to the database, and what it is notified of. */
  const connect = async () => {
    const client = new pg.Client(stores.place.url);
    connections.push(client);
    const heard: string[] = [];
    client.on('notification', ({ payload = '' }) => heard.push(...payload.split('\n')));
    await client.connect();
    return { client, heard };
  };
  let topics: Topics;
  beforeEach(() => {
    topics = new Topics();
  });
  /** What was heard until now. */
  const until = async (heard: readonly string[], fence: string) => {
    await stores.store.createStream(fence, null);
    await vi.waitFor(() => expect(heard.at(-1)).toBe(`0 ${fence} stream`), 60_000);
    return heard.slice(0, -1);
  };

  test('reach who subscribes, from the moment on at which they may read, until they unsubscribe', async () => {
    const { client, heard } = await connect();
    await topics.open(client);
    for (const id of ['a', 'b']) await stores.store.createStream(id, null);
    await until(heard, 'created');
    heard.length = 0;
    // The connection is busy: what is appended before it listens would be lost.
    const busy = client.query('select pg_sleep(0.3)');
    await topics.subscribe('topic');
    await stores.store.append('a', 0, move, { topic: 'topic' });
    await stores.store.append('b', 0, move, { topic: 'of others' });
    expect(await until(heard, 'subscribed')).toEqual(['1 a stream']);
    await busy;
    heard.length = 0;
    topics.unsubscribe('topic');
    await topics.subscribe('later');
    await stores.store.append('a', 1, move, { topic: 'topic' });
    expect(await until(heard, 'unsubscribed')).toEqual([]);
  });

  test('are notified at once, of a move with the move, while all others are notified together', async () => {
    const { client, heard } = await connect();
    await topics.open(client);
    await topics.subscribe('a');
    const listing = { status: 'open', summary: null, people: [] } as const;
    await stores.store.createStream('first', null);
    for (const id of ['a', 'b', 'c']) await stores.store.createStream(id, null, listing);
    await stores.store.append('a', 0, move, { topic: 'a', listing });
    await stores.store.append('a', 1, move, { topic: 'a' });
    await stores.store.append('b', 0, move, { topic: 'a' });
    const atOnce = ['0 first stream', '1 a stream', '2 a stream 1 move null', '1 b stream'];
    await vi.waitFor(() => expect(heard.slice(0, atOnce.length)).toEqual(atOnce), 60_000);
    const later = ['0 a stream', '0 b stream', '0 c stream', '1 a stream'];
    expect(await until(heard, 'listed')).toEqual([...atOnce, ...later]);
  });

  test('are subscribed again on the next connection, and no one waits for one that is lost', async () => {
    const frozen = await connect();
    await topics.open(frozen.client);
    const busy = frozen.client.query('select pg_sleep(60)').catch(() => undefined);
    const waiting = topics.subscribe('asked for in vain');
    topics.close();
    await waiting;
    await behind(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
    );
    await busy;
    await topics.subscribe('without a connection');
    const { client, heard } = await connect();
    await topics.open(client);
    await stores.store.createStream('a', null);
    await stores.store.append('a', 0, move, { topic: 'asked for in vain' });
    await stores.store.append('a', 1, move, { topic: 'without a connection' });
    expect(await until(heard, 'connected')).toEqual(['0 a stream', '1 a stream', '2 a stream']);
  });

  test('are notified to those who read them, but not to who wrote', async () => {
    const { client, heard } = await connect();
    await topics.open(client);
    await topics.subscribe('read');
    await stores.store.createStream('a', null);
    await stores.store.append('a', 0, move, { topic: 'not read' });
    await stores.store.append('a', 1, move, { topic: 'read' });
    expect(await until(heard, 'written')).toEqual(['0 a stream', '2 a stream']);
    heard.length = 0;
    await withDatabase(stores.place, async (database) => {
      const own = new PostgresNotifier(database, MATCH_CHANNEL, null, () => topics.backend);
      own.push('3 a stream', 'read');
      await own.settle();
    });
    expect(await until(heard, 'own')).toEqual([]);
  });

  test('miss no move, whether it is stored and notified before, while or after a node begins to read', async () => {
    const { client, heard } = await connect();
    await topics.open(client);
    for (const id of ['before', 'while', 'after']) await stores.store.createStream(id, null);
    await until(heard, 'created');
    // A connection hears nothing while it waits for a lock.
    const { client: other, heard: sent } = await connect();
    await other.query(`listen ${MATCH_CHANNEL}`);
    // Senders may read who reads a topic, but no one may write it.
    const { client: lock } = await connect();
    await lock.query('begin; lock table topic_reader in share row exclusive mode');
    let isSubscribed = false;
    const subscribed = topics.subscribe('before').then(() => {
      isSubscribed = true;
    });
    await stores.store.append('before', 0, move, { topic: 'before' });
    await until(sent, 'notified');
    expect(isSubscribed, 'the log is not read as long as senders do not find the reader').toBe(false);
    await lock.query('commit');
    await subscribed;
    expect(await stores.store.read('before', 1)).toHaveLength(1);

    await stores.store.append('while', 0, move);
    await topics.subscribe('while');
    await withDatabase(stores.place, async (database) => {
      const notifier = new PostgresNotifier(database, MATCH_CHANNEL, null);
      notifier.push('1 while stream 1 move null', 'while');
      await notifier.settle();
    });
    await topics.subscribe('after');
    await stores.store.append('after', 0, move, { topic: 'after' });
    const notices = await until(heard, 'all');
    expect(notices).toEqual(expect.arrayContaining(['while', 'after'].map((id) => `1 ${id} stream 1 move null`)));
  });

  test('miss no move while connections are cut', async () => {
    const reader = await stores.openAnother();
    const heard: number[] = [];
    await reader.follow((stream, seq) => stream === 'a' && heard.push(seq));
    await reader.subscribe('a');
    await stores.store.createStream('a', null);
    for (let seq = 0; seq < 30; seq++) {
      if (seq % 10 === 5) await behind(CUT_LISTENERS);
      await stores.store.append('a', seq, move, { topic: 'a' });
    }
    await vi.waitFor(() => expect(heard.at(-1)).toBe(30), 60_000);
  });

  test('are forgotten with the connection that read them', async () => {
    const [first, second] = [await connect(), await connect()];
    await topics.open(first.client);
    await topics.subscribe('a');
    await first.client.end();
    connections.splice(0, 1);
    await vi.waitFor(async () => {
      await new Topics().open(second.client);
      const { rows } = await second.client.query('select * from topic_reader');
      expect(rows).toEqual([]);
    }, 60_000);
  });

  test('are notified to all, and catch up quickly, while a node of an earlier version lives', async () => {
    const { client, heard } = await connect();
    // As versions before 26 do, except for channels that nothing is sent on any more.
    await client.query(`listen ${MATCH_CHANNEL}`);
    await behind(`insert into node values ('earlier', floor(extract(epoch from clock_timestamp()) * 1000), 0)`);
    await portOf(stores.store).heartbeat('a');
    await stores.store.createStream('a', null);
    await stores.store.append('a', 0, move, { topic: 'a' });
    expect(await until(heard, 'mixed')).toEqual(['0 a stream', '1 a stream 1 move null']);
    await behind(`update node set gone = 1 where id = 'earlier'`);
    await portOf(stores.store).heartbeat('a');
    await stores.store.append('a', 1, move, { topic: 'a' });
    expect(await until(heard, 'alone')).not.toContain('2 a stream 1 move null');
  });
});
