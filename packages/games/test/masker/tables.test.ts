import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { CELLS, countCells, HALF, selectCell } from '../../src/masker/board.ts';

test('the cells of a set are counted and selected in ascending order, whatever the set', () => {
  const rng = new SeededRng(1);
  for (let round = 0; round < 2000; round++) {
    const density = 1 + rng.below(8);
    const cells = Array.from({ length: CELLS }, (_, cell) => cell).filter(() => rng.below(8) < density);
    const word = (from: number): number =>
      cells.reduce((set, cell) => (cell >= from && cell < from + HALF ? set | (1 << (cell - from)) : set), 0);
    const [low, high] = [word(0), word(HALF)];
    expect(countCells(low, high)).toBe(cells.length);
    expect(cells.map((_, below) => selectCell(low, high, below))).toEqual(cells);
  }
});
