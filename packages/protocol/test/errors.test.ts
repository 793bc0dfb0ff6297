import { ERROR_NAMES } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { CLOSE_CODES, GIVEN_UP } from '../src/errors.ts';

test('the errors are those of the connection and those of the match', () => {
  expect(ERROR_NAMES).toContain('bad-json');
  expect(ERROR_NAMES).toContain('illegal-move');
  expect(ERROR_NAMES).toContain('unreadable-clock');
});

describe('close codes', () => {
  test('are numbers that deployed clients know', () => {
    expect(CLOSE_CODES).toEqual({
      normal: 1000,
      goingAway: 1001,
      badText: 1007,
      tooLarge: 1009,
      restart: 1012,
      badHello: 4000,
      otherVersion: 4001,
      tooManyErrors: 4002,
      tooMany: 4003,
      sessionEnded: 4004,
      tooSlow: 4005,
      banned: 4006,
    });
    expect(GIVEN_UP).toBe(4900);
  });
});
