import { mkdtempSync, rmSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH } from '@tablier/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Limits, type RunningServer, startServer } from '../../src/index.ts';
import { keysOf } from '../../src/lib/addresses.ts';
import { parseProxies } from '../../src/http/hosts.ts';

type Headers = Readonly<Record<string, string>>;

function asked(from: string, headers: Headers): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: from });
  const message = new IncomingMessage(socket);
  Object.assign(message.headers, headers);
  return message;
}

/** The client address, if these proxies are trusted. */
function clientOf(trusted: string, from: string, forwarded: string): string {
  const proxies = parseProxies(trusted);
  if (!proxies.ok) throw new Error(proxies.error);
  const message = asked(from, { 'x-forwarded-for': forwarded });
  proxies.value.clean(message);
  return proxies.value.clientOf(message);
}

describe('who asks', () => {
  test.each([
    ['', '127.0.0.1', '1.2.3.4', '127.0.0.1'],
    ['loopback', '127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['loopback', '::1', '1.2.3.4', '1.2.3.4'],
    ['loopback', '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['loopback', '9.9.9.9', '1.2.3.4', '9.9.9.9'],
    ['loopback', '127.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['loopback,10.0.0.0/8', '127.0.0.1', '6.6.6.6, 1.2.3.4, 10.1.2.3', '1.2.3.4'],
    ['10.0.0.0/8', '10.0.0.1', '2001:db8::7', '2001:db8::7'],
    ['2001:db8::/32', '2001:db8::1', '1.2.3.4', '1.2.3.4'],
    ['loopback', '127.0.0.1', 'nonsense', '127.0.0.1'],
    ['loopback', '127.0.0.1', '1.2.3.4, nonsense', '127.0.0.1'],
    ['loopback', '127.0.0.1', '', '127.0.0.1'],
    ['loopback', '127.0.0.1', '1.2.3.4:5678', '1.2.3.4'],
    ['loopback', '127.0.0.1', '[2001:db8::7]:5678', '2001:db8::7'],
    ['loopback', '127.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['loopback,10.0.0.0/8', '127.0.0.1', '6.6.6.6, 1.2.3.4:80, 10.1.2.3:443', '1.2.3.4'],
    ['loopback', '127.0.0.1', '[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['loopback', '127.0.0.1', '1.2.3.4:', '127.0.0.1'],
    ['loopback', '127.0.0.1', '1.2.3.4, ', '127.0.0.1'],
  ])('trusting "%s", from %s which says "%s", is %s', (trusted, from, forwarded, client) => {
    expect(clientOf(trusted, from, forwarded)).toBe(client);
  });

  test.each(['nowhere', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/9', '1.2.3', '::1/129'])('%s is no proxy', (text) => {
    expect(parseProxies(text)).toEqual({ ok: false, error: text });
  });

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['newcomer', 'newcomer'],
  ])('%s counts as %s', (address, network) => {
    expect(keysOf(address)[0]?.key).toBe(network);
  });
});

describe('behind a proxy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-proxies-'));
  const log: string[] = [];
  let trusting: RunningServer;
  let alone: RunningServer;
  const limits: Partial<Limits> = {
    guests: { burst: 2, perSecond: 1e-9 },
    lines: { burst: 2, perSecond: 1e-9 },
    records: { burst: 2, perSecond: 1e-9 },
  };
  const serve = (name: string, trustProxy?: string): Promise<RunningServer> =>
    startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: join(folder, name),
      pageDir: join(folder, 'none'),
      log: (line) => log.push(line),
      online: { limits },
      trustProxy,
    });
  beforeAll(async () => {
    trusting = await serve('trusting', 'loopback');
    alone = await serve('alone');
  });
  afterAll(async () => {
    await Promise.all([trusting.close(), alone.close()]);
    rmSync(folder, { recursive: true });
  });

  const post = ({ url }: RunningServer, path: string, headers: Headers) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"name":"Ada"}',
    });
  const line = ({ url }: RunningServer, headers: Headers) =>
    new Promise<readonly [number, string | undefined]>((resolve) => {
      const ws = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, { headers });
      ws.on('error', () => undefined);
      ws.on('unexpected-response', (_request, { statusCode = 0, headers: said }) =>
        resolve([statusCode, said['retry-after']]),
      );
      ws.on('open', () => {
        ws.terminate();
        resolve([101, undefined]);
      });
    });

  test('limits of guests count the address that asks, not the proxy', async () => {
    for (const from of ['1.1.1.1', '1.1.1.2']) {
      const statuses = [];
      for (let each = 0; each < 3; each++)
        statuses.push((await post(trusting, '/api/guests', { 'x-forwarded-for': from })).status);
      expect(statuses, from).toEqual([201, 201, 429]);
    }
    const refused = await post(trusting, '/api/guests', { 'x-forwarded-for': '1.1.1.1' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { name: 'too-many' } });
  });

  test.each([
    ['with its port', (each: number) => `8.8.8.1:${20_000 + each}`],
    ['in brackets', (each: number) => `[2001:db8::7]:${20_000 + each}`],
    ['as no address at all', (each: number) => `unknown-${each}`],
  ])('a client counts once if its proxy names it %s', async (_how, from) => {
    const [guests, opened] = [[] as number[], [] as number[]];
    for (let each = 0; each < 3; each++) {
      const headers = { 'x-forwarded-for': from(each) };
      guests.push((await post(trusting, '/api/guests', headers)).status);
      opened.push((await line(trusting, headers))[0]);
    }
    expect([guests, opened]).toEqual([
      [201, 201, 429],
      [101, 101, 429],
    ]);
  });

  test('limits of connections too, with the time to wait', async () => {
    for (const from of ['1.1.1.1', '1.1.1.2']) {
      const opened = [];
      for (let each = 0; each < 3; each++) opened.push((await line(trusting, { 'x-forwarded-for': from }))[0]);
      expect(opened, from).toEqual([101, 101, 429]);
    }
    expect(Number((await line(trusting, { 'x-forwarded-for': '1.1.1.1' }))[1])).toBeGreaterThan(0);
  });

  test('a refused client can ask why, because a browser does not tell; asking consumes nothing', async () => {
    const headers = { 'x-forwarded-for': '6.6.6.6' };
    const why = () => fetch(`${trusting.url}${SOCKET_PATH}`, { headers });
    for (let asked = 0; asked < 4; asked++) expect((await why()).status).toBe(204);
    for (const status of [101, 101, 429]) expect((await line(trusting, headers))[0]).toBe(status);
    const refused = await why();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { name: 'too-many' } });
  });

  test('the same of a person', async () => {
    const named = await post(trusting, '/api/guests', { 'x-forwarded-for': '7.7.7.7' });
    const cookie = (named.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    for (const from of ['7.7.8.1', '7.7.8.2']) await line(trusting, { cookie, 'x-forwarded-for': from });
    const headers = { cookie, 'x-forwarded-for': '7.7.8.3' };
    expect((await fetch(`${trusting.url}${SOCKET_PATH}`, { headers })).status).toBe(429);
  });

  test('the connection limit of a person holds across addresses', async () => {
    const named = await post(trusting, '/api/guests', { 'x-forwarded-for': '4.4.4.4' });
    const cookie = (named.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const opened = [];
    for (const from of ['5.5.5.1', '5.5.5.2', '5.5.5.3']) {
      opened.push((await line(trusting, { cookie, 'x-forwarded-for': from }))[0]);
    }
    expect(opened).toEqual([101, 101, 429]);
  });

  test('without trust a client cannot evade its limit by naming another address, and one warning is logged', async () => {
    const statuses = [];
    for (const from of ['2.2.2.1', '2.2.2.2', '2.2.2.3']) {
      statuses.push((await post(alone, '/api/guests', { 'x-forwarded-for': from })).status);
    }
    expect(statuses).toEqual([201, 201, 429]);
    const opened = [];
    for (const from of ['2.2.2.1', '2.2.2.2', '2.2.2.3'])
      opened.push((await line(alone, { 'x-forwarded-for': from }))[0]);
    expect(opened).toEqual([101, 101, 429]);
    expect(log.filter((text) => text.includes('--trust-proxy'))).toHaveLength(1);
  });

  test('requests over HTTPS stay secure: cookies and strict transport', async () => {
    const encrypted = { 'x-forwarded-for': '3.3.3.3', 'x-forwarded-proto': 'https' };
    const named = await post(trusting, '/api/guests', encrypted);
    expect(named.headers.get('set-cookie')).toMatch(/; Secure$/);
    expect(named.headers.get('strict-transport-security')).toBe('max-age=31536000');
    const [hosted = '', old = '', known = ''] = named.headers.getSetCookie();
    expect(hosted).toMatch(/^__Host-tablier=[^;]+; Path=\/; /);
    expect(old).toMatch(/^tablier_session=; .*Max-Age=0/);
    const cookie = hosted.replace('__Host-tablier', 'tablier_session').split(';')[0] ?? '';
    const moved = await fetch(`${trusting.url}/api/me`, { headers: { ...encrypted, cookie } });
    expect([moved.status, moved.headers.getSetCookie()]).toEqual([200, [hosted, old, known]]);
    const plain = await post(trusting, '/api/guests', { 'x-forwarded-for': '3.3.3.3', 'x-forwarded-proto': 'http' });
    expect(plain.headers.get('set-cookie')).not.toContain('Secure');
    for (const answer of [plain, await post(alone, '/api/guests', encrypted)]) {
      expect(answer.headers.get('strict-transport-security')).toBeNull();
    }
  });

  test('a page loaded over HTTPS is of this server, the same page over HTTP is not', async () => {
    const { host, port, hostname } = new URL(trusting.url);
    const ask = async (origin: string): Promise<number | undefined> => {
      const headers = { 'x-forwarded-for': origin, 'x-forwarded-proto': 'https', origin, host };
      const sent = request({ hostname, port, path: '/api/sessions/current', method: 'DELETE', headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return response.resume().statusCode;
    };
    expect(await ask(`https://${host}`)).toBe(401);
    expect(await ask(`http://${host}`)).toBe(403);
    expect(await ask('https://elsewhere.example')).toBe(403);
    const from = (origin: string): Headers => ({
      'x-forwarded-for': `7.7.7.${origin.length}`,
      'x-forwarded-proto': 'https',
      origin,
    });
    expect((await line(trusting, from(`https://${host}`)))[0]).toBe(101);
    expect((await line(trusting, from(`http://${host}`)))[0]).toBe(403);
  });

  test('an invalid proxy address prevents the start', async () => {
    await expect(serve('bad', '10.0.0.0/99')).rejects.toMatchObject({ code: 'bad-proxy' });
  });
});
