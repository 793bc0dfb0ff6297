import { join, RawConnection, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const LOADS = 5;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, tables: MANY, loads: { burst: LOADS, perSecond: 1e-9 } } });
});
afterAll(() => server.remove());

/** An id that no table has: it is looked for in the database each time. */
const absent = (number: number): string => `absent-${number}`.padEnd(22, '-');

test('an address may make the server load so many tables, over all its connections and the API; those in memory are free', async () => {
  const ada = await join(server.url, 'Ada');
  const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
  const watched = async (id: string): Promise<string> => {
    const connection = await RawConnection.open(server.url);
    connection.send({ kind: 'watch', table: id });
    const { error } = await connection.next('not-watching');
    connection.ws.terminate();
    return error.name;
  };
  const asked = async (id: string, path = ''): Promise<number> =>
    (await fetch(`${server.url}/api/v1/tables/${id}${path}`)).status;
  expect([await watched(absent(1)), await watched(absent(2))]).toEqual(['unknown-table', 'unknown-table']);
  expect([await asked(absent(3)), await asked(absent(4), '/events')]).toEqual([404, 404]);
  expect(await ada.refusal({ kind: 'stand', table: absent(5) })).toBe('unknown-table');
  // A table is in memory from its opening on.
  await ada.view(table);
  for (let more = 0; more < 2; more++) expect(await watched(absent(7))).toBe('too-many');
  expect([await asked(absent(7)), await asked(absent(7), '/events')]).toEqual([429, 429]);
  expect(await ada.refusal({ kind: 'stand', table: absent(7) })).toBe('too-many');
  expect(await asked(table)).toBe(200);
  await ada.must({ kind: 'stand', table });
  await ada.leave();
});
