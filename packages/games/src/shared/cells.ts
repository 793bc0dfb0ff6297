/** Names of cells, for boards whose cells are numbered along the rows: `a1` is cell 0. */

/** The letter of a column, counted from 0. */
export const formatColumn = (column: number): string => String.fromCharCode(97 + column);

/** The name of a cell on a board with `columns` columns: the letter of its column, then its row counted from 1. */
export const formatGridCell = (cell: number, columns: number): string =>
  `${formatColumn(cell % columns)}${Math.floor(cell / columns) + 1}`;
