import { copied, type Move, type MoveList, NOBODY, type Position, type Rng, type Seat } from '@tablier/core';
import { countBits, lowestBit, selectBit } from '../shared/bits.ts';
import { countAdvances, stepsAt } from './advances.ts';
import { IsaacBoard } from './board.ts';
import { LINES, SIZE, SLOTS, SLOTS_PER_LINE } from './slots.ts';
import {
  PLACING,
  SCORING,
  ADVANCING,
  OVER,
  OCCUPIED,
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
} from './state.ts';
import {
  at,
  FIRST_PIECE,
  FREE_COUNT,
  FREE_SLOTS,
  HAND_FITS,
  HAND_SLOTS,
  KIND_COPIES,
  KIND_LENGTH,
  SLOT_FROM,
  SLOT_KIND,
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

/** A position of Isaac. `play` expects a legal move; see `Position`. */
export class IsaacPosition extends IsaacBoard implements Position {
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

  clone(): this {
    return copied(this, new IsaacPosition(this.options));
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

  private countAdvances(): number {
    const { turn } = this;
    return countAdvances(this.score(turn), this.score(1 - turn), at(this.state, PENDING));
  }

  /** The advance at this index of the ascending list. */
  private advanceAt(index: number): Move {
    const { turn } = this;
    return ADVANCE + stepsAt(index, this.score(turn), this.score(1 - turn), at(this.state, PENDING));
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
    this.putOnBoard(at(FIRST_PIECE, seat * 5 + kind) + at(KIND_COPIES, kind) - left, slot);
    state[HAND + seat] = hand - (1 << (3 * kind));
    if (left === 1) state[HAND_KINDS + seat] = at(state, HAND_KINDS + seat) & ~(1 << kind);
    state[TURN_INDEX] = at(state, TURN_INDEX) + 1;
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
    if (at(state, FIRST_TO_PASS) === NOBODY) state[FIRST_TO_PASS] = seat;
    if (this.canPlace(1 - seat)) return;
    this.pass(1 - seat);
    this.passOnScoring(this.options.scoringStarts === 'passer' ? at(state, FIRST_TO_PASS) : 0);
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
    this.state[OUT] = at(this.state, OUT) | (1 << seat);
    return false;
  }

  private end(): void {
    this.state[PHASE] = OVER;
    this.state[TURN] = NOBODY;
  }
}
