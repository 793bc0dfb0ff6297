import { words } from '@tablier/core';
import { expect, test } from 'vitest';

test('names are separated by blanks, in one text or in several', () => {
  const names: readonly ('a' | 'b-c' | 'd')[] = words('a b-c', 'd');
  expect(names).toEqual(['a', 'b-c', 'd']);
  // @ts-expect-error: a name that is in none of the texts
  expect(names.includes('e')).toBe(false);
});
