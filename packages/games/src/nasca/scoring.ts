import { Areas, CELL_COUNTS, emptyRows, ENCLOSED, FULL_ROW, neighboursIn, type RowMasks, SHUT_IN } from './areas.ts';
import { type NascaBoard, NEUTRAL, SEAT_COLOURS } from './board.ts';
import type { NascaOptions } from './facts.ts';
import { COLUMN_MASKS, COLUMNS, FIRST_ROWS, LAST_ROWS, ROWS } from './placements.ts';

export interface WallRules {
  /** Whether areas are connected across corners (`corners=open`). */
  readonly openCorners: boolean;
  /** Whether cells showing neutral are walls for both (`neutralWalls=yes`). */
  readonly neutralWalls: boolean;
}

export function wallRules({ corners, neutralWalls }: NascaOptions): WallRules {
  return { openCorners: corners === 'open', neutralWalls: neutralWalls === 'yes' };
}

function copyRows(from: RowMasks, to: RowMasks): void {
  for (let row = 0; row < ROWS; row++) to[row] = from[row] as number;
}

/** The territory of a board, by seat. Create one and reuse it: each computation overwrites the result. */
export class Territory {
  /** By seat: the cells that show its colour. */
  readonly shown: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  readonly neutral = emptyRows();
  readonly empty = emptyRows();
  /** By seat: the empty cells that score for it. */
  readonly cells: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
  private readonly split: readonly [Areas, Areas] = [new Areas(), new Areas()];
  /** By seat: its areas, which may be those of another territory and contain cells that are walls by now. */
  private readonly areas: [Areas, Areas] = [...this.split];
  private readonly outside = new Areas();
  private readonly enclosed: readonly [RowMasks, RowMasks] = [emptyRows(), emptyRows()];
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
    copyRows(before.shown[0], this.shown[0]);
    copyRows(before.shown[1], this.shown[1]);
    copyRows(before.neutral, this.neutral);
    let covered = 0;
    for (let row = FIRST_ROWS[placement] as number; row <= end; row++) {
      covered |= columns & (other[row] as number);
      if (rules.neutralWalls) covered |= columns & (this.neutral[row] as number);
      own[row] = (own[row] as number) | columns;
      other[row] = (other[row] as number) & ~columns;
      this.neutral[row] = (this.neutral[row] as number) & ~columns;
    }
    this.enclose(seat, rules);
    const opponent = (1 - seat) as 0 | 1;
    if (covered !== 0) this.enclose(opponent, rules);
    else {
      copyRows(before.enclosed[opponent], this.enclosed[opponent]);
      this.areas[opponent] = before.areas[opponent];
    }
    this.share(rules);
  }

  /** Computes `cells` from `shown` and `neutral` [N12]–[N15]. */
  judge(rules: WallRules): void {
    this.enclose(0, rules);
    this.enclose(1, rules);
    this.share(rules);
  }

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

  points(seat: 0 | 1): number {
    const cells = this.cells[seat];
    let points = 0;
    for (let row = 0; row < ROWS; row++) points += CELL_COUNTS[cells[row] as number] as number;
    return points;
  }

  /** The areas of one player, and which of their cells are enclosed [N12] [N13]. */
  private enclose(seat: 0 | 1, { neutralWalls, openCorners }: WallRules): void {
    const { free, neutral } = this;
    const own = this.shown[seat];
    const areas = this.split[seat];
    for (let row = 0; row < ROWS; row++) {
      const walls = (own[row] as number) | (neutralWalls ? (neutral[row] as number) : 0);
      free[row] = FULL_ROW & ~walls;
    }
    // Where all walls are own ones, only an area without any wall has no own neighbour: the whole board, which touches opposite edges.
    areas.split(free, neutralWalls ? own : null, openCorners);
    areas.select(ENCLOSED, this.enclosed[seat]);
    this.areas[seat] = areas;
  }

  /** Gives cells that both enclose to the inner area [N15]. */
  private settle(rules: WallRules): void {
    const { disputed, met } = this;
    const [first, second] = met;
    for (let row = 0; row < ROWS; row++) {
      while (disputed[row] !== 0) {
        const cell = (disputed[row] as number) & -(disputed[row] as number);
        this.areaAt(0, row, cell, first);
        this.areaAt(1, row, cell, second);
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

  private areaAt(seat: 0 | 1, row: number, cell: number, into: RowMasks): void {
    const own = this.shown[seat];
    this.areas[seat].areaAt(row, cell, into);
    for (let other = 0; other < ROWS; other++) into[other] = (into[other] as number) & ~(own[other] as number);
  }

  /** Whether all own cells next to `area` that the area does not shut in are in `outer` [N15]. */
  private isInner(seat: 0 | 1, area: RowMasks, outer: RowMasks, rules: WallRules): boolean {
    const own = this.shown[seat];
    let isUncovered = false;
    for (let row = 0; row < ROWS && !isUncovered; row++)
      isUncovered = ((own[row] as number) & neighboursIn(area, row) & ~(outer[row] as number)) !== 0;
    if (!isUncovered) return true;
    const shutIn = this.shutInBy(area, rules);
    for (let row = 0; row < ROWS; row++) {
      const covered = (shutIn[row] as number) | (outer[row] as number);
      if (((own[row] as number) & neighboursIn(area, row) & ~covered) !== 0) return false;
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
