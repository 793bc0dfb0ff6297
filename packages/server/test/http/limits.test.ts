import { describe, expect, test } from 'vitest';
import { keysOf, networkOf, plainAddress } from '../../src/lib/addresses.ts';
import { Held, RateLimiter } from '../../src/lib/rate-limits.ts';
import { startTestServer } from '../running.ts';

describe('addresses', () => {
  test.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['::ffff:0102:0304', '1.2.3.4'],
    ['0:0:0:0:0:ffff:1.2.3.4', '1.2.3.4'],
    ['1.2.3.4', '1.2.3.4'],
    ['::1', '::1'],
    ['64:ff9b::1.2.3.4', '64:ff9b::1.2.3.4'],
    ['newcomer', 'newcomer'],
  ])('%s is %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });

  test('of IPv4 mapped into IPv6 count separately', () => {
    expect(networkOf('::ffff:1.2.3.4')).toBe('1.2.3.4');
    expect(keysOf('::ffff:1.2.3.4')).toEqual(keysOf('1.2.3.4'));
    expect(keysOf('::ffff:1.2.3.4')).not.toEqual(keysOf('::ffff:1.2.3.5'));
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });
});

describe('a limiter', () => {
  const slow = { burst: 3, perSecond: 0.001 };

  test('allows an IPv6 site eight times the limit of each of its networks', () => {
    const limiter = new RateLimiter(slow, () => 0);
    const from = (network: number): number => limiter.take(`2001:db8:7:${network.toString(16)}::1`);
    expect([from(1), from(1), from(1)]).toEqual([0, 0, 0]);
    expect(from(1)).toBeGreaterThan(0);
    for (let network = 2; network < 23; network++) expect(from(network)).toBe(0);
    expect(from(99)).toBeGreaterThan(0);
    expect(limiter.take('2001:db8:8::1')).toBe(0);
  });

  test('consumes nothing when it refuses, and reports the refusal', () => {
    let refusals = 0;
    const limiter = new RateLimiter(
      slow,
      () => 0,
      () => refusals++,
    );
    for (let each = 0; each < 5; each++) limiter.take('1.2.3.4');
    expect(refusals).toBe(2);
    expect(limiter.wait('1.2.3.4')).toBe(1_000_000);
  });

  test('keeps an emptied bucket empty, however many other keys are added', () => {
    const limiter = new RateLimiter(slow, () => 0);
    for (let each = 0; each < 3; each++) limiter.take('victim');
    for (let other = 0; other < 30_000; other++) limiter.take(`other ${other}`);
    expect(limiter.take('victim')).toBeGreaterThan(0);
  });
});

describe('held resources', () => {
  test('are counted up to the limit and released once', () => {
    const held = new Held(2);
    const [first, second] = [held.take('a'), held.take('a')];
    expect(held.take('a')).toBeNull();
    expect(held.take('b')).not.toBeNull();
    first?.();
    first?.();
    expect(held.take('a')).not.toBeNull();
    expect(held.take('a')).toBeNull();
    second?.();
    expect(held.isFull('a')).toBe(false);
  });
});

describe('a server on a dual-stack socket', () => {
  const limits = { guests: { burst: 2, perSecond: 0.001 } };
  const newGuest = (url: string) =>
    fetch(`${url}/api/guests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });

  test('does not count IPv4 and IPv6 clients as one', async () => {
    const server = await startTestServer({ limits }, undefined, { host: '::' });
    const { port } = new URL(server.url);
    const statuses = [];
    for (const host of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '[::1]', '[::1]', '[::1]'])
      statuses.push((await newGuest(`http://${host}:${port}`)).status);
    await server.remove();
    expect(statuses).toEqual([201, 201, 429, 201, 201, 429]);
  });
});
