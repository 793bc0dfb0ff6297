import { expect, test } from 'vitest';
import { parsePlace } from '../../src/tournaments/files.ts';

const ID = 'abcdefghijklmnopqrst_-';

test('a place in a list has a time and an id', () => {
  expect(parsePlace(`1700000000000.${ID}`)).toEqual({ sortedAt: 1_700_000_000_000, id: ID });
  expect(parsePlace(`${'9'.repeat(15)}.${ID}`)?.sortedAt).toBe(999_999_999_999_999);
});

test('anything else is the first page', () => {
  for (const text of [
    undefined,
    null,
    7,
    '',
    ID,
    `.${ID}`,
    `1.${ID}x`,
    `1.${ID.slice(1)}`,
    `x1.${ID}`,
    `${'9'.repeat(16)}.${ID}`,
    `1,${ID}`,
    [`1.${ID}`],
  ])
    expect(parsePlace(text), String(text)).toBeUndefined();
});
