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

async function newPlayer(name: string) {
  const browser = await Browser.guest(server.url, name);
  const id = (browser.cookies.get('tablier_session') ?? '').split('.')[0] ?? '';
  return { browser, id, client: await browser.connect() };
}

/** The number of recorded tables of a person. */
async function recordedTables(person: string): Promise<number> {
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  const tables = await store.accounts.streamsOf(person);
  await store.close();
  return tables.length;
}

describe('a table with personal data of a person without a seat', () => {
  test('is not recorded by a refused command', async () => {
    const [host, eve] = [await newPlayer('Host'), await newPlayer('Eve')];
    for (let count = 0; count < 3; count++) {
      const { table } = await host.client.must({ kind: 'open', terms: terms('isaac') });
      for (const kind of ['decline', 'stand'] as const) {
        expect((await eve.client.do({ kind, table })).ok, kind).toBe(false);
      }
      expect((await eve.client.do({ kind: 'say', table, text: '   ' })).ok).toBe(false);
    }
    expect(await recordedTables(eve.id)).toBe(0);
    for (const { client } of [host, eve]) await client.leave();
  });

  test('is recorded once, and too many are refused by name', async () => {
    const [host, eve] = [await newPlayer('Host'), await newPlayer('Eve')];
    const tables: string[] = [];
    for (let count = 0; count < 3; count++) {
      tables.push((await host.client.must({ kind: 'open', terms: terms('isaac') })).table);
    }
    const [first = '', second = '', third = ''] = tables;
    for (const table of [first, first, second, first]) await eve.client.must({ kind: 'say', table, text: 'Hello' });
    const refused = await eve.client.do({ kind: 'say', table: third, text: 'Hello' });
    expect(refused).toMatchObject({
      ok: false,
      error: { name: 'too-many', retryMs: expect.any(Number) as number },
    });
    expect(await recordedTables(eve.id)).toBe(2);
    for (const { client } of [host, eve]) await client.leave();
  });
});

test('too many changes of the display name are refused; the same name does not count', async () => {
  const { browser, client } = await newPlayer('Ada');
  const rename = async (name: string) => (await browser.ask('PATCH', '/api/me', { name })).status;
  const statuses = [await rename('Ada'), await rename('Ada B.'), await rename('Ada C.'), await rename('Ada D.')];
  expect(statuses).toEqual([200, 200, 200, 429]);
  await client.leave();
});
