import type { Seat } from '@tablier/core';
import { COLUMNS, goalRowOf, ROWS, rowOf } from '@tablier/games/arcanor';
import type { Box, Label, Point } from '../../board/scene/scene.ts';

/** The rim at the sides; above the cells, with the pegs of one seat; and below, with the pegs of the other and the letters. */
export const SIDE = 0.45;
export const ABOVE = 0.6;
const BELOW = 0.95;
export const WIDTH: number = COLUMNS + 2 * SIDE;
export const HEIGHT: number = ROWS + ABOVE + BELOW;

/** The centre of a cell as the seat at the bottom sees it: Light has row 1 in front, Dark row 7 [A1]. */
export function cellCentre(cell: number, bottom: Seat): Point {
  const column = bottom === 0 ? cell % COLUMNS : COLUMNS - 1 - (cell % COLUMNS);
  const fromTop = bottom === 0 ? ROWS - 1 - rowOf(cell) : rowOf(cell);
  return { x: SIDE + column + 0.5, y: ABOVE + fromTop + 0.5 };
}

export const cellBox = (cell: number, bottom: Seat): Box => ({ ...cellCentre(cell, bottom), width: 1, depth: 1 });

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

/** The place of a seat's pegs: beyond its goal row. */
export const pegLine = (seat: Seat, bottom: Seat): number => (seat === bottom ? ABOVE / 2 - 0.02 : HEIGHT - 0.26);

/** The place of a point's peg, counted from 0; the number follows after the last. */
export const pegAt = (index: number): number => SIDE + 0.3 + 0.58 * index;

/** Letters below and numbers at the left, as in the notation. */
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
