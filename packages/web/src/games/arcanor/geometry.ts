import type { Seat } from '@tablier/core';
import { COLUMNS, goalRowOf, ROWS } from '@tablier/games/arcanor';
import { type Box, cellsOn, type Label } from '../../board/scene/scene.ts';

/** The rim at the sides; above the cells, with the pegs of one seat; and below, with the pegs of the other and the letters. */
const SIDE = 0.45;
const ABOVE = 0.6;
const BELOW = 0.95;
const WIDTH = COLUMNS + 2 * SIDE;
const HEIGHT = ROWS + ABOVE + BELOW;

export const FRAME = {
  wood: 'teak',
  width: WIDTH,
  height: HEIGHT,
  grid: { x: SIDE, y: ABOVE, columns: COLUMNS, rows: ROWS },
} as const;

/** Light has row 1 in front, Dark row 7 [A1]. */
export const { cellCentre, cellBox, cellsInOrder } = cellsOn(FRAME.grid);

export const goalBox = (seat: Seat, bottom: Seat): Box => ({
  x: SIDE + COLUMNS / 2,
  y: cellCentre(COLUMNS * goalRowOf(seat), bottom).y,
  width: COLUMNS,
  depth: 1,
});

export function goalEdge(seat: Seat, bottom: Seat): Box {
  const row = goalBox(seat, bottom);
  const outward = seat === bottom ? -0.5 : 0.5;
  return { ...row, y: row.y + outward, depth: 0.1 };
}

export const pegLine = (seat: Seat, bottom: Seat): number => (seat === bottom ? ABOVE / 2 - 0.02 : HEIGHT - 0.26);

/** The place of a point's peg, counted from 0; the number follows after the last. */
export const pegAt = (index: number): number => SIDE + 0.3 + 0.58 * index;

export function rimLabels(bottom: Seat): Label[] {
  const letters = Array.from('abcdefgh', (text, column): Label => {
    const { x } = cellCentre(column, bottom);
    return { x, y: ABOVE + ROWS + 0.27, text, role: 'near', size: 0.24 };
  });
  const numbers = Array.from({ length: ROWS }, (_, row): Label => {
    const { y } = cellCentre(row * COLUMNS, bottom);
    return { x: SIDE / 2, y, text: String(row + 1), role: 'near', size: 0.24 };
  });
  return [...letters, ...numbers];
}
