import { RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { metricOf, settled } from './metrics.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const TRIES = 100;

describe('a refused upgrade', () => {
  let server: TestServer;
  beforeAll(async () => {
    const held = { connectionsPerAddress: 1000 };
    server = await startTestServer({ limits: { lines: MANY }, held }, undefined, {
      metrics: { port: 0, host: '127.0.0.1' },
    });
  });
  afterAll(() => server.remove());

  /** Connections that the server holds, apart from the one of this request, which uses another port. */
  const open = (): Promise<number> => metricOf(server, 'tablier_connections_open');

  const tryAll = async (head: string, then: (client: RawSocket) => void): Promise<readonly number[]> => {
    const clients = await Promise.all(Array.from({ length: TRIES }, () => RawSocket.open(server.url)));
    for (const { socket } of clients) socket.write(head);
    const statuses = await Promise.all(clients.map((client) => client.status()));
    for (const client of clients) then(client);
    await settled(open, 0);
    const left = await open();
    for (const { socket } of clients) socket.destroy();
    expect(left).toBe(0);
    return statuses;
  };

  test.each([
    ['of another path', upgradeRequest('/nothing'), 404],
    ['of a foreign page', upgradeRequest('/api/socket', { Origin: 'https://evil.example' }), 403],
    ['of another host', upgradeRequest('/api/socket').replace('localhost', 'evil.example'), 421],
  ])('%s is let go of when the client stays', async (_what, head, status) => {
    expect(new Set(await tryAll(head, () => undefined))).toEqual(new Set([status]));
  });

  test('to HTTP/2 is ignored: the request is answered as any other', async () => {
    const head = upgradeRequest('/api/v1/records', { Upgrade: 'h2c', Connection: 'Upgrade, HTTP2-Settings' });
    const client = await RawSocket.open(server.url);
    client.socket.write(head);
    expect(await client.status()).toBe(200);
    client.socket.destroy();
  });

  test('is released when the client sends more and ends', async () => {
    await tryAll(upgradeRequest('/nothing'), ({ socket }) => socket.end('x'.repeat(1000)));
  });

  test('is released when more data came with it', async () => {
    await tryAll(upgradeRequest('/nothing') + 'x'.repeat(1000), () => undefined);
  });

  test('is released when the client ends at once', async () => {
    const clients = await Promise.all(Array.from({ length: TRIES }, () => RawSocket.open(server.url)));
    for (const { socket } of clients) socket.end(upgradeRequest('/nothing'));
    expect(await settled(open, 0)).toBe(0);
    for (const { socket } of clients) socket.destroy();
  });

  test('is released when its head is malformed', async () => {
    const head = upgradeRequest('/api/socket').replace(/Sec-WebSocket-Key.*\r\n/, '');
    expect(new Set(await tryAll(head, () => undefined))).toEqual(new Set([400]));
  });
});

describe('limits of upgrades', () => {
  test('every answer consumes a token, also 404 and 403', async () => {
    const server = await startTestServer({ limits: { lines: { burst: 4, perSecond: 1e-9 } } });
    const statuses = [];
    for (const path of ['/nothing', '/nothing', '/api/socket', '/nothing', '/nothing', '/api/socket']) {
      const client = await RawSocket.open(server.url);
      client.socket.write(upgradeRequest(path, { Origin: 'https://evil.example' }));
      statuses.push(await client.status());
      if (statuses.at(-1) === 429) expect(client.received).toMatch(/"name":"too-many","retryMs":\d+/);
      client.socket.destroy();
    }
    expect(statuses).toEqual([404, 404, 403, 404, 429, 429]);
    await server.remove();
  });
});

describe('a stop', () => {
  test('closes every connection, whatever its client does', async () => {
    const server = await startTestServer();
    const heads = [
      '',
      'GET / HTTP/1.1\r\nHost: local',
      'POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
      upgradeRequest('/nothing'),
      upgradeRequest('/api/socket'),
    ];
    const clients = await Promise.all(heads.map(() => RawSocket.open(server.url)));
    for (const [index, { socket }] of clients.entries()) socket.write(heads[index] ?? '');
    expect(await clients[4]?.status()).toBe(101);
    // None of them reads or answers any more.
    for (const { socket } of clients) socket.pause();
    await server.remove();
    for (const { socket } of clients) socket.resume();
    await Promise.all(clients.map(({ closed }) => closed));
    for (const { socket } of clients) socket.destroy();
  });
});
