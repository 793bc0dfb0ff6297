import type { Seat } from '@tablier/core';
import type { Box, Grid, Mark, Point } from './scene.ts';

/**
 * The cells of a grid by number: row by row from the lower left, as seat 0 sees them. From the other seats the board is turned by a
 * half.
 */
export function cellsOn({ x, y, columns, rows }: Grid) {
  const count = columns * rows;
  const turned = (cell: number, bottom: Seat): number => (bottom === 0 ? cell : count - 1 - cell);
  const cellCentre = (cell: number, bottom: Seat): Point => {
    const seen = turned(cell, bottom);
    return { x: x + (seen % columns) + 0.5, y: y + rows - Math.trunc(seen / columns) - 0.5 };
  };
  const cellBox = (cell: number, bottom: Seat): Box => ({ ...cellCentre(cell, bottom), width: 1, depth: 1 });
  /** From the top left of the picture, so that the reading order is that of the page. */
  const cellsInOrder = (bottom: Seat): number[] =>
    Array.from({ length: count }, (_, place) =>
      turned((rows - 1 - Math.trunc(place / columns)) * columns + (place % columns), bottom),
    );
  return { turned, cellCentre, cellBox, cellsInOrder };
}

/** A mark above the solids. */
export const markOver = (
  id: string,
  kind: Mark['kind'],
  role: Mark['role'],
  { x, y, width, depth, raised }: Box & Pick<Mark, 'raised'>,
): Mark => ({ id, kind, role, over: true, x, y, width, depth, ...(raised === undefined ? {} : { raised }) });
