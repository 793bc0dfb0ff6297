import { join as joinPath } from 'node:path';
import { SeededRng } from '@tablier/core';
import { changeDatabase, makePostgresDatabase } from '@tablier/testkit';
import { join, randomChoice, sitDown, terms } from '@tablier/testkit/online';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

async function start(kind: 'sqlite' | 'postgres') {
  const url = kind === 'sqlite' ? undefined : await makePostgresDatabase();
  const server = await startTestServer({}, url);
  onTestFinished(() => server.remove());
  const change = (statement: string) => changeDatabase({ folder: joinPath(server.folder, 'data'), url }, statement);
  return { server, change };
}

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly err?: { readonly type: string; readonly message: string };
}

const linesOf = (server: TestServer, level: number): Line[] =>
  server.log.map((line) => JSON.parse(line) as Line).filter((line) => line.level >= level);

describe.each(['sqlite', 'postgres'] as const)('a statement that %s refuses is a bug, not an outage', (kind) => {
  test('for a request: 500 without a time to wait, logged with the cause', async () => {
    const { server, change } = await start(kind);
    // Of another list each time, because an answer is shared for a second.
    const page = `${server.url}/api/v1/tournaments?status=`;
    expect((await fetch(`${page}open`)).status).toBe(200);
    await change('alter table tournament rename to renamed');
    const response = await fetch(`${page}over`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([500, null]);
    expect(await response.json()).toEqual({ error: { name: 'internal' } });
    const [line, ...more] = linesOf(server, 40).filter(({ msg }) => msg.startsWith('request failed'));
    expect([line?.msg, more]).toEqual(['request failed: bug', []]);
    expect(line?.err).toMatchObject({ type: 'StoreFault', message: expect.stringContaining('tournament') as string });
  });

  test('for a command: `internal`, never resent; the table works again when the database does', async () => {
    const { server, change } = await start(kind);
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const table = await sitDown([ada, grace], terms('isaac'));
    const begun = await ada.view(table);
    const move = randomChoice(begun, new SeededRng('fault'));
    await change('alter table event rename to renamed');
    expect(await ada.act(table, { kind: 'move', move })).toEqual({ ok: false, error: { name: 'internal' } });
    expect((await fetch(`${server.url}/api/health`)).status, 'the database is up').toBe(200);
    const lines = linesOf(server, 50).filter(({ msg }) => msg.startsWith('message'));
    expect(lines).toMatchObject([{ msg: 'message handler failed', err: { type: 'StoreFault' } }]);
    await change('alter table renamed rename to event');
    await ada.must({ kind: 'act', table, action: { kind: 'move', move } });
    expect((await grace.view(table, ({ match }) => match?.plies === 1)).match?.plies).toBe(1);
    await Promise.all([ada.leave(), grace.leave()]);
  });
});
