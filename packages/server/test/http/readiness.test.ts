import { expect, test } from 'vitest';
import { createReadiness } from '../../src/http/request-guards.ts';

test('a server is ready until its database took no write for five seconds, or it closes', () => {
  let now = 100_000;
  let lastWriteAt = now;
  const readiness = createReadiness(
    () => ({ lastWriteAt, isServing: true }),
    () => now,
  );
  now += 4999;
  expect(readiness.fault()).toBeNull();
  now += 1;
  expect(readiness.fault()).toBe('database');
  lastWriteAt = now;
  expect([readiness.fault(), readiness.isClosing()]).toEqual([null, false]);
  readiness.closing();
  expect([readiness.fault(), readiness.isClosing()]).toEqual(['closing', true]);
});
