import { SeededRng } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { paired, randomChoice, type TestClient, terms } from '@tablier/testkit/online';
import { afterEach, expect } from 'vitest';
import type { OnlineSettings } from '../src/index.ts';
import { Browser } from './accounts/browser.ts';
import { startTestServer, type TestServer } from './running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
export const limits = {
  guests: MANY,
  lines: MANY,
  messages: MANY,
  commands: MANY,
  tables: MANY,
  signIns: MANY,
  accounts: MANY,
  changes: MANY,
  profiles: MANY,
  ratedTogether: MANY,
};
const SEEK = { kind: 'seek', game: 'isaac', pace: 'quick' } as const;

/** Closed after each test. */
let server: TestServer | undefined;
export const clients: TestClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  await server?.remove();
  server = undefined;
});

/** A server on SQLite without limits; closed after the test. */
export async function serveMembers(changes: OnlineSettings = {}): Promise<TestServer> {
  server = await startTestServer({ limits, ...changes });
  return server;
}

export interface Player {
  readonly browser: Browser;
  readonly client: TestClient;
}

/** A guest, or a member if they get a username. */
export async function player(url: string, name: string, username?: string): Promise<Player> {
  const browser = await Browser.guest(url, name);
  if (username !== undefined) expect((await browser.setPassword('correct horse battery', username)).status).toBe(204);
  const client = await browser.connect();
  clients.push(client);
  return { browser, client };
}

export const members = (url: string): Promise<Player[]> =>
  Promise.all([player(url, 'Ada', 'ada'), player(url, 'Grace', 'grace.h')]);

export const read = async <T>({ browser }: Player, path: string): Promise<T> =>
  JSON.parse((await browser.ask('GET', path)).text) as T;

/** The players make some moves, by default as many as make the match count, then the one to move resigns. The winner. */
export async function playShortly(table: string, players: readonly Player[], moves = 10): Promise<Player> {
  const rng = new SeededRng('short');
  for (let ply = 0; ply <= moves; ply++) {
    for (const each of players) {
      const view = await each.client.view(
        table,
        ({ match }) => (match?.plies ?? -1) >= ply && match?.clock?.seat !== -1,
      );
      if (view.match?.view.turn !== view.you) continue;
      const action =
        ply === moves ? ({ kind: 'resign' } as const) : ({ kind: 'move', move: randomChoice(view, rng) } as const);
      await each.client.must({ kind: 'act', table, action });
      break;
    }
  }
  const results = await Promise.all(players.map(({ client }) => client.view(table, ({ phase }) => phase === 'over')));
  const index = results.findIndex(({ you, match }) => match?.end?.places[you ?? -1] === 1);
  const winner = players[index];
  if (winner === undefined) throw new Error('no one won');
  // An answer of the API waits until what was seen is archived; a test may look into the database next.
  await read(winner, '/api/health');
  return winner;
}

export async function pairedTable(players: readonly Player[]): Promise<string> {
  const [table = ''] = await Promise.all(players.map(({ client }) => paired(client, SEEK)));
  return table;
}

export async function tableOf(host: Player, guest: Player, changes: Partial<TableTerms>): Promise<string> {
  const { table } = await host.client.must({ kind: 'open', terms: terms('isaac', changes) });
  await guest.client.must({ kind: 'sit', table, chair: 1 });
  return table;
}
