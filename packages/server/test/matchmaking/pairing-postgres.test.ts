import { hashText, SeededRng } from '@tablier/core';
import { openStore, type Store } from '@tablier/store';
import { makePostgresDatabase, SEED } from '@tablier/testkit';
import { join, type TestClient, paired } from '@tablier/testkit/online';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const EASY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: EASY, lines: EASY, messages: EASY, commands: EASY, tables: EASY };
const WISH = { kind: 'seek', game: 'isaac', pace: 'calm' } as const;
const PEOPLE = 40;

let nodes: TestServer[];
let clients: TestClient[];
let store: Store;
let ticking: NodeJS.Timeout;

beforeEach(async () => {
  const url = await makePostgresDatabase();
  nodes = [await startTestServer({ limits }, url), await startTestServer({ limits }, url)];
  clients = [];
  // Like the page: what the database did not answer is requested again.
  ticking = setInterval(() => {
    for (const { core } of clients) core.tick();
  }, 500);
  const opened = await openStore({ folder: '', url });
  if (!opened.ok) throw new Error(opened.error.detail);
  store = opened.value;
});
afterEach(async () => {
  clearInterval(ticking);
  await Promise.all(clients.map((client) => client.leave()));
  await store.close();
  await Promise.all(nodes.map((node) => node.remove()));
});

const urlOf = (node: number): string => nodes[node % nodes.length]?.url ?? '';
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The people at a table, by its log. */
async function peopleAt(table: string): Promise<readonly string[]> {
  const events = await store.read(table, 1);
  const began = events.find(({ kind }) => kind === 'began')?.data as
    | { seats?: readonly { name?: string }[] }
    | undefined;
  return (began?.seats ?? []).map(({ name }) => name ?? '');
}

/** Each person plays with one other, and no seeks are left: by what the clients were sent, and by the database. */
async function expectPairs(tables: readonly string[], told: string): Promise<void> {
  const running = (await store.list('running', 1000)).map(({ id }) => id);
  expect([...running].sort(), told).toEqual([...new Set(tables)].sort());
  const seated = (await Promise.all(running.map(peopleAt))).flat();
  expect(seated.sort(), told).toEqual(clients.map((_, n) => `P${n}`).sort());
  expect(await store.list('seeking', 1000), told).toEqual([]);
}

test(`people who seek at once on two nodes are each paired with one other, and no one is left (TABLIER_SEED=${SEED})`, async () => {
  const rng = new SeededRng(hashText(SEED));
  for (let n = 0; n < PEOPLE; n++) clients.push(await join(urlOf(rng.below(2)), `P${n}`));
  const tables = await Promise.all(
    clients.map(async (client) => {
      await sleep(rng.below(60));
      return paired(client, WISH);
    }),
  );
  await expectPairs(tables, SEED);
});

test(`so are people whose connections break meanwhile and who reconnect to the other node (TABLIER_SEED=${SEED})`, async () => {
  const rng = new SeededRng(hashText(SEED));
  for (let n = 0; n < PEOPLE; n++) clients.push(await join(urlOf(n), `P${n}`));
  const tables = await Promise.all(
    clients.map(async (client, n) => {
      await sleep(rng.below(60));
      const table = paired(client, WISH);
      if (rng.below(2) === 0) {
        await sleep(rng.below(60));
        client.drop();
        await client.connect(urlOf(n + 1));
      }
      return table;
    }),
  );
  await expectPairs(tables, SEED);
});

test(`a node that stops during pairing leaves no seek behind, and all people are paired on the other one (TABLIER_SEED=${SEED})`, async () => {
  const rng = new SeededRng(hashText(SEED));
  const on = Array.from({ length: PEOPLE }, () => rng.below(2));
  for (const [n, node] of on.entries()) clients.push(await join(urlOf(node), `P${n}`));
  const [first, second] = nodes;
  if (first === undefined || second === undefined) throw new Error('two nodes');
  const tables = clients.map(async (client) => {
    await sleep(rng.below(60));
    return paired(client, WISH);
  });
  await sleep(rng.below(60));
  const stopped = first.close();
  const moved = clients.filter((_, n) => on[n] === 0).map((client) => client.connect(second.url));
  await Promise.all([stopped, ...moved]);
  await expectPairs(await Promise.all(tables), SEED);
});
