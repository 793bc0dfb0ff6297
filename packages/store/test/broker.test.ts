import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { NatsConnection } from '@nats-io/transport-node';
import { checkNotices, makePostgresDatabase, mustOpen, NatsServer, useStores } from '@tablier/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type NodePort, openStore, type Store } from '../src/index.ts';
import { Broker } from '../src/postgres/broker.ts';
import { MATCH_CHANNEL, subjectOf } from '../src/postgres/listener.ts';

const run = promisify(execFile);

let nats: NatsServer;
beforeAll(async () => {
  nats = await NatsServer.start();
});
afterAll(() => nats.halt());

const makeHome = async () => {
  const place = { folder: 'not used', url: await makePostgresDatabase(), broker: nats.url };
  return { place, remove: () => Promise.resolve() };
};

describe('notices between nodes with a broker', () => checkNotices(useStores(makeHome)));

const move = [{ at: 1, kind: 'move', data: null }];

function portOf(store: Store): NodePort {
  if (store.nodes === null) throw new Error('no nodes');
  return store.nodes;
}

/** What a store reports from now on, and its connection to the broker. */
async function listenTo(store: Store) {
  const notices: string[] = [];
  const messages: string[] = [];
  const gaps: string[] = [];
  const port = portOf(store);
  port.subscribe({
    onMessage: (text) => messages.push(text),
    onGap: () => gaps.push('gap'),
    onBreak: () => undefined,
  });
  await store.follow((stream, seq) => notices.push(`${stream} ${seq}`));
  return { notices, messages, gaps, port };
}

describe('a broker', () => {
  const stores = useStores(makeHome);
  afterEach(() => nats.resume());

  const pair = async () => {
    const other = await stores.openAnother();
    const [here, there] = [await listenTo(stores.store), await listenTo(other)];
    for (const { port } of [here, there]) await vi.waitFor(() => expect(port.brokerState).toBe('connected'), 60_000);
    return { other, here, there };
  };

  test('passes notices and messages while it runs, PostgreSQL while it does not, and again once it is back', async () => {
    const { here, there } = await pair();
    await stores.store.createStream('m', null);
    for (let round = 0; round < 2; round++) {
      await stores.store.append('m', 3 * round, move);
      here.port.publish(`up ${round}`);
      await vi.waitFor(() => expect(there.notices.at(-1)).toBe(`m ${3 * round + 1}`), 60_000);
      await vi.waitFor(() => expect(there.messages).toContain(`up ${round}`), 60_000);
      await nats.halt();
      await stores.store.append('m', 3 * round + 1, move);
      await vi.waitFor(() => expect(here.port.brokerState).toBe('unreachable'), 60_000);
      await stores.store.append('m', 3 * round + 2, move);
      here.port.publish(`down ${round}`);
      await vi.waitFor(() => expect(there.notices.at(-1)).toBe(`m ${3 * round + 3}`), 60_000);
      await vi.waitFor(() => expect(there.messages).toContain(`down ${round}`), 60_000);
      const before = there.gaps.length;
      await nats.resume();
      // Messages may be lost between the two: each node asks the others again.
      await vi.waitFor(() => expect(there.gaps.length).toBeGreaterThan(before), 60_000);
      await vi.waitFor(() => expect(here.port.brokerState).toBe('connected'), 60_000);
    }
  });

  test('a store opens and works without it, and uses it as soon as it is there', async () => {
    await nats.halt();
    const other = await stores.openAnother();
    const { notices, port } = await listenTo(other);
    await stores.store.createStream('m', null);
    await vi.waitFor(() => expect(notices).toEqual(['m 0']), 60_000);
    expect(port.brokerState).toBe('unreachable');
    await nats.resume();
    await vi.waitFor(() => expect(port.brokerState).toBe('connected'), 60_000);
  });

  const connectedBroker = async (): Promise<Broker> => {
    const broker = new Broker(nats.url, 'closing');
    await vi.waitFor(() => expect(broker.publish('texts', 'before')).toBe(true), 60_000);
    return broker;
  };

  test('nothing is sent once it is being closed', async () => {
    const broker = await connectedBroker();
    const closed = broker.close();
    expect(broker.publish('texts', 'after')).toBe(false);
    await closed;
    expect(broker.publish('texts', 'after')).toBe(false);
  });

  test('a connection that the library closes sends nothing, and does not throw', async () => {
    const broker = await connectedBroker();
    const closed = (Reflect.get(broker, 'connection') as NatsConnection).close();
    // The library closes it, and only then says so.
    const sent: boolean[] = [];
    for (let step = 0; step < 20; step++) {
      sent.push(broker.publish('texts', 'after'));
      await Promise.resolve();
    }
    expect(sent.at(-1)).toBe(false);
    await closed;
    await broker.close();
  });

  test('databases that share it do not hear of each other', async () => {
    const stranger = await mustOpen({ folder: '', url: await makePostgresDatabase(), broker: nats.url });
    const { here } = await pair();
    const elsewhere = await listenTo(stranger);
    await vi.waitFor(() => expect(elsewhere.port.brokerState).toBe('connected'), 60_000);
    await stranger.createStream('theirs', null);
    elsewhere.port.publish('theirs');
    await vi.waitFor(() => expect(elsewhere.notices).toEqual(['theirs 0']), 60_000);
    await stores.store.createStream('ours', null);
    await vi.waitFor(() => expect(here.notices).toEqual(['ours 0']), 60_000);
    expect([here.messages, elsewhere.messages]).toEqual([[], []]);
    await stranger.close();
  });

  test('passes a topic to those that joined it, from the moment on at which they may read, until they leave', async () => {
    const [here, there] = [await connectedBroker(), await connectedBroker()];
    const heard: string[] = [];
    here.subscribe({ onText: (_, text) => heard.push(text), onConnected: () => undefined });
    const topics = Array.from({ length: 100 }, (_, index) => `${index}`);
    await there.join('only-there');
    for (const topic of topics) {
      await here.join(topic);
      there.publish(subjectOf(topic), topic);
    }
    const fence = async (): Promise<readonly string[]> => {
      there.publish(MATCH_CHANNEL, 'fence');
      await vi.waitFor(() => expect(heard.at(-1)).toBe('fence'), 60_000);
      return heard.splice(0).slice(0, -1);
    };
    expect(await fence()).toEqual(topics);
    here.leave('7');
    await here.join('7-again');
    for (const topic of ['7', 'only-there', '8']) there.publish(subjectOf(topic), topic);
    expect(await fence()).toEqual(['8']);
    await Promise.all([here.close(), there.close()]);
  });

  test('still passes a topic after it was down', async () => {
    const [here, there] = [await connectedBroker(), await connectedBroker()];
    const heard: string[] = [];
    await here.join('before');
    await nats.halt();
    await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([false, false]), 60_000);
    await here.join('meanwhile');
    await nats.resume();
    await vi.waitFor(() => expect([here.isConnected, there.isConnected]).toEqual([true, true]), 60_000);
    here.subscribe({ onText: (_, text) => heard.push(text), onConnected: () => undefined });
    for (const topic of ['before', 'meanwhile']) there.publish(subjectOf(topic), topic);
    await vi.waitFor(() => expect(heard).toEqual(['before', 'meanwhile']), 60_000);
    await Promise.all([here.close(), there.close()]);
  });

  test('a process that never reached it can end', async () => {
    await nats.halt();
    const program = `
      import { openStore } from ${JSON.stringify(new URL('../src/index.ts', import.meta.url).href)};
      const opened = await openStore(${JSON.stringify(stores.place)});
      await opened.value.follow(() => undefined);
      await opened.value.close();`;
    const options = { timeout: 120_000 };
    await expect(run(process.execPath, ['--input-type=module', '-e', program], options)).resolves.toBeDefined();
  });

  test('a node that it refuses works without it', async () => {
    const guarded = await NatsServer.start('--user', 'tablier', '--pass', 'secret');
    const places = ['tablier:wrong@', 'tablier:secret@'].map((who) => ({
      ...stores.place,
      broker: guarded.url.replace('//', `//${who}`),
    }));
    const [refused, admitted] = await Promise.all(places.map(mustOpen));
    if (refused === undefined || admitted === undefined) throw new Error('two stores');
    await vi.waitFor(() => expect(portOf(admitted).brokerState).toBe('connected'), 60_000);
    const { notices } = await listenTo(refused);
    await admitted.createStream('m', null);
    await vi.waitFor(() => expect(notices).toEqual(['m 0']), 60_000);
    expect(portOf(refused).brokerState).toBe('unreachable');
    await Promise.all([refused, admitted].map((store) => store.close()));
    await guarded.halt();
  });
});

test.each([
  ['not a URL', 'nats'],
  ['another protocol', 'http://127.0.0.1:4222'],
  ['no host', 'nats://'],
])('%s is refused as the URL of a broker', async (_, broker) => {
  const opened = await openStore({ folder: '', url: 'postgres://tablier@127.0.0.1:1/none', broker });
  expect(opened).toMatchObject({ ok: false, error: { name: 'bad-broker-url' } });
});

test('a broker without PostgreSQL is refused: SQLite has one node', async () => {
  const opened = await openStore({ folder: 'not created', broker: 'nats://127.0.0.1:4222' });
  expect(opened).toMatchObject({ ok: false, error: { name: 'bad-broker-url' } });
});
