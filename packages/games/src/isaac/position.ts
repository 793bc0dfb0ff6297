import { type Move, type MoveList, NOBODY, type Outcome, type Position, type Rng, type Seat } from '@tablier/core';
import type { IsaacOptions } from './options.ts';
import { LINES, PIECES_PER_SEAT, SIZE, SLOTS, SLOTS_PER_LINE } from './slots.ts';
import {
  ALL_KINDS,
  at,
  countBits,
  EMPTY_FITS,
  FIRST_PIECE,
  FITS,
  FREE_COUNT,
  FREE_SLOTS,
  FULL_HAND,
  HAND_FITS,
  HAND_SLOTS,
  KIND_LENGTH,
  KIND_NUMBER,
  lowestBit,
  PIECES_FROM,
  SLOT_CELLS,
  SLOT_CROSSING,
  SLOT_CROSSING_BIT,
  SLOT_FROM,
  SLOT_KIND,
  SLOT_LINE,
  selectBit,
  sumFits,
} from './tables.ts';

/*
 * Moves
 *      0 ..  599  place a piece on the slot (slots.ts: by line, start, length)
 *    600 .. 1199  remove the piece on the slot move - 600
 *   1200 .. 1299  advance the counter by move - 1200
 *   1300          +100, the advance that wins
 */
export const REMOVAL = SLOTS;
export const ADVANCE = 2 * SLOTS;
export const WINNING_ADVANCE = ADVANCE + 100;
export const MOVE_SPACE = WINNING_ADVANCE + 1;

/** The phases in order; `advancing` is the second half of a removal with `counter=upTo` [I13]. */
export const PHASES = ['placing', 'scoring', 'advancing', 'over'] as const;
export type Phase = (typeof PHASES)[number];
const PLACING = 0;
const SCORING = 1;
const ADVANCING = 2;
const OVER = 3;

/*
 * The whole state is one Int32Array.
 *   OCCUPIED + line   ten bits: the cells of the line that are taken; not kept up while scoring, where nobody places
 *   TOUCHING + line   the pieces ever placed that have a cell on the line, as bits; those still there are ON_BOARD.
 *                     A row and a column have in common the piece on their crossing, and no other.
 *   LEAN + line       the numbers on Dark's pieces placed along the line, less those on Light's
 *   PLACE + piece     the slot of a piece that was placed
 *   HAND + seat       three bits for each kind: how many are left in hand; HAND_KINDS: the kinds that are, as bits
 *   LONGEST + seat    the longest length that the seat has removed, 0 for none [I10]
 *   PASSED            the seats that passed since the last move, last one lowest: two bits each, seat + 1
 *   PENDING           the result of the removal whose advance is still to come [I13]
 *   OUT               bit by seat [I15]
 */
const OCCUPIED = 0;
const TOUCHING = OCCUPIED + LINES;
const LEAN = TOUCHING + LINES;
const PLACE = LEAN + LINES;
const ROW_FITS = PLACE + 30;
const COLUMN_FITS = ROW_FITS + 1;
const ON_BOARD = COLUMN_FITS + 1;
const TURN = ON_BOARD + 1;
const TURN_INDEX = TURN + 1;
const PHASE = TURN_INDEX + 1;
const FIRST_TO_PASS = PHASE + 1;
const PASSED = FIRST_TO_PASS + 1;
const PENDING = PASSED + 1;
const OUT = PENDING + 1;
const HAND = OUT + 1;
const HAND_KINDS = HAND + 2;
const SCORE = HAND_KINDS + 2;
const LONGEST = SCORE + 2;
const STATE_LENGTH = LONGEST + 2;

/** All that a view tells of a position beside its pieces: what `restore` needs. */
export interface IsaacState {
  readonly phase: Phase;
  readonly turn: Seat;
  readonly turnIndex: number;
  readonly passed: readonly Seat[];
  readonly firstToPass: Seat | null;
  readonly pending: number | null;
  readonly out: readonly Seat[];
  readonly scores: readonly number[];
  /** By seat: the longest length removed so far, 0 for none [I10]. */
  readonly longestRemoved: readonly number[];
  /** By seat and kind: the pieces in hand. */
  readonly hands: readonly (readonly number[])[];
  readonly pieces: readonly { readonly piece: number; readonly slot: number }[];
}

/** A position of Isaac. Its methods expect legal moves; see `Position`. */
export class IsaacPosition implements Position {
  readonly options: IsaacOptions;
  private readonly upTo: boolean;
  private readonly state = new Int32Array(STATE_LENGTH);

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

  /** The first to pass while placing [I6]; `null` as long as nobody has. */
  get firstToPass(): Seat | null {
    const seat = at(this.state, FIRST_TO_PASS);
    return seat === NOBODY ? null : seat;
  }

  /** The result that the advance to come may take [I13]; `null` where none is to come. */
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

  /** The pieces of a kind left in hand, which at the end are the unplayed ones. */
  inHand(seat: Seat, kind: number): number {
    return (at(this.state, HAND + seat) >> (3 * kind)) & 7;
  }

  /** The longest length that the seat has removed so far, 0 for none [I10]. */
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

  /** The slot of a piece that is on the board. */
  placeOf(piece: number): number {
    return at(this.state, PLACE + piece);
  }

  /** The pieces on the board with at least one cell on the line, as bits. */
  touching(line: number): number {
    return at(this.state, TOUCHING + line) & at(this.state, ON_BOARD);
  }

  /** The numbers on Dark's pieces that were placed along the line, less those on Light's. */
  lean(line: number): number {
    return at(this.state, LEAN + line);
  }

  /** The seat's pieces that it may remove now or later: those on the board that are not too short [I10], as bits. */
  removableLater(seat: Seat): number {
    if (this.isOut(seat)) return 0;
    return at(this.state, ON_BOARD) & at(PIECES_FROM, seat * 8 + at(this.state, LONGEST + seat));
  }

  /** How many slots, by kind in packed fits, are still free: along rows and along columns. */
  freeFits(hand: number): number {
    const mask = at(HAND_FITS, hand);
    return sumFits(at(this.state, ROW_FITS) & mask) + sumFits(at(this.state, COLUMN_FITS) & mask);
  }

  /** The kinds that a seat has in hand, as bits. */
  handKinds(seat: Seat): number {
    return at(this.state, HAND_KINDS + seat);
  }

  /** The pieces that the seat may remove now, as bits: not shorter than before [I10], under no counter [I11]. */
  removable(seat: Seat): number {
    const { state } = this;
    const allowed = at(state, ON_BOARD) & at(PIECES_FROM, seat * 8 + at(state, LONGEST + seat));
    return allowed & ~(this.pieceAt(at(state, SCORE)) | this.pieceAt(99 - at(state, SCORE + 1)));
  }

  /** What the removal of the piece on a slot is worth now [I12]. */
  worth(slot: number): number {
    const { state } = this;
    const line = at(SLOT_LINE, slot);
    const others = countBits(this.touching(line)) - 1;
    const doublings = isOnLine(at(state, SCORE), line) + isOnLine(99 - at(state, SCORE + 1), line);
    return (others * at(KIND_NUMBER, at(SLOT_KIND, slot))) << doublings;
  }

  legalMoves(into: MoveList): number {
    const phase = at(this.state, PHASE);
    if (phase === PLACING) return this.listPlacements(into);
    if (phase === SCORING) return this.listRemovals(into);
    return phase === ADVANCING ? this.listAdvances(into) : 0;
  }

  countMoves(): number {
    const phase = at(this.state, PHASE);
    if (phase === PLACING) return this.freeFits(this.handKinds(this.turn));
    if (phase === SCORING) return countBits(this.removable(this.turn));
    return phase === ADVANCING ? this.countAdvances() : 0;
  }

  randomMove(rng: Rng): Move {
    const phase = at(this.state, PHASE);
    if (phase === PLACING) return this.randomPlacement(rng);
    if (phase === ADVANCING) return this.advanceAt(rng.below(this.countAdvances()));
    const removable = this.removable(at(this.state, TURN));
    return REMOVAL + this.placeOf(selectBit(removable, rng.below(countBits(removable))));
  }

  play(move: Move): void {
    this.state[PASSED] = 0;
    if (move < REMOVAL) this.place(move);
    else if (move < ADVANCE) this.remove(move - REMOVAL);
    else this.advance(move === WINNING_ADVANCE ? 100 - this.score(this.turn) : move - ADVANCE);
  }

  copyFrom(other: this): void {
    this.state.set(other.state);
  }

  outcome(): Outcome {
    const scores = [this.score(0), this.score(1)];
    return { scores, places: this.leader() === 0 ? [1, 2] : [2, 1] };
  }

  /** Who is ahead by the order of [I16]; at the end, the winner. */
  leader(): Seat {
    const points = this.score(0) - this.score(1);
    if (points !== 0) return points > 0 ? 0 : 1;
    return this.unplayed(1) > this.unplayed(0) ? 1 : 0;
  }

  /** Becomes the position that `from` describes. */
  restore(from: IsaacState): void {
    const { state } = this;
    state.set(new IsaacPosition(this.options).state);
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

  private pieceAt(cell: number): number {
    const row = Math.trunc(cell / SIZE);
    return at(this.state, TOUCHING + row) & at(this.state, TOUCHING + SIZE + (cell - row * SIZE));
  }

  private listPlacements(into: MoveList): number {
    const { state } = this;
    const handSlots = at(HAND_SLOTS, this.handKinds(this.turn));
    let count = 0;
    for (let line = 0; line < LINES; line++) {
      const first = line * SLOTS_PER_LINE;
      for (let free = at(FREE_SLOTS, at(state, OCCUPIED + line)) & handSlots; free !== 0; free &= free - 1) {
        into[count++] = first + lowestBit(free);
      }
    }
    return count;
  }

  private listRemovals(into: MoveList): number {
    let count = 0;
    for (let rest = this.removable(this.turn); rest !== 0; rest &= rest - 1) {
      into[count++] = REMOVAL + this.placeOf(lowestBit(rest));
    }
    into.subarray(0, count).sort();
    return count;
  }

  private listAdvances(into: MoveList): number {
    const count = this.countAdvances();
    for (let index = 0; index < count; index++) into[index] = this.advanceAt(index);
    return count;
  }

  /** The most that an advance may be without winning [I13] [I14]. */
  private get longestAdvance(): number {
    return Math.min(at(this.state, PENDING), 99 - this.score(this.turn));
  }

  /** The advance that would end on the other counter: the two scores would add up to 99 [I8] [I13]. */
  private get barredAdvance(): number {
    return 99 - this.score(0) - this.score(1);
  }

  private countAdvances(): number {
    const longest = this.longestAdvance;
    const barred = this.barredAdvance;
    const wins = this.score(this.turn) + at(this.state, PENDING) >= 100;
    return longest + 1 - Number(barred > 0 && barred <= longest) + Number(wins);
  }

  /** The advance with this place in the ascending list. */
  private advanceAt(index: number): Move {
    const barred = this.barredAdvance;
    const steps = barred > 0 && index >= barred ? index + 1 : index;
    return steps > this.longestAdvance ? WINNING_ADVANCE : ADVANCE + steps;
  }

  private randomPlacement(rng: Rng): Move {
    const { state } = this;
    const hand = at(state, HAND_KINDS + at(state, TURN));
    const mask = at(HAND_FITS, hand);
    const alongRows = sumFits(at(state, ROW_FITS) & mask);
    let below = rng.below(alongRows + sumFits(at(state, COLUMN_FITS) & mask));
    let line = 0;
    if (below >= alongRows) {
      below -= alongRows;
      line = SIZE;
    }
    const counts = hand << SIZE;
    let here = at(FREE_COUNT, counts + at(state, OCCUPIED + line));
    while (below >= here) {
      below -= here;
      line++;
      here = at(FREE_COUNT, counts + at(state, OCCUPIED + line));
    }
    const free = at(FREE_SLOTS, at(state, OCCUPIED + line)) & at(HAND_SLOTS, hand);
    return line * SLOTS_PER_LINE + selectBit(free, below);
  }

  private place(slot: number): void {
    const { state } = this;
    const seat = at(state, TURN);
    const kind = at(SLOT_KIND, slot);
    const hand = at(state, HAND + seat);
    const left = (hand >> (3 * kind)) & 7;
    this.putOnBoard(at(FIRST_PIECE, seat * 5 + kind) + 5 - kind - left, slot);
    state[HAND + seat] = hand - (1 << (3 * kind));
    if (left === 1) state[HAND_KINDS + seat] = at(state, HAND_KINDS + seat) & ~(1 << kind);
    state[TURN_INDEX] = at(state, TURN_INDEX) + 1;
    this.passOnPlacing(1 - seat);
  }

  private putOnBoard(piece: number, slot: number): void {
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

  /** The turn to place comes to `seat`: whoever is blocked passes, and when both are the scoring begins [I6] [I7]. */
  private passOnPlacing(seat: Seat): void {
    const { state } = this;
    if (this.canPlace(seat)) {
      state[TURN] = seat;
      return;
    }
    this.pass(seat);
    if (at(state, FIRST_TO_PASS) === NOBODY) state[FIRST_TO_PASS] = seat;
    if (this.canPlace(1 - seat)) return;
    this.pass(1 - seat);
    this.passOnScoring(this.options.scoringStarts === 'passer' ? at(state, FIRST_TO_PASS) : 0);
  }

  private canPlace(seat: Seat): boolean {
    const { state } = this;
    return ((at(state, ROW_FITS) | at(state, COLUMN_FITS)) & at(HAND_FITS, at(state, HAND_KINDS + seat))) !== 0;
  }

  private pass(seat: Seat): void {
    this.state[PASSED] = (at(this.state, PASSED) << 2) | (seat + 1);
  }

  private remove(slot: number): void {
    const { state } = this;
    const points = this.worth(slot);
    const seat = at(state, TURN);
    state[ON_BOARD] = at(state, ON_BOARD) & ~this.pieceAt(at(SLOT_FROM, slot));
    state[LONGEST + seat] = at(KIND_LENGTH, at(SLOT_KIND, slot));
    if (this.upTo) {
      state[PENDING] = points;
      state[PHASE] = ADVANCING;
    } else {
      this.advance(points);
    }
  }

  private advance(points: number): void {
    const { state } = this;
    const seat = at(state, TURN);
    state[SCORE + seat] = at(state, SCORE + seat) + points;
    state[TURN_INDEX] = at(state, TURN_INDEX) + 1;
    if (at(state, SCORE + seat) >= 100) this.end();
    else this.passOnScoring(1 - seat);
  }

  /** The turn to remove comes to `seat`: whoever finds no removal is out for good [I15]. */
  private passOnScoring(seat: Seat): void {
    const { state } = this;
    state[PHASE] = SCORING;
    if (this.takesTurn(seat)) state[TURN] = seat;
    else if (this.takesTurn(1 - seat)) state[TURN] = 1 - seat;
    else this.end();
  }

  private takesTurn(seat: Seat): boolean {
    if (this.isOut(seat)) return false;
    if (this.removable(seat) !== 0) return true;
    this.pass(seat);
    this.state[OUT] = at(this.state, OUT) | (1 << seat);
    return false;
  }

  private end(): void {
    this.state[PHASE] = OVER;
    this.state[TURN] = NOBODY;
  }
}

/** 1 where the cell is on the line, else 0. */
function isOnLine(cell: number, line: number): 0 | 1 {
  const row = Math.trunc(cell / SIZE);
  return line === row || line === SIZE + (cell - row * SIZE) ? 1 : 0;
}
