import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const LINES = readFileSync(new URL('perft.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('masker\t'));

test('the file has lines for every number of players and combination of options', () => {
  expect(new Set(LINES.map((line) => line.split('\t').slice(1, 3).join(' '))).size).toBe(12);
});
