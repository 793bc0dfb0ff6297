import { describe, expect, test } from 'vitest';
import { EXACT, LOWER, MISSING, TranspositionTable, UPPER } from '../src/transposition-table.ts';

describe('a transposition table', () => {
  test('gives back what was stored, of any depth, bound and sign', () => {
    for (const bound of [EXACT, LOWER, UPPER]) {
      for (const depth of [0, 1, 127]) {
        const table = new TranspositionTable(4);
        table.store(-7, 9, { move: 0xffff, score: -1_048_576, depth, bound });
        const entry = table.find(-7, 9);
        expect([table.moveAt(entry), table.scoreAt(entry), table.depthAt(entry), table.boundAt(entry)]).toEqual([
          0xffff,
          -1_048_576,
          depth,
          bound,
        ]);
      }
    }
  });

  test('knows nothing of a position that shares its place with a stored one', () => {
    const table = new TranspositionTable(4);
    expect(table.find(0, 0)).toBe(MISSING);
    table.store(3, 1, { move: 1, score: 0, depth: 1, bound: EXACT });
    expect(table.find(3 + 16, 1)).toBe(MISSING);
    expect(table.find(3, 2)).toBe(MISSING);
    table.store(3 + 16, 1, { move: 2, score: 0, depth: 0, bound: EXACT });
    expect([table.find(3, 1), table.moveAt(table.find(3 + 16, 1))]).toEqual([MISSING, 2]);
  });
});
