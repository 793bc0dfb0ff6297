import { expect, test } from 'vitest';
import { createSignInAttempts } from '../../src/accounts/passwords.ts';

const HOUR = 3_600_000;
const HERE = '192.0.2.1';

/** The attempts of one username from one address, at a time that moves. */
function attemptsAt() {
  let now = 5 * HOUR;
  const attempts = createSignInAttempts(() => now);
  const pass = (ms: number): void => {
    now += ms;
  };
  const count = (times: number): void => {
    for (let time = 0; time < times; time++) attempts.count('ada', HERE);
  };
  const wait = (): number => attempts.wait('ada', HERE);
  return { attempts, pass, count, wait };
}

test('four attempts are free; each further one doubles the wait, up to an hour', () => {
  const { count, wait } = attemptsAt();
  expect(wait()).toBe(0);
  count(4);
  expect(wait()).toBe(0);
  const waits = Array.from({ length: 8 }, () => {
    count(1);
    return wait() / 1000;
  });
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600]);
  count(2000);
  expect(wait()).toBe(HOUR);
});

test('a wait passes, and attempts are forgotten a day after the last one', () => {
  const { count, wait, pass } = attemptsAt();
  count(5);
  pass(29_999);
  expect(wait()).toBe(1);
  pass(1);
  expect(wait()).toBe(0);
  pass(24 * HOUR - 30_000);
  count(1);
  expect(wait()).toBe(60_000);
  pass(24 * HOUR + 1);
  count(1);
  expect(wait()).toBe(0);
});

test('usernames and networks are counted on their own, and a correct password begins again', () => {
  const { attempts, count, wait } = attemptsAt();
  count(5);
  expect(attempts.wait('bob', HERE)).toBe(0);
  expect(attempts.wait('ada', '192.0.2.2')).toBe(0);
  for (let time = 0; time < 5; time++) attempts.count('ada', `2001:db8::${time}`);
  expect(attempts.wait('ada', '2001:db8::ffff'), 'one network').toBe(30_000);
  attempts.forget('ada', HERE);
  expect(wait()).toBe(0);
  expect(attempts.wait('ada', '2001:db8::1')).toBe(30_000);
});

test('the least recent are dropped when there are too many', () => {
  const { attempts, count, wait } = attemptsAt();
  count(4);
  for (let other = 0; other < 5; other++) attempts.count('first', HERE);
  // Counted again: no longer the least recent.
  count(1);
  for (let other = 0; other < 9999; other++) attempts.count(`other-${other}`, HERE);
  expect(wait()).toBe(30_000);
  expect(attempts.wait('first', HERE)).toBe(0);
});

test('all networks of one site of version 6 have eight times the free attempts of an address', () => {
  const { attempts } = attemptsAt();
  for (let network = 1; network < 40; network++) attempts.count('ada', `2001:db8:1:${network}::1`);
  expect(attempts.wait('ada', '2001:db8:1:fff::1')).toBe(0);
  attempts.count('ada', '2001:db8:1:40::1');
  expect(attempts.wait('ada', '2001:db8:1:fff::1')).toBe(30_000);
  expect(attempts.wait('ada', '2001:db8:2::1'), 'another site').toBe(0);
  expect(attempts.wait('bob', '2001:db8:1:fff::1')).toBe(0);
  attempts.forget('ada', '2001:db8:1:7::1');
  expect(attempts.wait('ada', '2001:db8:1:fff::1')).toBe(0);
});
