import { expect, test } from 'vitest';
import { MAX_NOTE, newDecision } from '../src/index.ts';

test.each([
  ['Be kind.', true],
  [' Be kind.\n', true],
  ['x'.repeat(MAX_NOTE), true],
  ['x'.repeat(MAX_NOTE + 1), false],
  ['  ', false],
  ['a\0b', false],
])('the reason of a decision may be %j: %s', (note, isAllowed) => {
  expect(newDecision.safeParse({ action: 'warn', note }).success).toBe(isAllowed);
});
