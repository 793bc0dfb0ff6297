import { NOBODY, type Outcome, type Seat } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import type { IsaacOptions } from './options.ts';
import { PIECES_PER_SEAT, SIZE } from './slots.ts';
import {
  ADVANCING,
  OCCUPIED,
  TOUCHING,
  LEAN,
  PLACE,
  ROW_FITS,
  COLUMN_FITS,
  ON_BOARD,
  TURN,
  TURN_INDEX,
  PHASE,
  FIRST_TO_PASS,
  PASSED,
  PENDING,
  OUT,
  HAND,
  HAND_KINDS,
  SCORE,
  LONGEST,
  STATE_LENGTH,
  type IsaacState,
  PHASES,
  type Phase,
} from './state.ts';
import {
  ALL_KINDS,
  at,
  EMPTY_FITS,
  FITS,
  FULL_HAND,
  HAND_FITS,
  isOnLine,
  KIND_LENGTH,
  KIND_NUMBER,
  PIECES_FROM,
  SLOT_CELLS,
  SLOT_CROSSING,
  SLOT_CROSSING_BIT,
  SLOT_KIND,
  SLOT_LINE,
  sumFits,
} from './tables.ts';

/** The state of a game of Isaac and the questions about it. `IsaacPosition` adds the moves. */
export class IsaacBoard {
  readonly options: IsaacOptions;
  protected readonly upTo: boolean;
  protected readonly state = new Int32Array(STATE_LENGTH);

  constructor(options: IsaacOptions) {
    this.options = options;
    this.upTo = options.counter === 'upTo';
    const { state } = this;
    state[ROW_FITS] = EMPTY_FITS;
    state[COLUMN_FITS] = EMPTY_FITS;
    state[FIRST_TO_PASS] = NOBODY;
    state.fill(FULL_HAND, HAND, HAND + 2);
    state.fill(ALL_KINDS, HAND_KINDS, HAND_KINDS + 2);
  }

  get turn(): Seat {
    return at(this.state, TURN);
  }

  get turnIndex(): number {
    return at(this.state, TURN_INDEX);
  }

  get phase(): Phase {
    return PHASES[at(this.state, PHASE)] as Phase;
  }

  /** The first seat that passed while placing [I6]; `null` if none has. */
  get firstToPass(): Seat | null {
    const seat = at(this.state, FIRST_TO_PASS);
    return seat === NOBODY ? null : seat;
  }

  /** The result of the removal whose advance is pending [I13]; `null` if none is. */
  get pending(): number | null {
    return at(this.state, PHASE) === ADVANCING ? at(this.state, PENDING) : null;
  }

  get passed(): Seat[] {
    const seats: Seat[] = [];
    for (let rest = at(this.state, PASSED); rest > 0; rest >>= 2) seats.unshift((rest & 3) - 1);
    return seats;
  }

  score(seat: Seat): number {
    return at(this.state, SCORE + seat);
  }

  /** Whether the seat had to stop scoring [I15]. */
  isOut(seat: Seat): boolean {
    return ((at(this.state, OUT) >> seat) & 1) === 1;
  }

  /** The number of pieces of a kind in hand. After placing these are the unplayed ones. */
  inHand(seat: Seat, kind: number): number {
    return (at(this.state, HAND + seat) >> (3 * kind)) & 7;
  }

  /** The longest length that the seat has removed; 0 for none [I10]. */
  longestRemoved(seat: Seat): number {
    return at(this.state, LONGEST + seat);
  }

  /** The total length of the pieces left in hand [I16]. */
  unplayed(seat: Seat): number {
    let total = 0;
    for (let kind = 0; kind < KIND_LENGTH.length; kind++) total += this.inHand(seat, kind) * at(KIND_LENGTH, kind);
    return total;
  }

  /** The pieces on the board as bits, Dark's from bit 0, Light's from bit 15. */
  get onBoard(): number {
    return at(this.state, ON_BOARD);
  }

  /** The slot of a piece on the board. */
  placeOf(piece: number): number {
    return at(this.state, PLACE + piece);
  }

  /** The pieces on the board with at least one cell on the line, as bits. */
  touching(line: number): number {
    return at(this.state, TOUCHING + line) & at(this.state, ON_BOARD);
  }

  /** The sum of the numbers on Dark's pieces placed along the line, minus that of Light's. */
  lean(line: number): number {
    return at(this.state, LEAN + line);
  }

  /** The pieces that the seat may remove now or later, as bits: those on the board that are long enough [I10]. */
  removableLater(seat: Seat): number {
    if (this.isOut(seat)) return 0;
    return at(this.state, ON_BOARD) & at(PIECES_FROM, seat * 8 + at(this.state, LONGEST + seat));
  }

  /** The number of free slots along rows and columns by kind, as packed fits (see `tables.ts`). */
  freeFits(hand: number): number {
    const mask = at(HAND_FITS, hand);
    return sumFits(at(this.state, ROW_FITS) & mask) + sumFits(at(this.state, COLUMN_FITS) & mask);
  }

  /** The kinds that a seat has in hand, as bits. */
  handKinds(seat: Seat): number {
    return at(this.state, HAND_KINDS + seat);
  }

  /** The pieces that the seat may remove now, as bits: long enough [I10] and under no counter [I11]. */
  removable(seat: Seat): number {
    const { state } = this;
    const allowed = at(state, ON_BOARD) & at(PIECES_FROM, seat * 8 + at(state, LONGEST + seat));
    return allowed & ~(this.pieceAt(at(state, SCORE)) | this.pieceAt(99 - at(state, SCORE + 1)));
  }

  /** The points for removing the piece on a slot now [I12]. */
  worth(slot: number): number {
    const { state } = this;
    const line = at(SLOT_LINE, slot);
    const others = countBits(this.touching(line)) - 1;
    const doublings = isOnLine(at(state, SCORE), line) + isOnLine(99 - at(state, SCORE + 1), line);
    return (others * at(KIND_NUMBER, at(SLOT_KIND, slot))) << doublings;
  }

  copyFrom(other: this): void {
    this.state.set(other.state);
  }

  outcome(): Outcome {
    const scores = [this.score(0), this.score(1)];
    return { scores, places: this.leader() === 0 ? [1, 2] : [2, 1] };
  }

  /** The seat that is ahead by the order of [I16]. At the end, the winner. */
  leader(): Seat {
    const points = this.score(0) - this.score(1);
    if (points !== 0) return points > 0 ? 0 : 1;
    return this.unplayed(1) > this.unplayed(0) ? 1 : 0;
  }

  /** Makes this the position that `from` describes. */
  restore(from: IsaacState): void {
    const { state } = this;
    state.set(new IsaacBoard(this.options).state);
    for (const { piece, slot } of from.pieces) this.putOnBoard(piece, slot);
    for (const seat of [0, 1]) {
      const hand = from.hands[seat] ?? [];
      state[HAND + seat] = hand.reduce((bits, count, kind) => bits | (count << (3 * kind)), 0);
      state[HAND_KINDS + seat] = hand.reduce((bits, count, kind) => (count > 0 ? bits | (1 << kind) : bits), 0);
      state[SCORE + seat] = from.scores[seat] ?? 0;
      state[LONGEST + seat] = from.longestRemoved[seat] ?? 0;
    }
    state[PHASE] = PHASES.indexOf(from.phase);
    state[TURN] = from.turn;
    state[TURN_INDEX] = from.turnIndex;
    state[FIRST_TO_PASS] = from.firstToPass ?? NOBODY;
    state[PENDING] = from.pending ?? 0;
    state[PASSED] = from.passed.reduce((packed, seat) => (packed << 2) | (seat + 1), 0);
    state[OUT] = from.out.reduce((bits, seat) => bits | (1 << seat), 0);
  }

  protected pieceAt(cell: number): number {
    const row = Math.trunc(cell / SIZE);
    return at(this.state, TOUCHING + row) & at(this.state, TOUCHING + SIZE + (cell - row * SIZE));
  }

  protected putOnBoard(piece: number, slot: number): void {
    const { state } = this;
    const bit = 1 << piece;
    const line = at(SLOT_LINE, slot);
    const before = at(state, OCCUPIED + line);
    const after = before | at(SLOT_CELLS, slot);
    state[OCCUPIED + line] = after;
    state[TOUCHING + line] = at(state, TOUCHING + line) | bit;
    const crossingBit = at(SLOT_CROSSING_BIT, slot);
    const first = at(SLOT_CROSSING, slot);
    const end = first + at(KIND_LENGTH, at(SLOT_KIND, slot));
    let change = 0;
    for (let crossing = first; crossing < end; crossing++) {
      const taken = at(state, OCCUPIED + crossing);
      change = (change + at(FITS, taken | crossingBit) - at(FITS, taken)) | 0;
      state[OCCUPIED + crossing] = taken | crossingBit;
      state[TOUCHING + crossing] = at(state, TOUCHING + crossing) | bit;
    }
    const along = line < SIZE ? ROW_FITS : COLUMN_FITS;
    const across = ROW_FITS + COLUMN_FITS - along;
    state[along] = at(state, along) + at(FITS, after) - at(FITS, before);
    state[across] = at(state, across) + change;
    const number = at(KIND_NUMBER, at(SLOT_KIND, slot));
    state[LEAN + line] = at(state, LEAN + line) + (piece < PIECES_PER_SEAT ? number : -number);
    state[PLACE + piece] = slot;
    state[ON_BOARD] = at(state, ON_BOARD) | bit;
  }

  protected canPlace(seat: Seat): boolean {
    const { state } = this;
    return ((at(state, ROW_FITS) | at(state, COLUMN_FITS)) & at(HAND_FITS, at(state, HAND_KINDS + seat))) !== 0;
  }
}
