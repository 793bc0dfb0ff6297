import { formatGridCell } from '../shared/cells.ts';
import { CELLS, COLUMNS, ENDS, SINGLES, STARTS } from './placements.ts';

/** The name of a cell, column and row: `a1`, `k10`. */
export const formatCell = (cell: number): string => formatGridCell(cell, COLUMNS);

/** The text of a placement: its two end cells, the smaller first. For a neutral piece of length 1: its cell. */
export function formatMove(placement: number): string {
  const start = formatCell(STARTS[placement] as number);
  return placement >= SINGLES ? start : `${start}-${formatCell(ENDS[placement] as number)}`;
}

const BY_TEXT: ReadonlyMap<string, number> = new Map(
  Array.from({ length: SINGLES + CELLS }, (_, placement) => [formatMove(placement), placement]),
);

/** The placement with this text, including those of length 1; `null` if the text names no line of the board. */
export function parsePlacement(text: string): number | null {
  return BY_TEXT.get(text) ?? null;
}
