import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { startTestServer, type TestServer } from './running.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}${path}`, { headers });
const PAGE = { accept: 'text/html' };

/** Sends the path as written. `fetch` would normalise it, decompress the answer and use caches. */
async function rawGet(path: string, headers: Readonly<Record<string, string>> = PAGE): Promise<IncomingMessage> {
  const { hostname, port } = new URL(server.url);
  const asked = request({ hostname, port, path, headers }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return response.resume();
}

describe('the files of the page', () => {
  test('its assets are cached forever, and served compressed if a compressed copy exists', async () => {
    const plain = await get('/assets/app-1a2b.js', { 'accept-encoding': 'identity' });
    expect(await plain.text()).toBe('export {};');
    expect(plain.headers.get('cache-control')).toContain('immutable');
    expect(plain.headers.get('content-type')).toContain('javascript');
    const packed = await rawGet('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(packed.headers['content-encoding']).toBe('br');
  });

  test('the service worker and the manifest are requested each time, so that a new version is found', async () => {
    for (const [path, type] of [
      ['/service-worker.js', 'javascript'],
      ['/manifest-en.webmanifest', 'application/manifest+json'],
    ] as const) {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(headers.get('content-type')).toContain(type);
      expect(headers.get('content-security-policy')).toMatch(/worker-src 'self';.* manifest-src 'self'/);
    }
  });

  test('a missing file is missing, not the page', async () => {
    for (const path of ['/assets/old-0000.js', '/nothing.png', '/assets/x']) {
      expect((await get(path, PAGE)).status).toBe(404);
    }
  });

  test('nothing outside of the page can be read', async () => {
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..\\secret.txt',
    ]) {
      expect((await rawGet(path)).statusCode, path).toBeGreaterThanOrEqual(400);
    }
    expect((await rawGet('/index.html')).statusCode).toBe(200);
  });

  test('every answer carries the security headers; scripts may use WebAssembly, for the workers among them', async () => {
    for (const path of ['/', '/assets/app-1a2b.js', '/api/health', '/api/nothing', '/nothing.png', '/%zz']) {
      const { headers } = await get(path);
      const scripts = path.endsWith('.js') ? "script-src 'self' 'wasm-unsafe-eval';" : "script-src 'self';";
      expect(headers.get('content-security-policy'), path).toContain(scripts);
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
      expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    }
  });
});

describe('running', () => {
  test('health names the games', async () => {
    const response = await get('/api/health');
    expect(await response.json()).toMatchObject({ status: 'ok', games: expect.arrayContaining(['isaac']) as string[] });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('the log has one JSON object per line, one for each answer of the API', async () => {
    await get('/api/nothing?secret');
    const lines = () => server.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const answered = expect.objectContaining({ method: 'GET', path: '/api/nothing', status: 404 }) as unknown;
    // It is written after the answer.
    await expect.poll(lines).toContainEqual(answered);
    expect(server.log.join()).not.toContain('secret');
    expect(lines()[0]).toHaveProperty('msg', expect.stringContaining('listening at http://127.0.0.1:'));
  });

  test('a taken port is refused by name', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const start = startServer({ port, host: '127.0.0.1', dataDir: join(server.folder, 'other'), log: () => {} });
    await expect(start).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `port ${port} is in use: choose another with --port`,
    });
    other.close();
  });

  test('data that cannot be opened is refused by name', async () => {
    const file = join(server.folder, 'file');
    writeFileSync(file, '');
    const start = startServer({ port: 0, host: '127.0.0.1', dataDir: file, log: () => {} });
    await expect(start).rejects.toMatchObject({ code: 'cannot-open' });
  });

  test('without a built page it reports that, and the API works', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-server-'));
    const bare = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      pageDir: join(folder, 'none'),
      log: () => {},
    });
    const page = await fetch(bare.url);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain('npm start');
    expect((await fetch(`${bare.url}/api/health`)).status).toBe(200);
    await bare.close();
    rmSync(folder, { recursive: true });
  });

  test('a closed server answers no one, with or without idle connections', async () => {
    const other = await server.again();
    expect((await fetch(`${other.url}/api/health`)).status).toBe(200);
    await other.close();
    await expect(fetch(`${other.url}/api/health`)).rejects.toThrow();
  });
});

/** More than the queue of 511 that Node asks the system for. */
const CLIENTS = 700;
/** Counts in `arrived` the connections that the system has accepted. */
const CONNECT = `const { workerData } = require('node:worker_threads');
const { connect } = require('node:net');
for (let n = 0; n < workerData.clients; n++) connect(workerData.port, '127.0.0.1', () => Atomics.add(workerData.arrived, 0, 1)).on('error', () => {});`;

test('those who connect while the server is busy wait for it, also when they are many', async () => {
  const arrived = new Int32Array(new SharedArrayBuffer(4));
  const port = Number(new URL(server.url).port);
  const clients = new Worker(CONNECT, { eval: true, workerData: { port, arrived, clients: CLIENTS } });
  await once(clients, 'online');
  // Blocks the event loop of the server, which is this one.
  for (let tries = 0; tries < 500 && Atomics.load(arrived, 0) < CLIENTS; tries++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
  expect(arrived[0]).toBe(CLIENTS);
  await clients.terminate();
});
