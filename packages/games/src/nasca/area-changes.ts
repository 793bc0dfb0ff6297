/** Whether a placement may change what a seat encloses, by the cells around it, for `corners=closed` and `neutralWalls=no`. */
import { CELL_COUNTS, FULL_ROW, LAST_COLUMN, type RowMasks } from './areas.ts';
import { COLUMN_MASKS, FIRST_ROWS, LAST_ROWS, ROWS } from './placements.ts';

/** The cells of a row that are no walls of `own`; none beyond the edge. */
const openIn = (own: RowMasks, row: number): number => (row < 0 || row >= ROWS ? 0 : FULL_ROW & ~(own[row] as number));

const runsOf = (bits: number): number => CELL_COUNTS[bits & ~(bits << 1)] as number;

const bitOf = (bits: number): number => (bits === 0 ? 0 : 1);

/** Whether own walls there may divide an area, or part it from an edge [N12]: not if the open cells around stay connected. */
export function mayDivide(own: RowMasks, placement: number): boolean {
  const first = FIRST_ROWS[placement] as number;
  const last = LAST_ROWS[placement] as number;
  return first === last
    ? mayDivideAlongRow(own, first, COLUMN_MASKS[placement] as number)
    : mayDivideAlongColumn(own, first, last, COLUMN_MASKS[placement] as number);
}

function mayDivideAlongRow(own: RowMasks, row: number, columns: number): boolean {
  const ends = ((columns << 1) | (columns >> 1)) & ~columns;
  const below = openIn(own, row - 1) & (columns | ends);
  const above = openIn(own, row + 1) & (columns | ends);
  const flank = openIn(own, row) & ends;
  if ((row === 0 || row === ROWS - 1) && flank === 0) return true;
  if ((columns & (1 | LAST_COLUMN) & ~(below | above)) !== 0) return true;
  const corners = (CELL_COUNTS[flank & below] as number) + (CELL_COUNTS[flank & above] as number);
  return runsOf(below) + runsOf(above) + (CELL_COUNTS[flank] as number) - corners > 1;
}

function mayDivideAlongColumn(own: RowMasks, first: number, last: number, column: number): boolean {
  // By column: the open cells from the row below the placement, which is bit 0, to the row above it.
  let left = 0;
  let right = 0;
  for (let row = first - 1, place = 0; row <= last + 1; row++, place++) {
    const open = openIn(own, row);
    left |= bitOf(open & (column >> 1)) << place;
    right |= bitOf(open & (column << 1)) << place;
  }
  const below = bitOf(openIn(own, first - 1) & column);
  const above = bitOf(openIn(own, last + 1) & column);
  const top = last - first + 2;
  const sides = left | right;
  if (first === 0 && (sides & 2) === 0) return true;
  if (last === ROWS - 1 && ((sides >> (top - 1)) & 1) === 0) return true;
  if ((column & (1 | LAST_COLUMN)) !== 0 && (below | above) === 0) return true;
  const corners = below * ((left & 1) + (right & 1)) + above * (((left >> top) & 1) + ((right >> top) & 1));
  return runsOf(left) + runsOf(right) + below + above - corners > 1;
}

/** Whether covering walls may change what they enclose: not if nothing there or next to it is enclosed. */
export function mayJoin(enclosed: RowMasks, placement: number): boolean {
  const first = FIRST_ROWS[placement] as number;
  const last = LAST_ROWS[placement] as number;
  const columns = COLUMN_MASKS[placement] as number;
  const around = columns | (columns << 1) | (columns >> 1);
  let met = 0;
  if (first > 0) met |= (enclosed[first - 1] as number) & columns;
  if (last < ROWS - 1) met |= (enclosed[last + 1] as number) & columns;
  for (let row = first; row <= last; row++) met |= (enclosed[row] as number) & around;
  return met !== 0;
}
