import { join as path } from 'node:path';
import { MAX_CHAT_LINES } from '@tablier/protocol';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { join, newGuest, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { MAX_LINES_OF_PERSON } from '../../src/tables/chat-window.ts';
import { startTestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: MANY, chat: MANY, commands: MANY, messages: MANY, tables: MANY };

/** Only the first line records the trace. */
async function say(client: TestClient, table: string, [first = '', ...others]: readonly string[]): Promise<void> {
  await client.must({ kind: 'say', table, text: first });
  await Promise.all(others.map((text) => client.must({ kind: 'say', table, text })));
}
const lines = (word: string, count: number): string[] => Array.from({ length: count }, (_, n) => `${word} ${n}`);
const textsOf = (client: TestClient, table: string, room: 'players' | 'spectators' = 'spectators') =>
  (client.core.tables.get(table)?.chat[room] ?? []).map(({ text }) => text);

async function withServers(
  database: 'SQLite' | 'PostgreSQL',
  work: (urls: readonly [string, string], stored: (log: string) => Promise<readonly number[]>) => Promise<void>,
): Promise<void> {
  const url = database === 'SQLite' ? undefined : await makePostgresDatabase();
  const server = await startTestServer({ limits }, url);
  const other = url === undefined ? null : await server.again();
  const store = await mustOpen({ folder: path(server.folder, 'data'), url });
  try {
    await work([server.url, other?.url ?? server.url], async (log) => (await store.read(log, 1)).map(({ seq }) => seq));
  } finally {
    await store.close();
    await other?.close();
    await server.remove();
  }
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'the newest lines of a chat stay and older ones roll off, for newcomers and on disk (%s)',
  (database) =>
    withServers(database, async ([here, there], stored) => {
      const [ada, bob] = [await join(here, 'Ada'), await join(there, 'Bob')];
      const table = await sitDown([ada, bob], terms('isaac'));
      const crowd = await Promise.all(
        Array.from({ length: 7 }, (_, n) => join(n % 2 === 0 ? here : there, `Eve ${n}`)),
      );
      for (const [n, eve] of crowd.entries()) await say(eve, table, lines(`of ${n}`, 80));
      const last = await join(there, 'Last');
      expect(await last.must({ kind: 'say', table, text: 'the end' })).toMatchObject({ version: 561 });
      await last.view(table);
      await last.until(() => textsOf(last, table).at(-1) === 'the end');
      expect(textsOf(last, table)).toHaveLength(MAX_CHAT_LINES);
      expect(textsOf(last, table)).not.toContain('of 0 0');
      await expect.poll(async () => (await stored(`${table}-spectators`)).length).toBe(MAX_CHAT_LINES);
      const again = await join(here, 'Again');
      await again.view(table);
      await again.until(() => textsOf(again, table).length >= MAX_CHAT_LINES);
      expect(textsOf(again, table)).toEqual(textsOf(last, table));
      await Promise.all([ada, bob, last, again, ...crowd].map((client) => client.leave()));
    }),
);

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a flood of chat lines pushes out only the lines of its author, and they go when the author is deleted (%s)',
  (database) =>
    withServers(database, async ([here, there], stored) => {
      const cookie = await newGuest(here, 'Eve');
      const [ada, bob, eve] = [
        await join(here, 'Ada'),
        await join(there, 'Bob'),
        await new TestClient(here, cookie).connect(),
      ];
      const table = await sitDown([ada, await join(here, 'Carl')], terms('isaac'));
      await say(bob, table, ['first of Bob']);
      await say(eve, table, lines('flood', MAX_CHAT_LINES + MAX_LINES_OF_PERSON));
      await say(bob, table, ['last of Bob']);
      await bob.view(table);
      await bob.until(() => textsOf(bob, table).includes('last of Bob'));
      const newcomer = await join(there, 'New');
      await newcomer.view(table);
      await newcomer.until(() => textsOf(newcomer, table).includes('last of Bob'));
      const seen = textsOf(newcomer, table);
      expect(seen).toHaveLength(MAX_LINES_OF_PERSON + 2);
      expect([seen[0], seen.at(-1)]).toEqual(['first of Bob', 'last of Bob']);
      await expect.poll(async () => (await stored(`${table}-spectators`)).length).toBe(seen.length);
      const gone = await fetch(`${here}/api/me`, { method: 'DELETE', headers: { cookie } });
      expect(gone.status).toBe(204);
      await expect
        .poll(async () => {
          const late = await join(here, 'Late');
          await late.view(table);
          await late.until(() => textsOf(late, table).length > 0);
          await late.leave();
          return textsOf(late, table).filter((text) => text !== '');
        })
        .toEqual(['first of Bob', 'last of Bob']);
      await Promise.all([ada, bob, newcomer].map((client) => client.leave()));
    }),
);
