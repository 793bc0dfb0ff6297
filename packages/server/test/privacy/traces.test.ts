import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { terms } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Browser } from '../accounts/browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const FEW = { burst: 2, perSecond: 1e-6 };
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ limits: { guests: MANY, tables: MANY, traces: FEW, renames: FEW } });
});
afterEach(() => server.remove());

async function somebody(name: string) {
  const browser = await Browser.guest(server.url, name);
  const id = (browser.cookies.get('tablier_session') ?? '').split('.')[0] ?? '';
  return { browser, id, line: await browser.line() };
}

/** How many traces the database holds of a person. */
async function tracesOf(person: string): Promise<number> {
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  const traces = await store.accounts.streamsOf(person);
  await store.close();
  return traces.length;
}

describe('a trace at a table where one does not sit', () => {
  test('is left by no command that was refused', async () => {
    const [host, eve] = [await somebody('Host'), await somebody('Eve')];
    for (let count = 0; count < 3; count++) {
      const { table } = await host.line.must({ kind: 'open', terms: terms('isaac') });
      for (const kind of ['decline', 'stand'] as const) {
        expect((await eve.line.do({ kind, table })).ok, kind).toBe(false);
      }
      expect((await eve.line.do({ kind: 'say', table, text: '   ' })).ok).toBe(false);
    }
    expect(await tracesOf(eve.id)).toBe(0);
    for (const { line } of [host, eve]) await line.leave();
  });

  test('is stored once for each table, and of too many the next is refused by name', async () => {
    const [host, eve] = [await somebody('Host'), await somebody('Eve')];
    const tables: string[] = [];
    for (let count = 0; count < 3; count++) {
      tables.push((await host.line.must({ kind: 'open', terms: terms('isaac') })).table);
    }
    const [first = '', second = '', third = ''] = tables;
    for (const table of [first, first, second, first]) await eve.line.must({ kind: 'say', table, text: 'Hello' });
    const refused = await eve.line.do({ kind: 'say', table: third, text: 'Hello' });
    expect(refused).toMatchObject({
      ok: false,
      error: { name: 'too-many', retryMs: expect.any(Number) as number },
    });
    expect(await tracesOf(eve.id)).toBe(2);
    for (const { line } of [host, eve]) await line.leave();
  });
});

test('of too many names the next is refused; the same name again is none', async () => {
  const { browser, line } = await somebody('Ada');
  const rename = async (name: string) => (await browser.ask('PATCH', '/api/me', { name })).status;
  const statuses = [await rename('Ada'), await rename('Ada B.'), await rename('Ada C.'), await rename('Ada D.')];
  expect(statuses).toEqual([200, 200, 200, 429]);
  await line.leave();
});
