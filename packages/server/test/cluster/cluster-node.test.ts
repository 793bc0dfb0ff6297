import { type NodeList, type NodePort, StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { ClusterNode } from '../../src/cluster/cluster-node.ts';
import { parseNodeMessage } from '../../src/cluster/node-messages.ts';

/** One node at a port that records what it sends, and at a database that can be away. */
async function startNode() {
  const sent: string[] = [];
  let isAway = false;
  const heartbeat = (): Promise<NodeList> =>
    isAway ? Promise.reject(new StoreUnavailable('away')) : Promise.resolve({ now: Date.now(), notes: [] });
  const port: NodePort = {
    brokerState: 'none',
    heartbeat,
    leave: () => Promise.resolve(),
    publish: (message) => void sent.push(message),
    subscribe: () => () => undefined,
  };
  const store = { outages: () => Promise.resolve([]), recordOutage: () => Promise.resolve() };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const node = new ClusterNode({ id: 'here', port, store, now: Date.now, log });
  await node.start({ onChange: () => undefined, onPresence: () => undefined });
  const away = (is: boolean): void => {
    isAway = is;
  };
  return { node, sent, away };
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
