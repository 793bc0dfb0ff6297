import { request } from 'node:http';
import { once } from 'node:events';
import { RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { describe, expect, test } from 'vitest';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseHosts } from '../../src/http/hosts.ts';
import { startTestServer } from '../running.ts';

type Headers = Readonly<Record<string, string>>;

/** Requests with any Host header, which `fetch` does not allow. */
async function ask(url: string, path: string, headers: Headers, method = 'GET') {
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path, method, headers }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

async function upgrade(url: string, host: string, headers: Headers = {}): Promise<number> {
  const client = await RawSocket.open(url);
  client.socket.write(upgradeRequest('/api/socket', { Host: host, ...headers }));
  const status = await client.status();
  client.socket.destroy();
  return status;
}

describe('with an origin', () => {
  test('other host names are refused by name, over HTTP and WebSocket; health checks are not', async () => {
    const server = await startTestServer({}, undefined, { origin: 'https://club.example' });
    for (const host of ['evil.example', 'localhost', '127.0.0.1', 'club.example:8443', 'club.example.evil.example']) {
      const refused = await ask(server.url, '/api/v1/records', { host });
      expect(refused.status, host).toBe(421);
      expect(JSON.parse(refused.body)).toEqual({ error: { name: 'unknown-host', detail: 'https://club.example' } });
      expect((await ask(server.url, '/', { host })).status).toBe(421);
      expect(await upgrade(server.url, host)).toBe(421);
      for (const probe of ['/api/health', '/api/ready'])
        expect((await ask(server.url, probe, { host })).status, probe).toBe(200);
    }
    for (const host of ['club.example', 'CLUB.example', 'club.example:443'])
      expect((await ask(server.url, '/api/v1/records', { host })).status, host).toBe(200);
    await server.remove();
  });

  test('only pages of exactly that origin are accepted', async () => {
    const server = await startTestServer({}, undefined, { origin: 'https://club.example' });
    const host = 'club.example';
    const post = async (origin: string) => {
      const { status, body } = await ask(server.url, '/api/sessions/current', { host, origin }, 'DELETE');
      return [status, (JSON.parse(body) as { error: { name: string } }).error.name];
    };
    expect(await post('https://club.example')).toEqual([401, 'no-session']);
    for (const origin of ['http://club.example', 'https://evil.example', 'null'])
      expect(await post(origin), origin).toEqual([403, 'foreign-origin']);
    expect(await upgrade(server.url, host, { Origin: 'https://club.example' })).toBe(101);
    expect(await upgrade(server.url, host, { Origin: 'http://club.example' })).toBe(403);
    await server.remove();
  });

  test.each(['club.example', 'ftp://club.example', 'https://club.example/play', 'https://me@club.example', ''])(
    '"%s" is none',
    async (origin) => {
      await expect(startTestServer({}, undefined, { origin })).rejects.toMatchObject({ code: 'bad-origin' });
    },
  );
});

describe('without an origin', () => {
  test('a server on the loopback interface answers to names of this machine only', async () => {
    const server = await startTestServer();
    const { port } = new URL(server.url);
    for (const host of ['localhost', `localhost:${port}`, 'tablier.localhost', '127.0.0.1', `[::1]:${port}`])
      expect((await ask(server.url, '/api/v1/records', { host })).status, host).toBe(200);
    for (const host of ['evil.example', `127.0.0.1.evil.example:${port}`, '10.0.0.1', 'a b']) {
      expect((await ask(server.url, '/api/v1/records', { host })).status, host).toBe(421);
      expect(await upgrade(server.url, host, { Origin: `http://${host}` }), host).toBe(421);
    }
    await server.remove();
  });

  test.each([
    ['0.0.0.0', false],
    ['::', false],
    ['127.0.0.1', true],
  ])('on %s, behind a proxy or not, every name is heard', (host, hasProxy) => {
    const hosts = parseHosts({ host, hasProxy });
    expect(hosts.ok && hosts.value.isKnown({ host: 'club.example' })).toBe(true);
  });
});
