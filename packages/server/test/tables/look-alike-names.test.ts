import type { TableRecord, TableView } from '@tablier/protocol';
import { terms, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Browser } from '../accounts/browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const ALICE = 'alice';
/** The first letter is Cyrillic. */
const OTHER_ALICE = '\u0430lice';
const PASSWORD = 'correct horse battery';
let server: TestServer;
const lines: TestClient[] = [];

beforeEach(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY, signIns: MANY } });
});
afterEach(async () => {
  for (const line of lines.splice(0)) await line.leave();
  await server.remove();
});

async function newcomer(name: string) {
  const browser = await Browser.guest(server.url, name);
  return { browser, line: await lineOf(browser) };
}

async function lineOf(browser: Browser): Promise<TestClient> {
  const line = await browser.connect();
  lines.push(line);
  return line;
}

async function stranger(): Promise<TestClient> {
  const line = await new TestClient(server.url).connect();
  lines.push(line);
  return line;
}

const namesIn = ({ chairs }: Pick<TableView, 'chairs'>): string[] =>
  chairs.map((chair) => ('name' in chair ? chair.name : chair.kind));
const isPlaying = ({ phase }: TableView): boolean => phase === 'playing';

/** Two people with look-alike names play a game in the lobby. */
async function twoAlices(seating: 'chosen' | 'drawn' = 'chosen') {
  const [first, second] = [await newcomer(ALICE), await newcomer(OTHER_ALICE)];
  const { table } = await first.line.must({
    kind: 'open',
    terms: terms('isaac', { visibility: 'open', chairs: ['open', 'me'], seating }),
  });
  await first.line.view(table);
  await second.line.must({ kind: 'sit', table, chair: 0 });
  return { first, second, table };
}

describe('two people whose names look alike', () => {
  test('have different names for all viewers: seats, lobby, chat, record, after a restart', async () => {
    const { first, second, table } = await twoAlices('drawn');
    const views = [await first.line.view(table, isPlaying), await second.line.view(table, isPlaying)];
    const onlooker = await stranger();
    onlooker.core.enterLobby();
    views.push(await onlooker.view(table));
    const [names = []] = views.map(namesIn);
    expect(names.toSorted()).toEqual([ALICE, `${OTHER_ALICE} (2)`]);
    expect(views.map(namesIn)).toEqual([names, names, names]);
    await onlooker.until(() => onlooker.core.lobby.get(table)?.phase === 'playing');
    expect(onlooker.core.lobby.get(table)?.chairs.map((chair) => ('name' in chair ? chair.name : ''))).toEqual(names);

    await second.line.must({ kind: 'say', table, text: 'good luck' });
    await first.line.must({ kind: 'say', table, text: 'to you too' });
    const said = [`${OTHER_ALICE} (2): good luck`, `${ALICE}: to you too`];
    expect(await first.line.chat(table, 'players', 2)).toEqual(said);
    expect(await second.line.chat(table, 'players', 2)).toEqual(said);

    await first.line.must({ kind: 'act', table, action: { kind: 'resign' } });
    await second.line.view(table, ({ phase }) => phase === 'over');
    const recordAt = async (url: string) =>
      (await (await fetch(`${url}/api/v1/tables/${table}/record`)).json()) as TableRecord;
    expect(namesIn({ chairs: [...(await recordAt(server.url)).seats] })).toEqual(names);
    const next = await server.again();
    expect(namesIn({ chairs: [...(await recordAt(next.url)).seats] })).toEqual(names);
    await next.close();
  });

  test('are distinct when a spectator speaks, and after a change of name', async () => {
    const { first, second, table } = await twoAlices();
    const [bob, third] = [await newcomer('bob'), await newcomer('ALICE')];
    await bob.line.view(table, isPlaying);
    await third.line.must({ kind: 'say', table, text: 'hello' });
    await bob.line.must({ kind: 'say', table, text: 'hello' });
    const renamed = await bob.browser.ask('PATCH', '/api/me', { name: 'Alice' });
    expect(renamed.status).toBe(200);
    const isRenamed = async () => {
      await bob.line.must({ kind: 'say', table, text: 'again' });
      const lines = await bob.line.chat(table, 'spectators', 3);
      return lines.at(-1) !== 'bob: again';
    };
    while (!(await isRenamed()));
    const lines = (await bob.line.chat(table, 'spectators', 3)).filter((line) => line !== 'bob: again');
    expect(lines).toEqual(['ALICE (3): hello', 'bob: hello', 'Alice (4): again']);
    expect(await third.line.chat(table, 'spectators', 3)).toContain('Alice (4): again');
    // A seated person keeps the name with which they sat down.
    expect((await second.browser.ask('PATCH', '/api/me', { name: 'Alice' })).status).toBe(200);
    expect(namesIn(await first.line.view(table))).toEqual([`${OTHER_ALICE} (2)`, ALICE]);
  });

  test('keep their names while others sit down and stand up, and a deleted person leaves none', async () => {
    const wanted = terms('masker', { chairs: ['me', 'open', 'open'] });
    const host = await newcomer('host');
    const [first, second] = [await newcomer(ALICE), await newcomer(OTHER_ALICE)];
    const { table } = await host.line.must({ kind: 'open', terms: wanted });
    const names = async (line: TestClient, expected: readonly string[]) => {
      await line.view(table, (view) => JSON.stringify(namesIn(view)) === JSON.stringify(expected));
    };
    await first.line.must({ kind: 'sit', table, chair: 1 });
    await second.line.must({ kind: 'sit', table, chair: 2 });
    await names(host.line, ['host', ALICE, `${OTHER_ALICE} (2)`]);
    await first.browser.ask('DELETE', '/api/me');
    await names(host.line, ['host', '', OTHER_ALICE]);
  });

  test('may come back: the person who came first is first again', async () => {
    const wanted = terms('masker', { chairs: ['me', 'open', 'open', 'open'] });
    const host = await newcomer('host');
    const [first, second] = [await newcomer(ALICE), await newcomer(OTHER_ALICE)];
    const { table } = await host.line.must({ kind: 'open', terms: wanted });
    for (const { line } of [first, second]) await line.must({ kind: 'sit', table, chair: line === first.line ? 1 : 2 });
    await first.line.must({ kind: 'stand', table });
    const left = await host.line.view(
      table,
      ({ chairs }) => chairs[1]?.kind === 'open' && chairs[2]?.kind === 'person',
    );
    expect(namesIn(left)).toEqual(['host', 'open', `${OTHER_ALICE} (2)`, 'open']);
    await first.line.must({ kind: 'sit', table, chair: 3 });
    const back = await host.line.view(table, ({ chairs }) => chairs[3]?.kind === 'person');
    expect(namesIn(back)).toEqual(['host', 'open', `${OTHER_ALICE} (2)`, ALICE]);
  });
});

describe('a guest', () => {
  const guestsIn = ({ chairs }: Pick<TableView, 'chairs'>): unknown[] =>
    chairs.map((chair) => (chair.kind === 'person' ? (chair.guest ?? null) : null));

  test('is distinguished from an account at the table and in the lobby, but not in the record', async () => {
    const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
    expect((await ada.browser.setPassword(PASSWORD, 'ada')).status).toBe(204);
    const line = await lineOf(ada.browser);
    const onlooker = await stranger();
    onlooker.core.enterLobby();
    const { table } = await line.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    await line.view(table);
    await onlooker.until(() => onlooker.core.lobby.has(table));
    expect(guestsIn({ chairs: [...(onlooker.core.lobby.get(table)?.chairs ?? [])] })).toEqual([false, null]);
    await grace.line.must({ kind: 'sit', table, chair: 1 });
    for (const each of [line, grace.line, onlooker])
      expect(guestsIn(await each.view(table, isPlaying))).toEqual([false, true]);
    await line.must({ kind: 'act', table, action: { kind: 'resign' } });
    await onlooker.view(table, ({ phase }) => phase === 'over');
    const record = await (await fetch(`${server.url}/api/v1/tables/${table}/record`)).text();
    expect(record).toContain('Grace');
    expect(record).not.toContain('guest');
  });

  test('who gets a credential while connected has an account at the next table', async () => {
    const ada = await newcomer('Ada');
    expect((await ada.browser.setPassword(PASSWORD, 'ada')).status).toBe(204);
    const isTold = async (): Promise<boolean> => {
      const { table } = await ada.line.must({ kind: 'open', terms: terms('isaac') });
      return guestsIn(await ada.line.view(table))[0] === false;
    };
    while (!(await isTold()));
  });

  test('is marked in a seek, and where the seek led', async () => {
    const [ada, grace] = [await newcomer('Ada'), await newcomer('Grace')];
    const onlooker = await stranger();
    onlooker.core.enterLobby();
    const { table: seek } = await ada.line.must({ kind: 'seek', game: 'isaac', pace: 'untimed' });
    await ada.line.view(seek);
    await onlooker.until(() => onlooker.core.lobby.has(seek));
    expect(guestsIn({ chairs: [...(onlooker.core.lobby.get(seek)?.chairs ?? [])] })).toContain(true);
    const { table } = await grace.line.must({ kind: 'seek', game: 'isaac', pace: 'untimed' });
    expect(guestsIn(await grace.line.view(table, isPlaying))).toEqual([true, true]);
  });

  test('or account that was deleted has no name', async () => {
    const { first, second, table } = await twoAlices();
    await second.line.view(table, isPlaying);
    expect((await first.browser.ask('DELETE', '/api/me')).status).toBe(204);
    const view = await second.line.view(table, ({ chairs }) => namesIn({ chairs }).includes(''));
    expect(guestsIn(view)).toEqual([true, null]);
  });
});
