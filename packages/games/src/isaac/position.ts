import {
  copied,
  hashNumbers,
  type Move,
  type MoveList,
  NOBODY,
  type Position,
  type Rng,
  type Seat,
} from '@tablier/core';
import { countBits, lowestBit, selectBit } from '../shared/bits.ts';
import {
  ADVANCING,
  COLUMN_FITS,
  countAdvances,
  FIRST_TO_PASS,
  HAND,
  HAND_KINDS,
  IsaacBoard,
  LONGEST,
  OCCUPIED,
  ON_BOARD,
  OUT,
  OVER,
  PASSED,
  PENDING,
  PHASE,
  PLACING,
  ROW_FITS,
  SCORE,
  SCORING,
  stepsAt,
  TURN,
  TURN_INDEX,
} from './board.ts';
import {
  FIRST_PIECE,
  FREE_COUNT,
  FREE_SLOTS,
  HAND_FITS,
  HAND_SLOTS,
  KIND_COPIES,
  KIND_LENGTH,
  LINES,
  SIZE,
  SLOT_FROM,
  SLOT_KIND,
  slotOf,
  SLOTS,
  SLOTS_PER_LINE,
  sumFits,
} from './slots.ts';

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

export class IsaacPosition extends IsaacBoard implements Position {
  legalMoves(into: MoveList): number {
    const phase = this.state[PHASE] as number;
    if (phase === PLACING) return this.listPlacements(into);
    if (phase === SCORING) return this.listRemovals(into);
    return phase === ADVANCING ? this.listAdvances(into) : 0;
  }

  countMoves(): number {
    const phase = this.state[PHASE] as number;
    if (phase === PLACING) return this.freeFits(this.handKinds(this.turn));
    if (phase === SCORING) return countBits(this.removable(this.turn));
    return phase === ADVANCING ? this.countAdvances() : 0;
  }

  randomMove(rng: Rng): Move {
    const phase = this.state[PHASE] as number;
    if (phase === PLACING) return this.randomPlacement(rng);
    if (phase === ADVANCING) return this.advanceAt(rng.below(this.countAdvances()));
    const removable = this.removable(this.state[TURN] as number);
    return REMOVAL + this.placeOf(selectBit(removable, rng.below(countBits(removable))));
  }

  play(move: Move): void {
    this.state[PASSED] = 0;
    if (move < REMOVAL) this.place(move);
    else if (move < ADVANCE) this.remove(move - REMOVAL);
    else this.advance(move === WINNING_ADVANCE ? 100 - this.score(this.turn) : move - ADVANCE);
  }

  clone(): this {
    return copied(this, new IsaacPosition(this.options));
  }

  digest(): number {
    return hashNumbers(this.state);
  }

  private listPlacements(into: MoveList): number {
    const { state } = this;
    const handSlots = HAND_SLOTS[this.handKinds(this.turn)] as number;
    let count = 0;
    for (let line = 0; line < LINES; line++) {
      const first = line * SLOTS_PER_LINE;
      for (
        let free = (FREE_SLOTS[state[OCCUPIED + line] as number] as number) & handSlots;
        free !== 0;
        free &= free - 1
      ) {
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

  private countAdvances(): number {
    const { turn } = this;
    return countAdvances(this.score(turn), this.score(1 - turn), this.state[PENDING] as number);
  }

  private advanceAt(index: number): Move {
    const { turn } = this;
    return ADVANCE + stepsAt(index, this.score(turn), this.score(1 - turn), this.state[PENDING] as number);
  }

  private randomPlacement(rng: Rng): Move {
    const { state } = this;
    const hand = state[HAND_KINDS + (state[TURN] as number)] as number;
    const mask = HAND_FITS[hand] as number;
    const alongRows = sumFits((state[ROW_FITS] as number) & mask);
    let below = rng.below(alongRows + sumFits((state[COLUMN_FITS] as number) & mask));
    let line = 0;
    if (below >= alongRows) {
      below -= alongRows;
      line = SIZE;
    }
    const counts = hand << SIZE;
    let here = FREE_COUNT[counts + (state[OCCUPIED + line] as number)] as number;
    while (below >= here) {
      below -= here;
      line++;
      here = FREE_COUNT[counts + (state[OCCUPIED + line] as number)] as number;
    }
    const free = (FREE_SLOTS[state[OCCUPIED + line] as number] as number) & (HAND_SLOTS[hand] as number);
    return line * SLOTS_PER_LINE + selectBit(free, below);
  }

  private place(slot: number): void {
    const { state } = this;
    const seat = state[TURN] as number;
    const kind = SLOT_KIND[slot] as number;
    const hand = state[HAND + seat] as number;
    const left = (hand >> (3 * kind)) & 7;
    this.putOnBoard((FIRST_PIECE[seat * 5 + kind] as number) + (KIND_COPIES[kind] as number) - left, slot);
    state[HAND + seat] = hand - (1 << (3 * kind));
    if (left === 1) state[HAND_KINDS + seat] = (state[HAND_KINDS + seat] as number) & ~(1 << kind);
    state[TURN_INDEX] = (state[TURN_INDEX] as number) + 1;
    this.passOnPlacing(1 - seat);
  }

  /** Gives the turn to place to `seat`. A blocked seat passes; if both are blocked, the scoring begins [I6] [I7]. */
  private passOnPlacing(seat: Seat): void {
    const { state } = this;
    if (this.canPlace(seat)) {
      state[TURN] = seat;
      return;
    }
    this.pass(seat);
    if ((state[FIRST_TO_PASS] as number) === NOBODY) state[FIRST_TO_PASS] = seat;
    if (this.canPlace(1 - seat)) return;
    this.pass(1 - seat);
    this.passOnScoring(this.options.scoringStarts === 'passer' ? (state[FIRST_TO_PASS] as number) : 0);
  }

  private pass(seat: Seat): void {
    this.state[PASSED] = ((this.state[PASSED] as number) << 2) | (seat + 1);
  }

  private remove(slot: number): void {
    const { state } = this;
    const points = this.worth(slot);
    const seat = state[TURN] as number;
    state[ON_BOARD] = (state[ON_BOARD] as number) & ~this.pieceAt(SLOT_FROM[slot] as number);
    state[LONGEST + seat] = KIND_LENGTH[SLOT_KIND[slot] as number] as number;
    if (this.upTo) {
      state[PENDING] = points;
      state[PHASE] = ADVANCING;
    } else {
      this.advance(points);
    }
  }

  private advance(points: number): void {
    const { state } = this;
    const seat = state[TURN] as number;
    state[SCORE + seat] = (state[SCORE + seat] as number) + points;
    state[TURN_INDEX] = (state[TURN_INDEX] as number) + 1;
    if ((state[SCORE + seat] as number) >= 100) this.end();
    else this.passOnScoring(1 - seat);
  }

  /** Gives the turn to remove to `seat`. A seat without a legal removal is out for good [I15]. */
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
    this.state[OUT] = (this.state[OUT] as number) | (1 << seat);
    return false;
  }

  private end(): void {
    this.state[PHASE] = OVER;
    this.state[TURN] = NOBODY;
  }
}

export const formatCell = (cell: number): string => String(cell).padStart(2, '0');

/** The end cells of a slot, smaller first: `00-02`. */
export function formatSlot(number: number): string {
  const { from, to } = slotOf(number);
  return `${formatCell(from)}-${formatCell(to)}`;
}

function textOf(move: Move): string {
  if (move < REMOVAL) return formatSlot(move);
  return move < ADVANCE ? `x${formatSlot(move - REMOVAL)}` : `+${move - ADVANCE}`;
}

const TEXTS: readonly string[] = Array.from({ length: MOVE_SPACE }, (_, move) => textOf(move));

/** `00-02`, `x00-02`, `+7`. */
export function formatMove(move: Move): string {
  const text = TEXTS[move];
  if (text === undefined) throw new RangeError(`no move ${move}`);
  return text;
}
