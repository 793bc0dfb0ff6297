import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePostgresDatabase } from '@tablier/testkit';
import { newGuest, RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { startTestServer } from '../running.ts';
import { metricOf, metricsNow, settled } from './metrics.ts';

describe('readiness', () => {
  test('reports when the data cannot be written, and when it can again; health is unaffected', async () => {
    let late = 0;
    const server = await startTestServer({ now: () => Date.now() + late });
    const ready = async (): Promise<number> => (await fetch(`${server.url}/api/ready`)).status;
    expect(await ready()).toBe(200);
    const data = join(server.folder, 'data');
    renameSync(data, `${data}-away`);
    // As if it had been away for a while.
    late = 60_000;
    expect(await settled(ready, 503)).toBe(503);
    const answer = await fetch(`${server.url}/api/ready`);
    expect(await answer.json()).toEqual({ error: { name: 'not-ready', detail: 'database' } });
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    const isLogged = async () => Number(server.log.some((line) => line.includes('ENOENT') && line.includes('"stack"')));
    expect(await settled(isLogged, 1)).toBe(1);
    renameSync(`${data}-away`, data);
    expect(await settled(ready, 200)).toBe(200);
    await server.remove();
  });

  test('reports a shutdown, while other requests get `unavailable` with a retry time, and open pages their files', async () => {
    const server = await startTestServer();
    const kept = await Promise.all(
      ['/api/ready', '/api/games', '/assets/app-1a2b.js'].map(() => RawSocket.open(server.url)),
    );
    // A client that does not answer delays the shutdown by a second.
    const deaf = await RawSocket.open(server.url);
    deaf.socket.write(upgradeRequest('/api/socket'));
    expect(await deaf.status()).toBe(101);
    const removed = server.remove();
    for (const [index, path] of ['/api/ready', '/api/games', '/assets/app-1a2b.js'].entries())
      kept[index]?.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(await Promise.all(kept.map((client) => client.status()))).toEqual([503, 503, 200]);
    await removed;
    expect(kept[0]?.received).toContain('{"error":{"name":"not-ready","detail":"closing"}}');
    expect(kept[1]?.received).toMatch(/retry-after: 5[^]*"name":"unavailable"/);
    for (const { socket } of [...kept, deaf]) socket.destroy();
  });
});

describe('metrics', () => {
  test('are served on their own port only, and count', async () => {
    const server = await startTestServer({}, undefined, { metrics: { port: 0, host: '127.0.0.1' } });
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    await fetch(`${server.url}/api/v1/records/nothing`);
    expect(await metricOf(server, 'tablier_http_requests_total{status="404"}')).toBe(2);
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(await metricOf(server, name), name).toBeGreaterThan(0);
    expect(await metricOf(server, 'tablier_database_serving')).toBe(1);
    expect(await metricOf(server, 'tablier_tables_in_memory')).toBe(0);
    expect(await metricOf(server, 'tablier_bots_waiting')).toBe(0);
    expect(await metricOf(server, 'tablier_bots_searching')).toBe(0);
    const elsewhere = await fetch(`http://127.0.0.1:${server.metricsPort}/api/games`);
    expect(elsewhere.status).toBe(404);
    await server.remove();
  });

  test('measure the SQLite writer: writes per disk sync, and the time of each', async () => {
    const server = await startTestServer({}, undefined, { metrics: { port: 0, host: '127.0.0.1' } });
    const before = await metricOf(server, 'tablier_writer_wait_seconds_count');
    const guests = Array.from({ length: 8 }, (_, index) => newGuest(server.url, `guest ${index}`));
    await Promise.all(guests);
    // At one moment, because background work writes too.
    const now = await metricsNow(server);
    const written = now('tablier_writer_wait_seconds_count');
    // Each guest is one write.
    expect(written).toBeGreaterThanOrEqual(before + 8);
    expect(now('tablier_writer_wait_seconds_bucket{le="+Inf"}')).toBe(written);
    expect(now('tablier_writer_wait_seconds_sum')).toBeGreaterThan(0);
    const batches = now('tablier_writer_batch_size_count');
    expect(batches).toBeGreaterThan(0);
    expect(batches).toBeLessThanOrEqual(written);
    expect(now('tablier_writer_batch_size_sum')).toBe(written);
    await server.remove();
  });

  test('measure the wait for a PostgreSQL connection', async () => {
    const server = await startTestServer({}, await makePostgresDatabase(), {
      metrics: { port: 0, host: '127.0.0.1' },
    });
    const waited = () => metricOf(server, 'tablier_pool_wait_seconds_count');
    const before = await waited();
    expect(before).toBeGreaterThan(0);
    await newGuest(server.url, 'Ada');
    expect(await waited()).toBeGreaterThan(before);
    expect(await metricOf(server, 'tablier_writer_wait_seconds_count')).toBe(0);
    await server.remove();
  });

  test('are only served if requested', async () => {
    const server = await startTestServer();
    expect(server.metricsPort).toBeNull();
    await server.remove();
  });

  test('on a port in use prevent the start, by name', async () => {
    const server = await startTestServer();
    const port = Number(new URL(server.url).port);
    await expect(startTestServer({}, undefined, { metrics: { port, host: '127.0.0.1' } })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `port ${port} is in use: choose another with --metrics-port`,
    });
    await server.remove();
  });
});
