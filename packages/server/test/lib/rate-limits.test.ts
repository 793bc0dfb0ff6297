import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keysOf, plainAddress } from '../../src/lib/addresses.ts';
import { Bucket, DEFAULT_HELD, DEFAULT_LIMITS, Held, RateLimiter, takeFromAll } from '../../src/lib/rate-limits.ts';

/** A clock that stands until it is moved. Milliseconds. */
function stoppedClock() {
  let now = 1_000_000;
  return { now: () => now, pass: (ms: number) => (now += ms) };
}

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
    expect(keysOf('::ffff:1.2.3.4')).toEqual(keysOf('1.2.3.4'));
    expect(keysOf('::ffff:1.2.3.4')).not.toEqual(keysOf('::ffff:1.2.3.5'));
  });

  test.each([
    ['2001:db8:7:9::1', '2001:db8:7:9::/64'],
    ['2001:DB8:0007:0009:1:2:3:4', '2001:db8:7:9::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['::1:2:3:4:5', '0:0:0:1::/64'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3:4::/64'],
    ['fe80::9%eth0', 'fe80:0:0:0::/64'],
    ['10.1.2.3', '10.1.2.3'],
  ])('%s is in the network %s', (address, network) => {
    expect(keysOf(address)[0]?.key).toBe(network);
  });

  test('of IPv6 count for their network and, eightfold, for their site', () => {
    expect(keysOf('2001:db8:7:9::1')).toEqual([
      { key: '2001:db8:7:9::/64', share: 1 },
      { key: '2001:db8:7::/48', share: 8 },
    ]);
    expect(keysOf('Ada')).toEqual([{ key: 'Ada', share: 1 }]);
  });

  test('are IPv4 only where the first 80 bits are zero and the next 16 are one', () => {
    expect(plainAddress('::ffff:255.128.7.0')).toBe('255.128.7.0');
    expect(plainAddress('::1:ffff:1.2.3.4')).toBe('::1:ffff:1.2.3.4');
    expect(plainAddress('::fffe:1.2.3.4')).toBe('::fffe:1.2.3.4');
    expect(plainAddress('1::ffff:1.2.3.4')).toBe('1::ffff:1.2.3.4');
  });
});

describe('a token bucket', () => {
  test('gives its burst at once, then tokens at its rate', () => {
    const clock = stoppedClock();
    const bucket = new Bucket({ burst: 2, perSecond: 4 }, clock.now);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 250]);
    clock.pass(125);
    expect(bucket.take()).toBe(125);
    clock.pass(125);
    expect([bucket.wait(), bucket.take(), bucket.take()]).toEqual([0, 0, 250]);
  });

  test('holds no more than its burst, however long nothing was taken', () => {
    const clock = stoppedClock();
    const bucket = new Bucket({ burst: 2, perSecond: 4 }, clock.now);
    clock.pass(3_600_000);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 250]);
  });

  test('reports how full it is, from 0 to 1', () => {
    const clock = stoppedClock();
    const bucket = new Bucket({ burst: 4, perSecond: 1 }, clock.now);
    expect(bucket.fill()).toBe(1);
    bucket.take();
    expect(bucket.fill()).toBe(0.75);
    clock.pass(500);
    expect(bucket.fill()).toBe(0.875);
  });

  test('loses nothing when the clock goes back', () => {
    const clock = stoppedClock();
    const bucket = new Bucket({ burst: 2, perSecond: 1 }, clock.now);
    bucket.take();
    clock.pass(-60_000);
    expect(bucket.fill()).toBe(0.5);
    clock.pass(1000);
    expect(bucket.fill()).toBe(1);
  });
});

describe('a rate limiter', () => {
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

  test('together with others gives all tokens or none, and waits for the longest', () => {
    const refusals: string[] = [];
    const limiter = (name: string, burst: number, perSecond: number) =>
      new RateLimiter(
        { burst, perSecond },
        () => 0,
        () => refusals.push(name),
      );
    const [wide, narrow, slowest] = [limiter('wide', 3, 1), limiter('narrow', 1, 1), limiter('slowest', 1, 0.5)];
    const take = () => takeFromAll([wide, 'Ada'], [narrow, 'Ada'], [slowest, 'home']);
    expect([take(), take()]).toEqual([0, 2000]);
    expect(wide.left('Ada').remaining).toBe(2);
    expect(takeFromAll([wide, 'Ada'], [narrow, 'Ada'])).toBe(1000);
    expect(wide.left('Ada').remaining).toBe(2);
    expect(refusals).toEqual(['narrow', 'slowest', 'narrow']);
  });

  test('keeps an emptied bucket empty, however many other keys are added', () => {
    const limiter = new RateLimiter(slow, () => 0);
    for (let each = 0; each < 3; each++) limiter.take('victim');
    for (let other = 0; other < 30_000; other++) limiter.take(`other ${other}`);
    expect(limiter.take('victim')).toBeGreaterThan(0);
  });

  test('counts each key separately and waits for the emptiest of the keys of an address', () => {
    const clock = stoppedClock();
    const limiter = new RateLimiter({ burst: 1, perSecond: 1 }, clock.now);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('b')]).toEqual([0, 1000, 0]);
    expect([limiter.wait('a'), limiter.wait('unknown')]).toEqual([1000, 0]);
    expect(limiter.take('2001:db8:7:1::1')).toBe(0);
    // The network is empty, its site is not.
    expect(limiter.wait('2001:db8:7:1::2')).toBe(1000);
    expect(limiter.wait('2001:db8:7:2::1')).toBe(0);
  });

  test('takes from no key when one of them has nothing left', () => {
    const clock = stoppedClock();
    const limiter = new RateLimiter({ burst: 1, perSecond: 0.001 }, clock.now);
    for (let round = 0; round < 20; round++) limiter.take('2001:db8:7:1::1');
    for (let network = 2; network <= 8; network++) expect(limiter.take(`2001:db8:7:${network}::1`)).toBe(0);
    expect(limiter.take('2001:db8:7:9::1')).toBeGreaterThan(0);
  });
});

describe('what is held', () => {
  test('is counted up to a limit and given back once', () => {
    const held = new Held(2);
    const first = held.take('a');
    const second = held.take('a');
    expect([held.isFull('a'), held.take('a'), held.isFull('b')]).toEqual([true, null, false]);
    first?.();
    first?.();
    expect(held.isFull('a')).toBe(false);
    const third = held.take('a');
    expect(third).not.toBeNull();
    expect(held.take('a')).toBeNull();
    second?.();
    third?.();
    expect([held.take('a'), held.take('a'), held.take('a')].map((release) => release === null)).toEqual([
      ...[false, false, true],
    ]);
  });

  test('of a site is eight times what one of its networks may hold', () => {
    const held = new Held(1);
    const taken = Array.from({ length: 9 }, (_, network) => held.take(`2001:db8:7:${network + 1}::1`) !== null);
    expect(taken).toEqual([...Array.from({ length: 8 }, () => true), false]);
  });
});

test('the default limits let people through and stop programs', () => {
  for (const [name, { burst, perSecond }] of Object.entries(DEFAULT_LIMITS)) {
    expect(burst, name).toBeGreaterThanOrEqual(4);
    expect(perSecond, name).toBeGreaterThan(0);
    expect(perSecond, name).toBeLessThanOrEqual(60);
  }
  const { accounts, exports, renames, traces } = DEFAULT_LIMITS;
  expect([accounts.perSecond * 30, exports.perSecond * 60]).toEqual([1, 1]);
  expect([renames.perSecond * 86_400, traces.perSecond * 86_400]).toEqual([20, 200]);
  expect(DEFAULT_HELD).toEqual({
    connectionsPerAddress: 100,
    socketsPerPerson: 20,
    helloMs: 10_000,
    eventStreams: 5,
    eventStreamMs: 900_000,
    streamSilenceMs: 60_000,
    streamLingerMs: 5000,
  });
});

describe('docs/self-hosting.md', () => {
  const TEXT = readFileSync(new URL('../../../../docs/self-hosting.md', import.meta.url), 'utf8');
  const ROW = /^\| `(\w+)` +\| [^|]+\| [^|]+\| (\d+) +\| (\d+) (a|an|every (\d+)) (second|minute|hour|day|s) +\|$/gm;
  const SECONDS: Readonly<Record<string, number>> = { second: 1, s: 1, minute: 60, hour: 3600, day: 86_400 };

  test('has a row with the figures of each rate', () => {
    const rows = [...TEXT.matchAll(ROW)].map(([, name, burst, times, , every = '1', unit = '']) => [
      name,
      { burst: Number(burst), perSecond: Number(times) / (Number(every) * (SECONDS[unit] ?? Number.NaN)) },
    ]);
    expect(Object.fromEntries(rows)).toEqual(DEFAULT_LIMITS);
    expect(rows.map(([name]) => name)).toEqual(Object.keys(DEFAULT_LIMITS));
  });
});
