import { countBits, lowestBit } from '../../shared/bits.ts';
import type { IsaacPosition } from '../position.ts';
import {
  KIND_LENGTH,
  KIND_NUMBER,
  LINES,
  PIECES,
  PIECES_FROM,
  PIECES_PER_SEAT,
  SIZE,
  SLOT_CROSSING,
  SLOT_KIND,
  SLOT_LINE,
} from '../slots.ts';
import { NOBODY, type Seat } from '@tablier/core';

const CELLS = SIZE * SIZE;
const ROW_OF = Int32Array.from({ length: CELLS }, (_, cell) => Math.trunc(cell / SIZE));
const COLUMN_OF = Int32Array.from({ length: CELLS }, (_, cell) => SIZE + (cell % SIZE));
/** By first * 100 + last: the lines with a cell from first to last, as bits. */
const LINES_BETWEEN = Int32Array.from({ length: CELLS * CELLS }, (_, index) => {
  let lines = 0;
  for (let cell = Math.trunc(index / CELLS); cell <= index % CELLS; cell++) {
    lines |= (1 << (ROW_OF[cell] as number)) | (1 << (COLUMN_OF[cell] as number));
  }
  return lines;
});

/** More than any removals can score. */
const NO_BOUND = CELLS - 1;
const NARROWINGS = 3;

/** The finished placement of a game, and what follows from it for the pieces that are still on the board. */
export class Pieces {
  /** By piece. */
  readonly slot = new Int32Array(PIECES);
  readonly length = new Int32Array(PIECES);
  private readonly line = new Int32Array(PIECES);
  private readonly number = new Int32Array(PIECES);
  /** By line: the pieces with a cell on it, as bits. */
  private readonly touching = new Int32Array(LINES);
  /** By cell: the piece on it, as a bit, or 0. */
  private readonly covering = new Int32Array(CELLS);
  private tieWinner: Seat = 0;

  /** By seat * 20 + line: the points of the seat's pieces along the line that can still be removed, without doublings. */
  private readonly points = new Int32Array(2 * LINES);
  /** By seat: the lines with points, as bits. */
  private readonly inUse = new Int32Array(2);
  /** By line: the sum of the numbers of Dark's pieces along it that can still be removed, minus Light's. */
  private readonly lean = new Int32Array(LINES);

  load(position: IsaacPosition): void {
    this.tieWinner = position.unplayed(1) > position.unplayed(0) ? 1 : 0;
    for (let line = 0; line < LINES; line++) this.touching[line] = position.touching(line);
    for (let cell = 0; cell < CELLS; cell++) {
      this.covering[cell] =
        (this.touching[ROW_OF[cell] as number] as number) & (this.touching[COLUMN_OF[cell] as number] as number);
    }
    for (let rest = position.onBoard; rest !== 0; rest &= rest - 1) {
      const piece = lowestBit(rest);
      const slot = position.placeOf(piece);
      this.slot[piece] = slot;
      this.line[piece] = SLOT_LINE[slot] as number;
      this.length[piece] = KIND_LENGTH[SLOT_KIND[slot] as number] as number;
      this.number[piece] = KIND_NUMBER[SLOT_KIND[slot] as number] as number;
    }
  }

  ahead(dark: number, light: number): Seat {
    if (dark === light) return this.tieWinner;
    return dark > light ? 0 : 1;
  }

  /** The pieces that the seat may remove now, as bits [I10] [I11]. */
  removable(board: number, facts: number, seat: Seat): number {
    const counters = (this.covering[scoreOf(facts, 0)] as number) | (this.covering[99 - scoreOf(facts, 1)] as number);
    return board & (PIECES_FROM[seat * 8 + longestOf(facts, seat)] as number) & ~counters;
  }

  /** The points for removing a piece now [I12]. */
  worth(board: number, facts: number, piece: number): number {
    const line = this.line[piece] as number;
    const lines = line < SIZE ? ROW_OF : COLUMN_OF;
    const doublings = Number(lines[scoreOf(facts, 0)] === line) + Number(lines[99 - scoreOf(facts, 1)] === line);
    return this.undoubled(board, piece, line) << doublings;
  }

  /** The winner if one side cannot catch up whatever happens, else `NOBODY`. */
  certainWinner(board: number, facts: number): Seat {
    this.weigh(board, facts, 0);
    this.weigh(board, facts, 1);
    const dark = scoreOf(facts, 0);
    const light = scoreOf(facts, 1);
    const lightCell = 99 - light;
    let most = NO_BOUND;
    let mostLight = NO_BOUND;
    for (let round = 0; round < NARROWINGS; round++) {
      const byDark = LINES_BETWEEN[dark * CELLS + Math.min(99, dark + most)] as number;
      const byLight = LINES_BETWEEN[Math.max(0, lightCell - mostLight) * CELLS + lightCell] as number;
      const nextMost = this.bound(0, byDark, byLight);
      if (this.ahead(dark + nextMost, light) === 1) return 1;
      const nextMostLight = this.bound(1, byDark, byLight);
      if (this.ahead(dark, light + nextMostLight) === 0) return 0;
      if (nextMost === most && nextMostLight === mostLight) break;
      most = nextMost;
      mostLight = nextMostLight;
    }
    return NOBODY;
  }

  /** How promising a removal is: its points, those it takes from the other side, and the cost of a long piece [I10]. See `weighLines`. */
  urgency(board: number, facts: number, piece: number, seat: Seat): number {
    const number = this.number[piece] as number;
    const first = SLOT_CROSSING[this.slot[piece] as number] as number;
    const end = first + (this.length[piece] as number);
    let lean = (this.lean[this.line[piece] as number] as number) + (seat === 0 ? -number : number);
    for (let crossing = first; crossing < end; crossing++) lean += this.lean[crossing] as number;
    return this.worth(board, facts, piece) - LENGTH_COST * number + (seat === 0 ? -lean : lean);
  }

  weighLines(board: number, facts: number): void {
    this.lean.fill(0);
    for (let rest = this.later(board, facts, 0) | this.later(board, facts, 1); rest !== 0; rest &= rest - 1) {
      const piece = lowestBit(rest);
      const line = this.line[piece] as number;
      const number = this.number[piece] as number;
      this.lean[line] = (this.lean[line] as number) + (piece < PIECES_PER_SEAT ? number : -number);
    }
  }

  private later(board: number, facts: number, seat: Seat): number {
    return isOut(facts, seat) ? 0 : board & (PIECES_FROM[seat * 8 + longestOf(facts, seat)] as number);
  }

  private undoubled(board: number, piece: number, line: number): number {
    return (countBits((this.touching[line] as number) & board) - 1) * (this.number[piece] as number);
  }

  private weigh(board: number, facts: number, seat: Seat): void {
    const { points } = this;
    let inUse = 0;
    for (let rest = this.later(board, facts, seat); rest !== 0; rest &= rest - 1) {
      const piece = lowestBit(rest);
      const line = this.line[piece] as number;
      const index = seat * LINES + line;
      const before = ((inUse >> line) & 1) === 0 ? 0 : (points[index] as number);
      points[index] = before + this.undoubled(board, piece, line);
      inUse |= 1 << line;
    }
    this.inUse[seat] = inUse;
  }

  /** No more points than these can be scored by a seat. A counter doubles only on lines it can still stand on: `byDark`, `byLight`. */
  private bound(seat: Seat, byDark: number, byLight: number): number {
    let sum = 0;
    for (let lines = this.inUse[seat] as number; lines !== 0; lines &= lines - 1) {
      const line = lowestBit(lines);
      const doublings = ((byDark >> line) & 1) + ((byLight >> line) & 1);
      sum += (this.points[seat * LINES + line] as number) << doublings;
    }
    return sum;
  }
}

/** See `urgency`. Found by counting nodes: 2 and 5 need a tenth more. */
const LENGTH_COST = 3;

/*
 * Everything about a position of the scoring but the pieces on the board, in one word:
 *   bits  0 ..  6   Dark's score
 *   bits  7 .. 13   Light's score
 *   bits 14 .. 16   the longest length that Dark has removed [I10]
 *   bits 17 .. 19   the longest length that Light has removed
 *   bits 20 .. 21   the seats that are out [I15]
 *   bit  22         the seat to move
 *   bits 23 .. 29   0, or 1 + the result of the removal whose advance is pending [I13]
 */
const SCORE_BITS = 7;
const LONGEST = 14;
const LONGEST_BITS = 3;
const OUT = 20;
const TURN = 22;
const PENDING = 23;

export const packFacts = (position: IsaacPosition): number =>
  position.score(0) |
  (position.score(1) << SCORE_BITS) |
  (position.longestRemoved(0) << LONGEST) |
  (position.longestRemoved(1) << (LONGEST + LONGEST_BITS)) |
  (Number(position.isOut(0)) << OUT) |
  (Number(position.isOut(1)) << (OUT + 1)) |
  (position.turn << TURN) |
  (position.pending === null ? 0 : (position.pending + 1) << PENDING);

export const scoreOf = (facts: number, seat: Seat): number => (facts >> (SCORE_BITS * seat)) & 127;
export const turnOf = (facts: number): Seat => (facts >> TURN) & 1;
export const isOut = (facts: number, seat: Seat): boolean => ((facts >> (OUT + seat)) & 1) !== 0;
export const longestOf = (facts: number, seat: Seat): number => (facts >> (LONGEST + LONGEST_BITS * seat)) & 7;
/** The result of the removal whose advance is pending; -1 if none is. */
export const pendingOf = (facts: number): number => (facts >> PENDING) - 1;

/** `points` leave the score below 100. */
export const withPoints = (facts: number, seat: Seat, points: number): number =>
  facts + (points << (SCORE_BITS * seat));
export const withTurn = (facts: number, seat: Seat): number => (facts & ~(1 << TURN)) | (seat << TURN);
export const withOut = (facts: number, seat: Seat): number => facts | (1 << (OUT + seat));
export const withPending = (facts: number, result: number): number => facts | ((result + 1) << PENDING);
export const withoutPending = (facts: number): number => facts & ((1 << PENDING) - 1);

export function withLongest(facts: number, seat: Seat, length: number): number {
  const shift = LONGEST + LONGEST_BITS * seat;
  return (facts & ~(7 << shift)) | (length << shift);
}
