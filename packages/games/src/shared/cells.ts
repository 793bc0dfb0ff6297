/** Boards whose cells are numbered along the rows and named by column and row: `a1` is cell 0. */

/** The letter of a column, counted from 0. */
export const formatColumn = (column: number): string => String.fromCharCode(97 + column);

/** The name of a cell of a board with so many columns: letter, then row counted from 1. */
export const formatGridCell = (cell: number, columns: number): string =>
  `${formatColumn(cell % columns)}${Math.floor(cell / columns) + 1}`;
