import type { Seat } from '@tablier/core';
import { countBits, lowestBit } from '../../shared/bits.ts';
import type { IsaacPosition } from '../position.ts';
import { LINES, SIZE } from '../slots.ts';
import { KIND_LENGTH, SLOT_CROSSING, SLOT_KIND, SLOT_LINE } from '../tables.ts';
import {
  DARK,
  eachTerm,
  handTerm,
  KINDS,
  lineTerm,
  otherTerm,
  ownTerm,
  pairTerm,
  piecesOf,
  stageOf,
  stageWith,
  TO_MOVE,
} from './terms.ts';

/** The lines of one direction, and one more for the sum of all. */
const SUMS = SIZE + 1;

/**
 * The model of who wins before the first removal, with given weights. All leads are Dark's or the mover's, in the unit of the weights.
 *
 * A placement changes few terms: those of the pieces along the lines that it touches, and its own. So the change is a sum by lines and
 * kind, and all placements of a position are judged in about the time of one evaluation.
 */
export class PlacingModel {
  private readonly weights: Int32Array;
  /** By line * KINDS + kind: the change by a piece of this kind along the line, without what it changes on the lines that it crosses. */
  private readonly along = new Int32Array(LINES * KINDS);
  /** By line * KINDS + kind: the change for the pieces along the line by a piece of this kind that crosses it. */
  private readonly across = new Int32Array(LINES * KINDS);
  /** By (line + direction) * KINDS + kind: the sum of `across` over the lines of the direction before this one. */
  private readonly sums = new Int32Array(2 * SUMS * KINDS);

  constructor(weights: Int32Array) {
    this.weights = weights;
  }

  lead(position: IsaacPosition): number {
    const stage = stageOf(position);
    const turn = this.weights[stage + TO_MOVE] as number;
    return this.leadIn(position, stage) + (position.turn === 0 ? turn : -turn);
  }

  /** Writes the mover's lead after each of the placements, as if none of them finished the placement or made a seat pass. */
  leadsAfter(position: IsaacPosition, moves: Uint16Array, count: number, into: Float64Array): void {
    const { along, sums, weights } = this;
    const { turn } = position;
    const stage = stageWith(countBits(position.onBoard) + 1);
    const dark = this.leadIn(position, stage);
    const before = (turn === 0 ? dark : -dark) - (weights[stage + TO_MOVE] as number);
    this.weigh(position, stage);
    for (let index = 0; index < count; index++) {
      const slot = moves[index] as number;
      const kind = SLOT_KIND[slot] as number;
      const crossing = SLOT_CROSSING[slot] as number;
      const from = crossing + (crossing < SIZE ? 0 : 1);
      const end = from + (KIND_LENGTH[kind] as number);
      into[index] =
        before +
        (along[(SLOT_LINE[slot] as number) * KINDS + kind] as number) +
        (sums[end * KINDS + kind] as number) -
        (sums[from * KINDS + kind] as number);
    }
  }

  /** The lead of Dark by the weights of a stage, without that of the turn. */
  private leadIn(position: IsaacPosition, stage: number): number {
    const { weights } = this;
    let lead = weights[stage + DARK] as number;
    eachTerm(position, 0, (term) => {
      lead += weights[stage + term] as number;
    });
    eachTerm(position, 1, (term) => {
      lead -= weights[stage + term] as number;
    });
    return lead;
  }

  /** Sets `along` and `sums` to the changes that a piece of the mover makes. */
  private weigh(position: IsaacPosition, stage: number): void {
    const { along, across } = this;
    along.fill(0);
    across.fill(0);
    for (let rest = position.onBoard; rest !== 0; rest &= rest - 1) this.weighPiece(position, stage, lowestBit(rest));
    this.weighOwn(position, stage, position.turn);
    this.addUp();
  }

  private weighPiece(position: IsaacPosition, stage: number, piece: number): void {
    const { along, across, weights } = this;
    const slot = position.placeOf(piece);
    const line = SLOT_LINE[slot] as number;
    const kind = SLOT_KIND[slot] as number;
    const mover = piecesOf(position.turn);
    const same = (mover >> piece) & 1;
    const touching = position.touching(line);
    const ofMover = countBits(touching & mover);
    const counted = same === 1 ? ownTerm(kind, ofMover - 1) : otherTerm(kind, ofMover);
    const next = same === 1 ? ownTerm(kind, ofMover) : otherTerm(kind, ofMover + 1);
    const more = (weights[stage + next] as number) - (weights[stage + counted] as number);
    const first = SLOT_CROSSING[slot] as number;
    const end = first + (KIND_LENGTH[kind] as number);
    for (let placed = 0; placed < KINDS; placed++) {
      const touched = stage + pairTerm(kind, placed, same, 0);
      const across_ = more + (weights[touched] as number);
      const along_ = more + (weights[touched + 1] as number);
      const own = line * KINDS + placed;
      across[own] = (across[own] as number) + (same === 1 ? across_ : -across_);
      const toucher = stage + pairTerm(placed, kind, same, 0);
      along[own] = (along[own] as number) + (same === 1 ? along_ : -along_) + (weights[toucher + 1] as number);
      const gain = weights[toucher] as number;
      for (let at = first * KINDS + placed; at < end * KINDS; at += KINDS) along[at] = (along[at] as number) + gain;
    }
  }

  /** The terms of the new piece that do not depend on single pieces, and those of the hand. */
  private weighOwn(position: IsaacPosition, stage: number, seat: Seat): void {
    const { along, weights } = this;
    const own = piecesOf(seat);
    for (let line = 0; line < LINES; line++) {
      const touching = position.touching(line);
      const mine = countBits(touching & own);
      const others = countBits(touching & ~own);
      for (let kind = 0, at = line * KINDS; kind < KINDS; kind++, at++) {
        const inHand = position.inHand(seat, kind);
        if (inHand === 0) continue;
        along[at] =
          (along[at] as number) +
          (weights[stage + ownTerm(kind, mine)] as number) +
          (weights[stage + otherTerm(kind, others)] as number) +
          (weights[stage + lineTerm(kind, line, seat)] as number) +
          (weights[stage + handTerm(kind, inHand - 1)] as number) -
          (weights[stage + handTerm(kind, inHand)] as number);
      }
    }
  }

  private addUp(): void {
    const { across, sums } = this;
    for (let direction = 0; direction < 2; direction++) {
      let from = direction * SIZE * KINDS;
      let at = direction * SUMS * KINDS;
      for (let index = 0; index < SIZE * KINDS; index++, from++, at++)
        sums[at + KINDS] = (sums[at] as number) + (across[from] as number);
    }
  }
}
