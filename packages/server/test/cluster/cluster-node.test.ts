import { type NodeList, type NodePort, type NodeStatus, StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { ClusterNode } from '../../src/cluster/cluster-node.ts';
import { formatPresence, parseNodeMessage } from '../../src/cluster/membership.ts';

/** One node at a port that records what it sends, and at a database that can be away. `notes`: the heartbeats of the others. */
async function startNode() {
  const sent: string[] = [];
  const notes: NodeStatus[] = [];
  let isAway = false;
  let onMessage: (text: string) => void = () => undefined;
  const heartbeat = (): Promise<NodeList> =>
    isAway ? Promise.reject(new StoreUnavailable('away')) : Promise.resolve({ now: Date.now(), notes: [...notes] });
  const port: NodePort = {
    brokerState: 'none',
    heartbeat,
    leave: () => Promise.resolve(),
    publish: (message) => void sent.push(message),
    subscribe: (listener) => {
      onMessage = (text) => listener.onMessage(text);
    },
  };
  const store = { outages: () => Promise.resolve([]), recordOutage: () => Promise.resolve() };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const node = new ClusterNode({ id: 'here', port, store, now: Date.now, log });
  await node.start({ onChange: () => undefined, onPresence: () => undefined });
  const away = (is: boolean): void => {
    isAway = is;
  };
  const receive = (texts: readonly string[]): void => texts.forEach((text) => onMessage(text));
  return { node, sent, notes, away, receive };
}

test('after an outage a node sends its presence again, because others may have dropped it', async () => {
  const { node, sent, away } = await startNode();
  node.share('table', { seats: [0], spectators: 2 }, []);
  const shared = sent.splice(0);
  expect(parseNodeMessage(shared[0] ?? '')).toMatchObject({ node: 'here', here: [['table', { seats: [0] }, []]] });
  away(true);
  node.doubt();
  await expect.poll(() => node.health().isServing, { interval: 5 }).toBe(false);
  expect(sent).toEqual([]);
  away(false);
  await expect.poll(() => node.health().isServing, { interval: 5 }).toBe(true);
  expect(sent).toEqual(shared);
  await node.stop();
});

test('a late report of a node that left revives nothing, until the node is back', async () => {
  const { node, sent, notes, receive } = await startNode();
  const report = formatPresence('there', [['table', { seats: [1], spectators: 3 }, []]]);
  const seats = () => node.onOtherNodes('table').seats;
  const noted = async (note: NodeStatus): Promise<void> => {
    notes.splice(0, 1, note);
    node.doubt();
    await expect.poll(() => node.health().isServing, { interval: 5 }).toBe(true);
  };
  receive(report);
  expect(seats(), 'a node whose heartbeat was not read yet').toEqual([1]);
  await noted({ node: 'there', at: Date.now(), isGone: false });
  expect(seats()).toEqual([1]);
  await noted({ node: 'there', at: Date.now() + 1, isGone: true });
  expect(seats()).toEqual([]);
  receive(report);
  expect(seats(), 'a late report').toEqual([]);
  sent.splice(0);
  await noted({ node: 'there', at: Date.now() + 2, isGone: false });
  expect(sent.some((text) => parseNodeMessage(text)?.asks)).toBe(true);
  receive(report);
  expect(seats()).toEqual([1]);
  await node.stop();
});

test('the owner of a table is sought again when a node comes or goes', async () => {
  const { node, notes } = await startNode();
  const tables = Array.from({ length: 20 }, (_, index) => `table ${index}`);
  const owned = (): number => tables.filter((table) => node.owns(table)).length;
  const noted = async (note: NodeStatus): Promise<void> => {
    notes.splice(0, 1, note);
    node.doubt();
    await expect.poll(() => node.health().isServing, { interval: 5 }).toBe(true);
  };
  expect(owned()).toBe(20);
  await noted({ node: 'there', at: Date.now(), isGone: false });
  expect(owned()).toBeLessThan(20);
  await noted({ node: 'there', at: Date.now() + 1, isGone: true });
  expect(owned()).toBe(20);
  await node.stop();
});
