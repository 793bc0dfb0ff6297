import { join as path } from 'node:path';
import { MAX_CHAT_LINES } from '@tablier/protocol';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { join, newGuest, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { describe, expect, test } from 'vitest';
import { authorOf, ChatWindow, MAX_LINES_OF_PERSON } from '../../../src/tables/logs/chat.ts';
import { startTestServer } from '../../running.ts';

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

test('the newest lines of a chat stay and older ones roll off, for newcomers and on disk', () =>
  withServers('PostgreSQL', async ([here, there], stored) => {
    const [ada, bob] = [await join(here, 'Ada'), await join(there, 'Bob')];
    const table = await sitDown([ada, bob], terms('isaac'));
    const crowd = await Promise.all(Array.from({ length: 7 }, (_, n) => join(n % 2 === 0 ? here : there, `Eve ${n}`)));
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
    await again.until(() => textsOf(again, table).at(-1) === 'the end');
    expect(textsOf(again, table)).toEqual(textsOf(last, table));
    await Promise.all([ada, bob, last, again, ...crowd].map((client) => client.leave()));
  }));

test('a flood of chat lines pushes out only the lines of its author, and they go when the author is deleted', () =>
  withServers('SQLite', async ([here, there], stored) => {
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
  }));

const ADA = 'ada'.padEnd(22, '-');
const BASIL = 'basil'.padEnd(22, '-');

const keyOf = (person: string, n: number): string => `${person}_${n}`;
const line = (n: number) => ({ n, at: n, name: 'x', seat: null, text: `line ${n}` });

/** A window with lines of these people, numbered from 1; `null` for a deleted one. */
function windowOf(...people: readonly (string | null)[]): ChatWindow {
  const window = new ChatWindow();
  for (const [index, person] of people.entries()) {
    const n = index + 1;
    window.add(line(n), person === null ? null : keyOf(person, n));
  }
  return window;
}
const many = (person: string | null, count: number) => Array.from({ length: count }, () => person);
/** A crowd of people who say one line each. */
const crowd = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`.padEnd(22, '-'));
const numbersIn = (window: ChatWindow): number[] => window.since(0).map(({ line: { n } }) => n);

describe('the lines of a chat room', () => {
  test('are kept in order, with their authors', () => {
    expect([new ChatWindow().last, new ChatWindow().since(0)]).toEqual([0, []]);
    const window = windowOf(ADA, null, BASIL);
    expect(window.last).toBe(3);
    expect(window.since(0)).toEqual([
      { line: line(1), author: ADA },
      { line: line(2), author: '' },
      { line: line(3), author: BASIL },
    ]);
    expect(window.since(2)).toEqual([{ line: line(3), author: BASIL }]);
    expect(window.since(3)).toEqual([]);
  });

  test('after a number are found although numbers have gaps', () => {
    const window = new ChatWindow();
    for (const n of [10, 20, 30]) window.add(line(n), keyOf(ADA, n));
    expect([9, 10, 15, 29, 30].map((n) => window.since(n).length)).toEqual([3, 2, 2, 1, 0]);
  });

  test('are found by the command that sent them', () => {
    const window = windowOf(ADA, null, BASIL);
    expect(window.of(keyOf(BASIL, 3))).toEqual(line(3));
    expect(window.of(keyOf(ADA, 1))).toEqual(line(1));
    expect(window.of(keyOf(ADA, 3))).toBeUndefined();
  });

  test('are forgotten when the window is cleared', () => {
    const window = windowOf(...many(ADA, MAX_LINES_OF_PERSON + 1));
    window.clear();
    expect([window.last, window.since(0), window.surplus, window.of(keyOf(ADA, 5))]).toEqual([0, [], [], undefined]);
    for (let n = 1; n <= MAX_LINES_OF_PERSON; n++) window.add(line(n), keyOf(ADA, n));
    expect(window.surplus).toEqual([]);
  });

  test('that are read again after their author was deleted are not found by their commands', () => {
    const window = windowOf(ADA);
    window.clear();
    window.add(line(1), null);
    expect(window.of(keyOf(ADA, 1))).toBeUndefined();
  });
});

describe('the limits of a chat room', () => {
  test('a person with too many lines loses their own oldest line', () => {
    const window = windowOf(BASIL, ...many(ADA, MAX_LINES_OF_PERSON));
    expect(window.surplus).toEqual([]);
    window.add(line(200), keyOf(ADA, 200));
    expect(window.surplus).toEqual([2]);
    expect([window.of(keyOf(ADA, 2)), window.of(keyOf(BASIL, 1))]).toEqual([undefined, line(1)]);
    expect([window.last, window.since(0).length]).toEqual([200, MAX_LINES_OF_PERSON + 1]);
    window.add(line(201), keyOf(ADA, 201));
    expect(window.surplus).toEqual([2, 3]);
    window.add(line(202), keyOf(BASIL, 202));
    expect(window.surplus).toEqual([2, 3]);
  });

  test('lines of deleted people count for the room, and for none of them', () => {
    const window = windowOf(...many(null, MAX_CHAT_LINES));
    expect(window.surplus).toEqual([]);
    window.add(line(1000), null);
    expect(window.surplus).toEqual([1]);
    window.add(line(1001), keyOf(ADA, 1001));
    expect(window.surplus).toEqual([1, 2]);
    expect(numbersIn(window).slice(0, 2)).toEqual([3, 4]);
  });

  test('a person with too many lines does not displace the lines of deleted people', () => {
    const window = windowOf(null, ...many(ADA, MAX_LINES_OF_PERSON + 1));
    expect(window.surplus).toEqual([2]);
    expect(numbersIn(window)[0]).toBe(1);
  });

  test('the oldest line leaves a full room, no matter who wrote it', () => {
    const people = crowd(MAX_CHAT_LINES);
    const window = windowOf(...people);
    expect([window.surplus, window.since(0).length]).toEqual([[], MAX_CHAT_LINES]);
    window.add(line(1000), keyOf(ADA, 1000));
    expect([window.surplus, window.since(0).length]).toEqual([[1], MAX_CHAT_LINES]);
    expect(window.of(keyOf(people[0] ?? '', 1))).toBeUndefined();
  });

  test('a line that left the room no longer counts for its author', () => {
    const window = windowOf(ADA, ...crowd(MAX_CHAT_LINES));
    expect(window.surplus).toEqual([1]);
    for (let n = 1001; n <= 1000 + MAX_LINES_OF_PERSON; n++) window.add(line(n), keyOf(ADA, n));
    expect(window.of(keyOf(ADA, 1001))).toEqual(line(1001));
    window.add(line(2000), keyOf(ADA, 2000));
    expect(window.of(keyOf(ADA, 1001))).toBeUndefined();
    expect(window.surplus.at(-1)).toBe(1001);
  });

  test('what was removed from the store is no surplus any more', () => {
    const window = windowOf(...many(ADA, MAX_LINES_OF_PERSON + 2));
    expect(window.surplus).toEqual([1, 2]);
    window.forgetSurplus();
    expect(window.surplus).toEqual([]);
    window.add(line(500), keyOf(ADA, 500));
    expect(window.surplus).toEqual([3]);
  });
});

test('the key of a command begins with the id of its author', () => {
  expect(authorOf(keyOf(ADA, 7))).toBe(ADA);
});
