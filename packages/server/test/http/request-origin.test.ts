import { BlockList } from 'node:net';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type HostSettings, isLoopback, isOwnOrigin, parseHosts, parseProxies, Proxies } from '../../src/http/hosts.ts';

function hosts(settings: Partial<HostSettings> = {}) {
  const parsed = parseHosts({ host: '0.0.0.0', hasProxy: false, ...settings });
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
}

describe('the page that sends a request', () => {
  test.each<[boolean, IncomingHttpHeaders]>([
    [true, { host: 'club.example' }],
    [true, { host: 'club.example', origin: 'http://club.example' }],
    [true, { host: 'club.example', origin: 'https://club.example' }],
    [true, { host: 'club.example:8080', origin: 'http://club.example:8080' }],
    [false, { host: 'club.example', origin: 'http://club.example:8080' }],
    [false, { host: 'club.example', origin: 'http://evil.example' }],
    [false, { host: 'club.example', origin: 'null' }],
    [false, { host: 'club.example', origin: '' }],
    [true, { host: 'club.example', origin: 'https://club.example', 'x-forwarded-proto': 'https' }],
    [false, { host: 'club.example', origin: 'http://club.example', 'x-forwarded-proto': 'https' }],
    [true, { host: 'club.example', origin: 'http://club.example', 'x-forwarded-proto': 'http' }],
  ])('is of this server: %s, %j', (isOwn, headers) => {
    expect(isOwnOrigin(headers)).toBe(isOwn);
    expect(hosts().isOwnPage(headers)).toBe(isOwn);
  });

  test('with a public origin is of that origin, or there is no page', () => {
    const club = hosts({ origin: 'https://club.example' });
    expect(club.isOwnPage({ host: 'any', origin: 'https://club.example' })).toBe(true);
    expect(club.isOwnPage({ host: 'any' })).toBe(true);
    expect(club.isOwnPage({ host: 'evil.example', origin: 'http://evil.example' })).toBe(false);
  });
});

describe('the address that a browser uses', () => {
  test('is the public origin, else the host that the request names', () => {
    expect(hosts({ origin: 'https://club.example' }).originOf({ host: 'other' })).toBe('https://club.example');
    expect(hosts().originOf({ host: 'club.example:80' })).toBe('http://club.example');
    expect(hosts().originOf({ host: 'club.example', 'x-forwarded-proto': 'https' })).toBe('https://club.example');
    expect(hosts().originOf({ host: 'not a host' })).toBeNull();
    expect(hosts().originOf({})).toBeNull();
  });

  test.each<[boolean, Partial<HostSettings>, string | undefined]>([
    [true, {}, 'any.example'],
    [true, { host: '127.0.0.1', hasProxy: true }, 'any.example'],
    [false, { host: '127.0.0.1' }, 'any.example'],
    [true, { host: '127.0.0.1' }, 'localhost:4000'],
    [true, { host: 'localhost' }, '[::1]:4000'],
    [false, { host: '::1' }, undefined],
    [true, { origin: 'https://club.example' }, 'club.example:443'],
    [false, { origin: 'https://club.example' }, 'club.example:80'],
    [false, { origin: 'https://club.example' }, 'localhost'],
    [false, { origin: 'https://club.example' }, undefined],
    [true, { origin: 'http://club.example', host: '127.0.0.1' }, 'club.example:80'],
  ])('is accepted: %s, %j, %s', (isKnown, settings, host) => {
    expect(hosts(settings).isKnown({ host })).toBe(isKnown);
  });

  test('is named to clients that used another', () => {
    expect(hosts({ origin: 'https://club.example' }).hint).toBe('https://club.example');
    expect(hosts({ host: '127.0.0.1' }).hint).toMatch(/localhost.*--origin/);
  });

  test.each([
    'club.example',
    'ftp://club.example',
    'https://club.example/play',
    'https://club.example?a',
    '',
    'xhttp://a',
  ])('cannot be the origin %j', (origin) =>
    expect(parseHosts({ origin, host: '::', hasProxy: false })).toEqual({ ok: false, error: origin }),
  );

  test('is on the loopback interface', () => {
    const names = ['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'];
    expect(names.map(isLoopback)).toEqual(names.map(() => true));
    const others = ['localhost.example', '128.0.0.1', '::2', '127.example', 'notlocalhost', ''];
    expect(others.map(isLoopback)).toEqual(others.map(() => false));
  });
});

describe('trusted proxies', () => {
  const message = (address: string | undefined, headers: IncomingHttpHeaders): IncomingMessage =>
    ({ headers, socket: { remoteAddress: address } }) as unknown as IncomingMessage;
  const proxies = (text: string): Proxies => {
    const parsed = parseProxies(text);
    if (!parsed.ok) throw new Error(parsed.error);
    return parsed.value;
  };

  test('are addresses, networks and names', () => {
    const trusted = proxies(' loopback, 10.0.0.0/8 ,2001:db8::/32, 192.0.2.7,');
    const inside = ['127.0.0.1', '::1', '10.255.0.1', '::ffff:10.1.1.1', '2001:db8:9::1', '192.0.2.7'];
    expect(inside.map((address) => trusted.isTrusted(address))).toEqual(inside.map(() => true));
    const outside = ['11.0.0.1', '2001:db9::1', '192.0.2.8', '::2', 'name', ''];
    expect(outside.map((address) => trusted.isTrusted(address))).toEqual(outside.map(() => false));
    expect(new Proxies(new BlockList()).isTrusted('127.0.0.1')).toBe(false);
    expect(new Proxies().isTrusted('127.0.0.1')).toBe(false);
    expect(proxies('').isTrusted('127.0.0.1')).toBe(false);
    expect(proxies('2001:db8::1').isTrusted('2001:db8::2')).toBe(false);
    expect(proxies('10.0.0.0/0').isTrusted('203.0.113.1')).toBe(true);
  });

  test.each([
    'name',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '::/129',
    '10.0.0.0/-1',
    '10.0.0.0/1e1',
  ])('cannot be %s', (text) => expect(parseProxies(`127.0.0.1,${text}`)).toEqual({ ok: false, error: text }));

  test('may be as wide and as narrow as a family allows', () => {
    expect(['10.0.0.1/32', '10.0.0.1/0', '::1/128', '::1/0'].map((text) => parseProxies(text).ok)).toEqual([
      ...[true, true, true, true],
    ]);
  });

  test('name the client: the last address that is no trusted proxy', () => {
    const trusted = proxies('10.0.0.0/8');
    const clientOf = (address: string | undefined, header?: string): string =>
      trusted.clientOf(message(address, header === undefined ? {} : { 'x-forwarded-for': header }));
    expect(clientOf('10.0.0.1', '198.51.100.1, 203.0.113.9')).toBe('203.0.113.9');
    expect(clientOf('10.0.0.1', '198.51.100.1, 203.0.113.9, 10.0.0.2')).toBe('203.0.113.9');
    expect(clientOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
    expect(clientOf('10.0.0.1', '203.0.113.9, nonsense')).toBe('10.0.0.1');
    expect(clientOf('10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(clientOf('10.0.0.1')).toBe('10.0.0.1');
    expect(clientOf('203.0.113.1', '198.51.100.1')).toBe('203.0.113.1');
    expect(clientOf('::ffff:203.0.113.1')).toBe('203.0.113.1');
    expect(clientOf(undefined)).toBe('');
  });

  test.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'])(
    'alone may send the header %s',
    (name) => {
      const sent = (address: string) => message(address, { host: 'a', [name]: '198.51.100.7' });
      const [stranger, proxy] = [sent('203.0.113.1'), sent('10.0.0.1')];
      expect([proxies('10.0.0.0/8').clean(stranger), stranger.headers]).toEqual([true, { host: 'a' }]);
      expect([proxies('10.0.0.0/8').clean(proxy), proxy.headers]).toEqual([
        false,
        { host: 'a', [name]: '198.51.100.7' },
      ]);
    },
  );

  test('are not needed for requests without such headers', () => {
    expect(proxies('').clean(message(undefined, { host: 'a' }))).toBe(false);
  });
});
