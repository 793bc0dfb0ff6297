import { NEUTRAL, type NascaBoard, SEAT_COLOURS } from './board.ts';
import { COLUMNS, ROWS } from './placements.ts';

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

/** The connected areas of a set of cells. The instance is reused. */
class Areas {
  private readonly rows = new Uint8Array(MAX_RUNS);
  private readonly masks = new Uint16Array(MAX_RUNS);
  private readonly parents = new Uint8Array(MAX_RUNS);
  /** By area: the edges it touches, and `OWN`. */
  private readonly marks = new Uint8Array(MAX_RUNS);
  private count = 0;

  /** Splits `cells` into areas, and marks those that share a side with a cell of `own`. */
  split(cells: RowMasks, own: RowMasks, byCorners: boolean): void {
    this.count = 0;
    let above = 0;
    for (let row = 0; row < ROWS; row++) {
      const first = this.count;
      // A cell's side neighbours in `own`, gathered at the cell.
      const ownHere = own[row] as number;
      const neighbours = (ownHere << 1) | (ownHere >> 1) | (own[row - 1] ?? 0) | (own[row + 1] ?? 0);
      const ends = row === 0 ? BOTTOM : row === ROWS - 1 ? TOP : 0;
      let rest = cells[row] as number;
      while (rest !== 0) {
        const run = rest & ~(rest + (rest & -rest));
        rest ^= run;
        let mark = ends;
        if ((run & 1) !== 0) mark |= LEFT;
        if ((run & LAST_COLUMN) !== 0) mark |= RIGHT;
        if ((run & neighbours) !== 0) mark |= OWN;
        this.add(row, run, mark);
        this.join(above, first, byCorners ? run | (run << 1) | (run >> 1) : run);
      }
      above = first;
    }
  }

  private add(row: number, run: number, mark: number): void {
    const { count } = this;
    this.rows[count] = row;
    this.masks[count] = run;
    this.parents[count] = count;
    this.marks[count] = mark;
    this.count = count + 1;
  }

  /** Joins the newest run with those runs of the previous row (from `from` to `to`) that intersect `reach`. */
  private join(from: number, to: number, reach: number): void {
    for (let run = from; run < to; run++) {
      if (((this.masks[run] as number) & reach) === 0) continue;
      const left = this.rootOf(run);
      const right = this.rootOf(this.count - 1);
      if (left === right) continue;
      const root = Math.min(left, right);
      this.parents[Math.max(left, right)] = root;
      this.marks[root] = (this.marks[left] as number) | (this.marks[right] as number);
    }
  }

  private rootOf(run: number): number {
    let root = run;
    while (this.parents[root] !== root) root = this.parents[root] as number;
    return root;
  }

  /** Writes the cells of the areas that `wanted`, which is indexed by marks, accepts. */
  select(wanted: Uint8Array, into: RowMasks): void {
    into.fill(0);
    for (let run = 0; run < this.count; run++) {
      if (wanted[this.marks[this.rootOf(run)] as number] === 0) continue;
      const row = this.rows[run] as number;
      into[row] = (into[row] as number) | (this.masks[run] as number);
    }
  }

  /** The cells of the area that contains the cell with this row and column bit; empty if none does. */
  areaAt(row: number, cell: number): RowMasks {
    const area = emptyRows();
    for (let run = 0; run < this.count; run++) {
      if (this.rows[run] !== row || ((this.masks[run] as number) & cell) === 0) continue;
      const root = this.rootOf(run);
      for (let other = 0; other < this.count; other++) {
        if (this.rootOf(other) !== root) continue;
        const otherRow = this.rows[other] as number;
        area[otherRow] = (area[otherRow] as number) | (this.masks[other] as number);
      }
    }
    return area;
  }
}

const MARKS = 32;
const spans = (marks: number, edges: number): boolean => (marks & edges) === edges;
/** By [N13]: a neighbour of the own colour, and no two opposite edges. */
const ENCLOSED = Uint8Array.from({ length: MARKS }, (_, marks) =>
  spans(marks, OWN) && !spans(marks, LEFT | RIGHT) && !spans(marks, BOTTOM | TOP) ? 1 : 0,
);
/** The areas that touch no edge [N15]. */
const SHUT_IN = Uint8Array.from({ length: MARKS }, (_, marks) => ((marks & ANY_EDGE) === 0 ? 1 : 0));

/** The territory of a board, by seat. Create one and reuse it: `judge` overwrites the result. */
export class Territory {
  /** By seat: the cells that show its colour. */
  readonly shown: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  readonly neutral = emptyRows();
  /** By seat: the empty cells that score for it. */
  readonly cells: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  private readonly areas: readonly [Areas, Areas] = [new Areas(), new Areas()];
  private readonly outside = new Areas();
  private readonly enclosed: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  private readonly free = emptyRows();
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

  /** Computes `cells` from `shown` and `neutral` [N12]–[N15]. */
  judge(rules: WallRules): void {
    this.enclose(0, rules);
    this.enclose(1, rules);
    const [inFirst, inSecond] = this.enclosed;
    let disputed = 0;
    for (let row = 0; row < ROWS; row++) {
      const empty = this.emptyIn(row);
      const both = (inFirst[row] as number) & empty & (inSecond[row] as number);
      this.cells[0][row] = (inFirst[row] as number) & empty & ~both;
      this.cells[1][row] = (inSecond[row] as number) & empty & ~both;
      this.free[row] = both;
      disputed |= both;
    }
    if (disputed !== 0) this.settle(this.free, rules);
  }

  /** The empty cells of a row. */
  emptyIn(row: number): number {
    const [first, second] = this.shown;
    const walls = (first[row] as number) | (second[row] as number);
    return FULL_ROW & ~(walls | (this.neutral[row] as number));
  }

  /** The points of a seat [N14]. */
  points(seat: 0 | 1): number {
    let points = 0;
    for (const row of this.cells[seat]) for (let rest = row; rest !== 0; rest &= rest - 1) points++;
    return points;
  }

  /** The areas of one player, and which of their cells are enclosed [N12] [N13]. */
  private enclose(seat: 0 | 1, rules: WallRules): void {
    const own = this.shown[seat];
    for (let row = 0; row < ROWS; row++) {
      const walls = (own[row] as number) | (rules.neutralWalls ? (this.neutral[row] as number) : 0);
      this.free[row] = FULL_ROW & ~walls;
    }
    this.areas[seat].split(this.free, own, rules.openCorners);
    this.areas[seat].select(ENCLOSED, this.enclosed[seat]);
  }

  /** Gives cells that both enclose to the inner area [N15]. */
  private settle(disputed: RowMasks, rules: WallRules): void {
    for (let row = 0; row < ROWS; row++) {
      while (disputed[row] !== 0) {
        const cell = (disputed[row] as number) & -(disputed[row] as number);
        const first = this.areas[0].areaAt(row, cell);
        const second = this.areas[1].areaAt(row, cell);
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
    const shutIn = this.shutInBy(area, rules);
    for (let row = 0; row < ROWS; row++) {
      const here = area[row] as number;
      const neighbours = (here << 1) | (here >> 1) | (area[row - 1] ?? 0) | (area[row + 1] ?? 0);
      const covered = (shutIn[row] as number) | (outer[row] as number);
      if (((own[row] as number) & neighbours & ~covered) !== 0) return false;
    }
    return true;
  }

  /** The cells from which every path to an edge enters `area` [N15]. Paths may use the cells that enclose the area. */
  private shutInBy(area: RowMasks, rules: WallRules): RowMasks {
    const others = area.map((row) => FULL_ROW & ~row);
    this.outside.split(others, area, !rules.openCorners);
    this.outside.select(SHUT_IN, others);
    return others;
  }
}
