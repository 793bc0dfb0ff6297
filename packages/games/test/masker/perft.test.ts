import { readLines } from '@tablier/testkit';
import { expect, test } from 'vitest';

const LINES = readLines(new URL('perft.tsv', import.meta.url));

test('the file has lines for every number of players and combination of options', () => {
  expect(new Set(LINES.map((line) => line.split('\t').slice(1, 3).join(' '))).size).toBe(12);
});
