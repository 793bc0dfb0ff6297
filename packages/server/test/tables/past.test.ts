import type { PastView } from '@tablier/match';
import { SeededRng } from '@tablier/core';
import { newGuest, randomChoice, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
let people: TestClient[] = [];
beforeEach(async () => {
  server = await startTestServer(UNLIMITED);
});
afterEach(async () => {
  await Promise.all(people.map((player) => player.leave()));
  await server.remove();
  people = [];
});

interface Person {
  readonly client: TestClient;
  readonly cookie: string;
}

async function come(name: string): Promise<Person> {
  const cookie = await newGuest(server.url, name);
  const client = await new TestClient(server.url, cookie).connect();
  people.push(client);
  return { client, cookie };
}

const ask = (table: string, cookie: string | null, query = ''): Promise<Response> =>
  fetch(`${server.url}/api/tables/${table}/past${query}`, cookie === null ? {} : { headers: { cookie } });

/** Whether the colour of each seat is visible in the position before the first move. */
async function coloursAtFirst(table: string, cookie: string): Promise<readonly boolean[]> {
  const [first] = (await (await ask(table, cookie)).json()) as readonly [
    { readonly view: { readonly seats: readonly { readonly colour: string | null }[] } },
  ];
  return first.view.seats.map(({ colour }) => colour !== null);
}

test('each reader gets the positions as they saw them: a player with their own colour, others with none', async () => {
  const [ada, bob, eve] = [await come('Ada'), await come('Bob'), await come('Eve')];
  const table = await sitDown([ada.client, bob.client], terms('masker'));
  expect(await (await ask(table, ada.cookie)).json()).toEqual([]);
  const before = await ada.client.view(table);
  await ada.client.must({
    kind: 'act',
    table,
    action: { kind: 'move', move: randomChoice(before, new SeededRng(1)) },
  });
  const [first] = (await (await ask(table, ada.cookie)).json()) as readonly PastView[];
  expect(first).toEqual({ plies: 0, view: before.match?.view, scores: null });
  expect(await coloursAtFirst(table, bob.cookie)).toEqual([false, true]);
  expect(await coloursAtFirst(table, eve.cookie)).toEqual([false, false]);
  expect(await (await ask(table, ada.cookie, '?until=0')).json()).toEqual([]);
});

test('nothing is sent without a session, for a wrong number, of an unknown table, and where only the last move is shown', async () => {
  const [ada, bob] = [await come('Ada'), await come('Bob')];
  const table = await sitDown([ada.client, bob.client], terms('arcanor', { options: { table: 'memory' } }));
  const statuses = [
    ask(table, null),
    ask(table, ada.cookie, '?until=-1'),
    ask(table, ada.cookie, '?until=x'),
    ask('nowhere', ada.cookie),
    ask(table, ada.cookie),
  ].map(async (answer) => (await answer).status);
  expect(await Promise.all(statuses)).toEqual([401, 400, 400, 404, 404]);
});
