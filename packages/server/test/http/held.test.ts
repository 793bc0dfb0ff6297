import { CLOSE_CODES } from '@tablier/protocol';
import { newGuest, RawConnection, RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionLimit } from '../../src/lib/context.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { metricOf, settled } from './metrics.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const METRICS = { metrics: { port: 0, host: '127.0.0.1' } };
const HEALTH = 'GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** The answer to one more connection. */
async function ask(url: string, text: string): Promise<RawSocket> {
  const client = await RawSocket.open(url);
  client.socket.write(text);
  await client.status();
  return client;
}

describe('connections of one address', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ limits: { lines: MANY }, held: { connectionsPerAddress: 8 } }, undefined, METRICS);
  });
  afterAll(() => server.remove());

  test('beyond the limit are refused by name, over HTTP and WebSocket, and accepted when others have closed', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => RawSocket.open(server.url)));
    expect(await settled(() => metricOf(server, 'tablier_connections_open'), 8)).toBe(8);
    for (const text of [HEALTH, upgradeRequest('/api/socket')]) {
      const refused = await ask(server.url, text);
      expect(refused.received).toContain('HTTP/1.1 429');
      expect(refused.received.toLowerCase()).toContain('retry-after: 5');
      expect(refused.received).toContain('{"error":{"name":"too-many-connections","retryMs":5000}}');
      await refused.closed;
    }
    expect(await metricOf(server, 'tablier_refusals_total{limit="connectionsPerAddress"}')).toBe(2);
    for (const { socket } of held) socket.destroy();
    await settled(() => metricOf(server, 'tablier_connections_open'), 0);
    const let_in = await ask(server.url, HEALTH);
    expect(let_in.received).toContain('HTTP/1.1 200');
    let_in.socket.destroy();
  });

  test('that are silent beyond the limit are closed soon, and at once if there are many', async () => {
    const clients = await Promise.all(Array.from({ length: 60 }, () => RawSocket.open(server.url)));
    expect(await settled(() => metricOf(server, 'tablier_connections_open'), 8)).toBe(8);
    for (const { socket } of clients) socket.destroy();
  });
});

describe('behind a trusted proxy', () => {
  test('WebSocket connections count for the client that the proxy names, not for the proxy', async () => {
    const server = await startTestServer({ limits: { lines: MANY }, held: { connectionsPerAddress: 3 } }, undefined, {
      ...METRICS,
      trustProxy: 'loopback',
    });
    const statuses: Record<string, number[]> = { '1.1.1.1': [], '1.1.1.2': [], '2001:db8::1': [] };
    const clients = [];
    for (const [address, seen] of Object.entries(statuses)) {
      for (let each = 0; each < 4; each++) {
        const client = await ask(server.url, upgradeRequest('/api/socket', { 'X-Forwarded-For': address }));
        seen.push(await client.status());
        clients.push(client);
      }
    }
    for (const seen of Object.values(statuses)) expect(seen).toEqual([101, 101, 101, 429]);
    const why = await fetch(`${server.url}/api/socket`, { headers: { 'x-forwarded-for': '1.1.1.1' } });
    expect(why.status).toBe(429);
    expect(await why.json()).toEqual({ error: { name: 'too-many-connections', retryMs: 5000 } });
    for (const { socket } of clients) socket.destroy();
    await server.remove();
  });
});

describe('sockets', () => {
  test('of one person are limited across addresses', async () => {
    const server = await startTestServer(
      { limits: { lines: MANY }, held: { socketsPerPerson: 3 } },
      undefined,
      METRICS,
    );
    const cookie = await newGuest(server.url, 'Ada');
    const lines = await Promise.all(Array.from({ length: 3 }, () => RawConnection.open(server.url, { cookie })));
    const refused = await ask(server.url, upgradeRequest('/api/socket', { Cookie: cookie }));
    expect(refused.received).toContain('HTTP/1.1 429');
    expect(refused.received).toContain('"too-many-connections"');
    lines[0]?.ws.terminate();
    await settled(() => metricOf(server, 'tablier_sockets_open'), 2);
    const again = await RawConnection.open(server.url, { cookie });
    for (const line of [...lines, again]) line.ws.terminate();
    await server.remove();
  });

  test('without a hello are closed after the deadline; others stay', async () => {
    const server = await startTestServer({ held: { helloMs: 200 } }, undefined, METRICS);
    const greeted = await RawConnection.open(server.url);
    const silent = await RawConnection.open(server.url, {}, 'silent');
    expect(await silent.closed).toEqual({ code: CLOSE_CODES.badHello, reason: 'hello-late' });
    // A client that does not answer at all is closed too.
    const deaf = await ask(server.url, upgradeRequest('/api/socket'));
    await deaf.closed;
    expect(await settled(() => metricOf(server, 'tablier_sockets_open'), 1)).toBe(1);
    greeted.send({ kind: 'ping', n: 7 });
    expect((await greeted.next('pong')).n).toBe(7);
    greeted.ws.terminate();
    await server.remove();
  });
});

describe('the whole server', () => {
  test('holds as many connections as the open-file limit allows, minus a reserve', () => {
    expect(connectionLimit(20_000)).toBe(19_744);
    expect(connectionLimit(1024)).toBe(768);
    expect(connectionLimit(100)).toBe(50);
    expect(connectionLimit()).toBeGreaterThan(0);
  });

  test('answers by name beyond its limit', async () => {
    const server = await startTestServer({ held: { connections: 5 } }, undefined, METRICS);
    const held = await Promise.all(Array.from({ length: 5 }, () => RawSocket.open(server.url)));
    await settled(() => metricOf(server, 'tablier_connections_open'), 5);
    const refused = await ask(server.url, HEALTH);
    expect(refused.received).toContain('"too-many-connections"');
    for (const { socket } of [...held, refused]) socket.destroy();
    await server.remove();
  });
});
