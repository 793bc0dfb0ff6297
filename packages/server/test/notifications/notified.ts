import type { NotificationSettings, NotificationState, TableTerms } from '@tablier/protocol';
import { freePort, makePostgresDatabase } from '@tablier/testkit';
import { randomChoice, terms } from '@tablier/testkit/online';
import { SeededRng } from '@tablier/core';
import { afterEach, expect } from 'vitest';
import type { OnlineSettings } from '../../src/index.ts';
import { clients, type Player, player } from '../members.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { MailServer } from './mail-server.ts';
import { PushReceiver, PushService } from './push-service.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: MANY, lines: MANY, tables: MANY, signIns: MANY, accounts: MANY, changes: MANY, lookups: MANY };

/** A server with its push service and its mail server, which the test looks into. */
export interface Notified {
  readonly server: TestServer;
  readonly url: string;
  readonly push: PushService;
  readonly mail: MailServer;
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  for (const close of open.splice(0).toReversed()) await close();
});

export async function startNotified(kind: 'sqlite' | 'postgres', changes: OnlineSettings = {}): Promise<Notified> {
  const [push, mail, port] = [await PushService.start(), await MailServer.start(), await freePort()];
  const online = { limits, paces: { notify: 300, jobs: 300 }, push: { agent: push.agent }, ...changes };
  const url = `http://localhost:${port}`;
  const server = await startTestServer(online, kind === 'sqlite' ? undefined : await makePostgresDatabase(), {
    port,
    origin: url,
    mail: { url: mail.url, from: 'Tablier <tablier@club.example>' },
  });
  open.push(
    () => push.close(),
    () => mail.close(),
    () => server.remove(),
  );
  return { server, url, push, mail };
}

/** A player who gets notifications in this browser. */
export async function subscribed(
  { url, push }: Notified,
  name: string,
  username?: string,
): Promise<Player & { readonly receiver: PushReceiver }> {
  const person = await player(url, name, username);
  const receiver = new PushReceiver();
  const target = { endpoint: push.endpoint(name), keys: receiver.keys };
  expect((await person.browser.ask('PUT', '/api/me/push', target)).status).toBe(204);
  return { ...person, receiver };
}

export const stateOf = async ({ browser }: Player): Promise<NotificationState> =>
  JSON.parse((await browser.ask('GET', '/api/me/notifications')).text) as NotificationState;

export const SETTINGS: NotificationSettings = {
  language: 'en',
  zone: 'UTC',
  push: ['turn', 'began', 'over', 'invitation'],
  mail: ['turn', 'began', 'over', 'invitation'],
  quiet: null,
};

export const save = async ({ browser }: Player, changes: Partial<NotificationSettings>): Promise<void> =>
  expect((await browser.ask('PUT', '/api/me/notifications', { ...SETTINGS, ...changes })).status).toBe(204);

/** A player opens a table without a clock, at which they move first. */
export async function waitingTable(host: Player, changes: Partial<TableTerms> = {}): Promise<string> {
  const { table } = await host.client.must({ kind: 'open', terms: terms('isaac', changes) });
  return table;
}

/** One move of a player who looks at the table for it. */
export async function move(client: Player['client'], table: string): Promise<void> {
  const view = await client.view(table, ({ match, you }) => match !== null && match.view.turn === you);
  const chosen = randomChoice(view, new SeededRng('notified'));
  await client.must({ kind: 'act', table, action: { kind: 'move', move: chosen } });
}
