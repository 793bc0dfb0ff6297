import { describe, expect, test } from 'vitest';
import { EXACT, LOWER, MISSING, TranspositionTable, UPPER } from '../src/alpha-beta/transposition-table.ts';

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

  test('keeps the deeper and the newest of the entries that share a place', () => {
    const table = new TranspositionTable(4);
    const moveOf = (low: number): number | null => {
      const entry = table.find(low, 1);
      return entry === MISSING ? null : table.moveAt(entry);
    };
    expect(table.find(0, 0)).toBe(MISSING);
    table.store(2, 1, { move: 1, score: 0, depth: 3, bound: EXACT });
    expect([table.find(2 + 16, 1), table.find(2, 2)]).toEqual([MISSING, MISSING]);
    table.store(2 + 16, 1, { move: 2, score: 0, depth: 0, bound: EXACT });
    table.store(2 + 32, 1, { move: 3, score: 0, depth: 2, bound: EXACT });
    expect([moveOf(2), moveOf(2 + 16), moveOf(2 + 32)]).toEqual([1, null, 3]);
    table.store(2 + 48, 1, { move: 4, score: 0, depth: 3, bound: EXACT });
    expect([moveOf(2), moveOf(2 + 32), moveOf(2 + 48)]).toEqual([null, 3, 4]);
  });

  test('settles a node by what its bound proves of the window, and no more', () => {
    const table = new TranspositionTable(4);
    const settled = (bound: number): readonly boolean[] => {
      table.store(5, 1, { move: 1, score: 0, depth: 3, bound });
      const entry = table.find(5, 1);
      return [9, 10, 15, 20, 21].map((score) => table.settles(entry, score, 10, 20));
    };
    expect(settled(LOWER)).toEqual([false, false, false, true, true]);
    expect(settled(UPPER)).toEqual([true, true, false, false, false]);
    expect(settled(EXACT)).toEqual([true, true, true, true, true]);
  });

  test('replaces the entry of the same position', () => {
    const table = new TranspositionTable(4);
    table.store(5, 1, { move: 1, score: 0, depth: 3, bound: EXACT });
    table.store(5, 1, { move: 2, score: 7, depth: 1, bound: LOWER });
    const entry = table.find(5, 1);
    expect([table.moveAt(entry), table.scoreAt(entry), table.depthAt(entry)]).toEqual([2, 7, 1]);
  });
});
