import { ERROR_NAMES } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { CLOSE_CODES, CLOSE_MEANINGS, GIVEN_UP, MATCH_ERRORS, OWN_ERRORS } from '../src/errors.ts';

/** One or more sentences. */
const SENTENCES = /^[A-Z].+\.$/s;

describe('errors', () => {
  test.each(ERROR_NAMES)('%s has a meaning', (name) => {
    const meanings: Readonly<Record<string, string>> = { ...OWN_ERRORS, ...MATCH_ERRORS };
    expect(meanings[name]).toMatch(/^[A-Z].+[.)]$/s);
  });

  test('are those of the connection and those of the match', () => {
    expect(ERROR_NAMES).toEqual([...Object.keys(OWN_ERRORS), ...Object.keys(MATCH_ERRORS)]);
    expect(ERROR_NAMES).toContain('bad-json');
    expect(ERROR_NAMES).toContain('illegal-move');
  });
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

  test.each(Object.entries(CLOSE_MEANINGS))('%s has a meaning', (_, meaning) => {
    expect(meaning).toMatch(SENTENCES);
  });
});
