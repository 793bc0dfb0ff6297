import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { TableSummary } from '@tablier/protocol';
import { join, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '../../src/http/create-http.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

/** As a browser without cookies asks. */
function look(headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const sent = request(new URL('/api/lobby', server.url), { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end();
  });
}

const tablesIn = (bytes: Buffer): readonly string[] =>
  (JSON.parse(bytes.toString()) as { tables: TableSummary[] }).tables.map(({ id }) => id);

test('who only looks at the lobby gets one answer for all, and soon what has changed', async () => {
  const ada = await join(server.url, 'Ada');
  const opened = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
      await ada.view(table);
      return table;
    }),
  );
  await expect.poll(async () => tablesIn((await look()).bytes), { timeout: 5000 }).toHaveLength(4);
  // A second one within its time is answered without the work of other requests, which have an id.
  await expect.poll(async () => (await look()).headers['x-request-id'], { timeout: 5000 }).toBeUndefined();
  const known = await look();
  expect(tablesIn(known.bytes).toSorted()).toEqual(opened.toSorted());
  expect(known.headers).toMatchObject({
    'x-content-type-options': SECURITY_HEADERS['x-content-type-options'],
    'content-security-policy': SECURITY_HEADERS['content-security-policy'],
    'cache-control': 'public, max-age=1, stale-while-revalidate=1',
    'content-type': 'application/json; charset=utf-8',
  });
  await look({ 'accept-encoding': 'br' });
  const small = await look({ 'accept-encoding': 'br' });
  expect([small.headers['content-encoding'], small.bytes.length < known.bytes.length / 2]).toEqual(['br', true]);
  expect(tablesIn(brotliDecompressSync(small.bytes))).toEqual(tablesIn(known.bytes));
  const again = await look({ 'if-none-match': String(small.headers['etag']) });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  expect(server.log.filter((line) => line.includes('/api/lobby'))).toEqual([]);
  await ada.leave();
  await expect.poll(async () => tablesIn((await look()).bytes), { timeout: 5000 }).toHaveLength(0);
});

test('a host name that is not that of the server gets no answer from the snapshot', async () => {
  for (let time = 0; time < 3; time++) {
    await look();
    expect((await look({ host: 'elsewhere.example' })).status).toBe(421);
  }
});
