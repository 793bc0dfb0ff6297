import { countBits } from '../shared/bits.ts';
import { NEUTRAL, type NascaBoard, SEAT_COLOURS } from './board.ts';
import { COLUMN_MASKS, COLUMNS, FIRST_ROWS, LAST_ROWS, ROWS } from './placements.ts';

/**
 * Scoring on row masks: `rows[r]` is row r + 1, and bit c is a column (`a` is bit 0). An area is built from runs of cells in one row,
 * which are joined from row to row.
 */
export type RowMasks = Uint16Array;

/** The rules for walls [N12]. */
export interface WallRules {
  /** Whether areas are connected across corners (`corners=open`). */
  readonly openCorners: boolean;
  /** Whether cells showing neutral are walls for both (`neutralWalls=yes`). */
  readonly neutralWalls: boolean;
}

const FULL_ROW = (1 << COLUMNS) - 1;
const LAST_COLUMN = 1 << (COLUMNS - 1);
/** A row has at most six runs. */
const MAX_RUNS = 6 * ROWS;

const LEFT = 1;
const RIGHT = 2;
const BOTTOM = 4;
const TOP = 8;
const ANY_EDGE = LEFT | RIGHT | BOTTOM | TOP;
/** The area shares a side with a cell of the player's own colour. */
const OWN = 16;

const emptyRows = (): RowMasks => new Uint16Array(ROWS);

/** By row mask: the number of its cells. */
export const CELL_COUNTS = Uint8Array.from({ length: 1 << COLUMNS }, (_, row) => countBits(row));

/** The connected areas of a set of cells. The instance is reused. */
class Areas {
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
      const neighbours = own === null ? FULL_ROW : besideIn(own, row);
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

  /** Writes the cells of the areas that `wanted`, which is indexed by marks, accepts. */
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

  /** Writes the cells of the area that contains the cell with this row and column bit; none if there is no such area. */
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

/** The cells of a row that share a side with one of `cells`. */
function besideIn(cells: RowMasks, row: number): number {
  const here = cells[row] as number;
  const below = row === 0 ? 0 : (cells[row - 1] as number);
  const above = row === ROWS - 1 ? 0 : (cells[row + 1] as number);
  return ((here << 1) | (here >> 1) | below | above) & FULL_ROW;
}

const MARKS = 32;
const spans = (marks: number, edges: number): boolean => (marks & edges) === edges;
/** By [N13]: a neighbour of the own colour, and no two opposite edges. */
const ENCLOSED = Uint8Array.from({ length: MARKS }, (_, marks) =>
  spans(marks, OWN) && !spans(marks, LEFT | RIGHT) && !spans(marks, BOTTOM | TOP) ? 1 : 0,
);
/** The areas that touch no edge [N15]. */
const SHUT_IN = Uint8Array.from({ length: MARKS }, (_, marks) => ((marks & ANY_EDGE) === 0 ? 1 : 0));

/** The territory of a board, by seat. Create one and reuse it: what judges overwrites the result. */
export class Territory {
  /** By seat: the cells that show its colour. */
  readonly shown: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  readonly neutral = emptyRows();
  /** The empty cells. */
  readonly empty = emptyRows();
  /** By seat: the empty cells that score for it. */
  readonly cells: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  private readonly areas: readonly [Areas, Areas] = [new Areas(), new Areas()];
  private readonly outside = new Areas();
  private readonly enclosed: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  /** By seat: whether `areas` are those of the present board. */
  private readonly isSplit: [boolean, boolean] = [false, false];
  private readonly free = emptyRows();
  private readonly disputed = emptyRows();
  private readonly met: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  private readonly higher = emptyRows();

  /** By row: the columns in which a higher row shows the seat's colour. Valid until the next call. */
  higherThan(seat: 0 | 1): RowMasks {
    const own = this.shown[seat];
    let seen = 0;
    for (let row = ROWS - 1; row >= 0; row--) {
      this.higher[row] = seen;
      seen |= own[row] as number;
    }
    return this.higher;
  }

  /** Finds the territory of a board, seen from above [N11]. */
  judgeBoard(board: NascaBoard, rules: WallRules): void {
    const [first, second] = this.shown;
    const { colours } = board;
    for (let row = 0, cell = 0; row < ROWS; row++) {
      let own = 0;
      let other = 0;
      let neutral = 0;
      for (let column = 0; column < COLUMNS; column++, cell++) {
        const colour = colours[cell] as number;
        own |= (colour & SEAT_COLOURS[0]) << column;
        other |= ((colour & SEAT_COLOURS[1]) >> 1) << column;
        neutral |= ((colour & NEUTRAL) >> 2) << column;
      }
      first[row] = own;
      second[row] = other;
      this.neutral[row] = neutral;
    }
    this.judge(rules);
  }

  /** Finds the territory of the board of `before` after one more placement of a seat, which is not checked. */
  judgeAfter(before: Territory, placement: number, seat: 0 | 1, rules: WallRules): void {
    const [own, other] = seat === 0 ? this.shown : [this.shown[1], this.shown[0]];
    const columns = COLUMN_MASKS[placement] as number;
    const end = LAST_ROWS[placement] as number;
    this.shown[0].set(before.shown[0]);
    this.shown[1].set(before.shown[1]);
    this.neutral.set(before.neutral);
    let added = 0;
    let covered = 0;
    for (let row = FIRST_ROWS[placement] as number; row <= end; row++) {
      added |= columns & ~(own[row] as number);
      covered |= columns & (other[row] as number);
      if (rules.neutralWalls) covered |= columns & (this.neutral[row] as number);
      own[row] = (own[row] as number) | columns;
      other[row] = (other[row] as number) & ~columns;
      this.neutral[row] = (this.neutral[row] as number) & ~columns;
    }
    if (added === 0) this.keep(before, seat);
    else this.enclose(seat, rules);
    if (covered === 0) this.keep(before, (1 - seat) as 0 | 1);
    else this.enclose((1 - seat) as 0 | 1, rules);
    this.share(rules);
  }

  /** Computes `cells` from `shown` and `neutral` [N12]–[N15]. */
  judge(rules: WallRules): void {
    this.enclose(0, rules);
    this.enclose(1, rules);
    this.share(rules);
  }

  /** Gives the enclosed empty cells to the seats. */
  private share(rules: WallRules): void {
    const [first, second] = this.shown;
    const [inFirst, inSecond] = this.enclosed;
    const [forFirst, forSecond] = this.cells;
    let disputed = 0;
    for (let row = 0; row < ROWS; row++) {
      const empty = FULL_ROW & ~((first[row] as number) | (second[row] as number) | (this.neutral[row] as number));
      const mine = (inFirst[row] as number) & empty;
      const theirs = (inSecond[row] as number) & empty;
      this.empty[row] = empty;
      forFirst[row] = mine & ~theirs;
      forSecond[row] = theirs & ~mine;
      this.disputed[row] = mine & theirs;
      disputed |= mine & theirs;
    }
    if (disputed !== 0) this.settle(rules);
  }

  /** The points of a seat [N14]. */
  points(seat: 0 | 1): number {
    const cells = this.cells[seat];
    let points = 0;
    for (let row = 0; row < ROWS; row++) points += CELL_COUNTS[cells[row] as number] as number;
    return points;
  }

  /** The areas of a seat are those of `before`. */
  private keep(before: Territory, seat: 0 | 1): void {
    this.enclosed[seat].set(before.enclosed[seat]);
    this.isSplit[seat] = false;
  }

  /** The areas of one player, and which of their cells are enclosed [N12] [N13]. */
  private enclose(seat: 0 | 1, rules: WallRules): void {
    this.split(seat, rules);
    this.areas[seat].select(ENCLOSED, this.enclosed[seat]);
  }

  private split(seat: 0 | 1, { neutralWalls, openCorners }: WallRules): void {
    const { free, neutral } = this;
    const own = this.shown[seat];
    for (let row = 0; row < ROWS; row++) {
      const walls = (own[row] as number) | (neutralWalls ? (neutral[row] as number) : 0);
      free[row] = FULL_ROW & ~walls;
    }
    // Where all walls are own ones, only an area without any wall has no own neighbour: the whole board, which touches opposite edges.
    this.areas[seat].split(free, neutralWalls ? own : null, openCorners);
    this.isSplit[seat] = true;
  }

  /** Gives cells that both enclose to the inner area [N15]. */
  private settle(rules: WallRules): void {
    const { disputed, areas, met } = this;
    const [first, second] = met;
    if (!this.isSplit[0]) this.split(0, rules);
    if (!this.isSplit[1]) this.split(1, rules);
    for (let row = 0; row < ROWS; row++) {
      while (disputed[row] !== 0) {
        const cell = (disputed[row] as number) & -(disputed[row] as number);
        areas[0].areaAt(row, cell, first);
        areas[1].areaAt(row, cell, second);
        const firstIsInner = this.isInner(0, first, second, rules);
        const secondIsInner = this.isInner(1, second, first, rules);
        for (let shared = row; shared < ROWS; shared++) {
          const left = disputed[shared] as number;
          const common = (first[shared] as number) & left & (second[shared] as number);
          disputed[shared] = left & ~common;
          if (firstIsInner === secondIsInner) continue;
          const cells = this.cells[firstIsInner ? 0 : 1];
          cells[shared] = (cells[shared] as number) | common;
        }
      }
    }
  }

  /** Whether all own cells next to `area` that the area does not shut in are in `outer` [N15]. */
  private isInner(seat: 0 | 1, area: RowMasks, outer: RowMasks, rules: WallRules): boolean {
    const own = this.shown[seat];
    let isUncovered = false;
    for (let row = 0; row < ROWS && !isUncovered; row++)
      isUncovered = ((own[row] as number) & besideIn(area, row) & ~(outer[row] as number)) !== 0;
    if (!isUncovered) return true;
    const shutIn = this.shutInBy(area, rules);
    for (let row = 0; row < ROWS; row++) {
      const covered = (shutIn[row] as number) | (outer[row] as number);
      if (((own[row] as number) & besideIn(area, row) & ~covered) !== 0) return false;
    }
    return true;
  }

  /** The cells from which every path to an edge enters `area` [N15]. Paths may use the cells that enclose the area. */
  private shutInBy(area: RowMasks, rules: WallRules): RowMasks {
    const { free } = this;
    for (let row = 0; row < ROWS; row++) free[row] = FULL_ROW & ~(area[row] as number);
    this.outside.split(free, null, !rules.openCorners);
    this.outside.select(SHUT_IN, free);
    return free;
  }
}
