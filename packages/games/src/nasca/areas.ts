import { countBits } from '../shared/bits.ts';
import { COLUMNS, ROWS } from './placements.ts';

/** Row masks: `rows[r]` is row r + 1, and bit c a column (`a` is bit 0). Areas are runs of cells joined from row to row. */
export type RowMasks = Uint16Array;

export const FULL_ROW = (1 << COLUMNS) - 1;
const LAST_COLUMN = 1 << (COLUMNS - 1);
const MAX_RUNS = 6 * ROWS;

const LEFT = 1;
const RIGHT = 2;
const BOTTOM = 4;
const TOP = 8;
const ANY_EDGE = LEFT | RIGHT | BOTTOM | TOP;
/** The area shares a side with a cell of the player's own colour. */
const OWN = 16;

export const emptyRows = (): RowMasks => new Uint16Array(ROWS);

export const CELL_COUNTS = Uint8Array.from({ length: 1 << COLUMNS }, (_, row) => countBits(row));

/** The connected areas of a set of cells. The instance is reused. */
export class Areas {
  /** By row: its first run. One entry more is the number of runs. */
  private readonly starts = new Uint8Array(ROWS + 1);
  private readonly masks = new Uint16Array(MAX_RUNS);
  /** By run: an earlier run of its area, or itself. Once the areas are split: the first run of its area. */
  private readonly parents = new Uint8Array(MAX_RUNS);
  /** By area: the edges it touches, and `OWN`. */
  private readonly marks = new Uint8Array(MAX_RUNS);

  /** Splits `cells` into areas, and marks those that share a side with a cell of `own`; all of them if `own` is `null`. */
  split(cells: RowMasks, own: RowMasks | null, byCorners: boolean): void {
    const { starts, masks, parents, marks } = this;
    let count = 0;
    let above = 0;
    for (let row = 0; row < ROWS; row++) {
      const first = count;
      starts[row] = first;
      const neighbours = own === null ? FULL_ROW : neighboursIn(own, row);
      const ends = row === 0 ? BOTTOM : row === ROWS - 1 ? TOP : 0;
      let rest = cells[row] as number;
      while (rest !== 0) {
        const run = rest & ~(rest + (rest & -rest));
        rest ^= run;
        let mark = ends | ((run & 1) * LEFT);
        if ((run & LAST_COLUMN) !== 0) mark |= RIGHT;
        if ((run & neighbours) !== 0) mark |= OWN;
        masks[count] = run;
        parents[count] = count;
        marks[count] = mark;
        const reach = byCorners ? run | (run << 1) | (run >> 1) : run;
        const lowest = reach & -reach;
        let root = count;
        // The runs of a row go from left to right: those that end before this one cannot reach the next one either.
        while (above < first && (masks[above] as number) < lowest) above++;
        for (let other = above; other < first; other++) {
          const met = masks[other] as number;
          if ((met & -met) > reach) break;
          if ((met & reach) !== 0) root = this.unite(root, other);
        }
        count++;
      }
      above = first;
    }
    starts[ROWS] = count;
    for (let run = 0; run < count; run++) parents[run] = parents[parents[run] as number] as number;
  }

  /** Joins the area with this root and that of another run. Returns the new root, which is its first run. */
  private unite(root: number, run: number): number {
    const { parents, marks } = this;
    let other = run;
    while (parents[other] !== other) other = parents[other] as number;
    if (other === root) return root;
    const first = Math.min(root, other);
    parents[Math.max(root, other)] = first;
    marks[first] = (marks[root] as number) | (marks[other] as number);
    return first;
  }

  select(wanted: Uint8Array, into: RowMasks): void {
    const { starts, masks, parents, marks } = this;
    for (let row = 0; row < ROWS; row++) {
      let chosen = 0;
      const end = starts[row + 1] as number;
      for (let run = starts[row] as number; run < end; run++) {
        if (wanted[marks[parents[run] as number] as number] === 1) chosen |= masks[run] as number;
      }
      into[row] = chosen;
    }
  }

  areaAt(row: number, cell: number, into: RowMasks): void {
    const { starts, masks, parents } = this;
    let root = -1;
    for (let run = starts[row] as number; run < (starts[row + 1] as number); run++) {
      if (((masks[run] as number) & cell) !== 0) root = parents[run] as number;
    }
    for (let other = 0; other < ROWS; other++) {
      let chosen = 0;
      for (let run = starts[other] as number; run < (starts[other + 1] as number); run++) {
        if (parents[run] === root) chosen |= masks[run] as number;
      }
      into[other] = chosen;
    }
  }
}

export function neighboursIn(cells: RowMasks, row: number): number {
  const here = cells[row] as number;
  const below = row === 0 ? 0 : (cells[row - 1] as number);
  const above = row === ROWS - 1 ? 0 : (cells[row + 1] as number);
  return ((here << 1) | (here >> 1) | below | above) & FULL_ROW;
}

const MARKS = 32;
const spans = (marks: number, edges: number): boolean => (marks & edges) === edges;
/** By [N13]: a neighbour of the own colour, and no two opposite edges. */
export const ENCLOSED = Uint8Array.from({ length: MARKS }, (_, marks) =>
  spans(marks, OWN) && !spans(marks, LEFT | RIGHT) && !spans(marks, BOTTOM | TOP) ? 1 : 0,
);
/** The areas that touch no edge [N15]. */
export const SHUT_IN = Uint8Array.from({ length: MARKS }, (_, marks) => ((marks & ANY_EDGE) === 0 ? 1 : 0));
