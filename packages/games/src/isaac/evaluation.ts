import type { Move, Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import type { IsaacPosition } from './position.ts';
import {
  KIND_LENGTH,
  KIND_NUMBER,
  LENGTHS,
  LINES,
  PIECES_PER_SEAT,
  SIZE,
  SLOT_CROSSING,
  SLOT_KIND,
  SLOT_LINE,
} from './slots.ts';
import type { JudgedMoves, Outlook } from '@tablier/ai';
import { WEIGHTS } from './weights.ts';

/*
 * A logistic model of who wins, until the first removal. The logits are a sum of weights, those of Dark positive. For every piece, by its
 * kind and
 *   OWN     the number of other pieces of its owner that touch its line
 *   OTHER   the number of the other side's pieces that touch its line
 *   LINE    its line, as its owner sees it
 *   PAIR    for each piece that touches its line: the kind of that piece, whether it has the same owner, whether it lies along the line
 * For every seat and kind
 *   HAND    the number of such pieces in hand
 * and a weight for having the turn and one for Dark, who begins.
 *
 * A stage has weights of its own: the finished placement, and the unfinished ones by the number of pieces on the board. So all placements
 * of a position lead to the same stage, unless they finish it.
 */
export const KINDS = LENGTHS.length;
const MOST = 8;
const COUNTS = MOST + 1;
const HANDS = 6;
const OWN = 0;
const OTHER = OWN + KINDS * COUNTS;
const LINE = OTHER + KINDS * COUNTS;
const PAIR = LINE + KINDS * LINES;
const HAND = PAIR + KINDS * KINDS * 4;
export const TO_MOVE = HAND + KINDS * HANDS;
export const DARK = TO_MOVE + 1;
/** The number of weights of a stage. */
export const PER_STAGE = DARK + 1;
/** A stage of unfinished placements has up to this many pieces on the board. The last one has more. */
const STAGES = [5, 9, 13, 16, 19] as const;
export const STAGE_COUNT = STAGES.length + 2;
/** Weights are whole numbers of this part of a logit. */
export const UNIT = 1 / 256;

const DARK_PIECES = (1 << PIECES_PER_SEAT) - 1;

/** The first weight of the stage of unfinished placements with this many pieces on the board. */
const STAGE_OF = Int32Array.from({ length: 2 * PIECES_PER_SEAT + 2 }, (_, pieces) => {
  const stage = STAGES.findIndex((most) => pieces <= most);
  return (1 + (stage === -1 ? STAGES.length : stage)) * PER_STAGE;
});
const stageWith = (pieces: number): number => STAGE_OF[pieces] as number;

/** The first weight of the stage of a position before the first removal. */
export const stageOf = (position: IsaacPosition): number =>
  position.phase === 'placing' ? stageWith(countBits(position.onBoard)) : 0;

/** By seat: its pieces, as bits. */
export const piecesOf = (seat: Seat): number => (seat === 0 ? DARK_PIECES : ~DARK_PIECES);

const ownTerm = (kind: number, own: number): number => OWN + kind * COUNTS + (own < MOST ? own : MOST);
const otherTerm = (kind: number, others: number): number => OTHER + kind * COUNTS + (others < MOST ? others : MOST);
/** The line is as Light sees it if Light owns the piece [I2]. */
const lineTerm = (kind: number, line: number, seat: Seat): number =>
  LINE + kind * LINES + (seat === 0 ? line : (line < SIZE ? SIZE : LINES + SIZE) - 1 - line);
/** `same` and `along` are 0 or 1. */
const pairTerm = (kind: number, toucher: number, same: number, along: number): number =>
  PAIR + (((kind * KINDS + toucher) << 1) | same) * 2 + along;
const handTerm = (kind: number, inHand: number): number => HAND + kind * HANDS + inHand;

export function eachTerm(position: IsaacPosition, seat: Seat, add: (term: number) => void): void {
  const own = piecesOf(seat);
  const board = position.onBoard;
  for (let rest = board & own; rest !== 0; rest &= rest - 1) {
    const piece = lowestBit(rest);
    const slot = position.placeOf(piece);
    const line = SLOT_LINE[slot] as number;
    const kind = SLOT_KIND[slot] as number;
    const touching = position.touching(line) & ~(1 << piece);
    add(ownTerm(kind, countBits(touching & own)));
    add(otherTerm(kind, countBits(touching & ~own)));
    add(lineTerm(kind, line, seat));
    for (let others = touching; others !== 0; others &= others - 1) {
      const other = lowestBit(others);
      const place = position.placeOf(other);
      const same = (own >> other) & 1;
      add(pairTerm(kind, SLOT_KIND[place] as number, same, Number(SLOT_LINE[place] === line)));
    }
  }
  for (let kind = 0; kind < KINDS; kind++) add(handTerm(kind, position.inHand(seat, kind)));
}

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

/*
 * Two logistic models of who wins. Until the first removal: `PlacingModel`, with the weights that `npm run train -- isaac` fits.
 *
 * From the first removal on: POINT is the worth of a point on the counter. HOPE is the worth of a point that a piece could score now. PIECE
 * is the worth of a piece that may still be removed, by kind; short ones cost a turn more than they bring.
 */
const POINT = 0.14;
const HOPE = 0.085;
const PIECE = Float64Array.of(-0.15, 0, 0.05, 0.25, 0.1);
/** The log-odds of a game that is over. */
const CERTAIN = 20;
const TURN = 0.1;

const model = new PlacingModel(WEIGHTS);

export function evaluate(position: IsaacPosition, into: Float64Array): void {
  const dark = position.turn < 0 ? ending(position) : logistic(advantage(position));
  into[0] = dark;
  into[1] = 1 - dark;
}

/** Evaluates placements at once, as `Outlook.judge` does. The value of the position is that of its best placement. */
export function judgePlacements(
  position: IsaacPosition,
  moves: Uint16Array,
  count: number,
  into: Float64Array,
): number {
  model.leadsAfter(position, moves, count, into);
  let best = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < count; index++) {
    const odds = UNIT * (into[index] as number);
    into[index] = odds;
    if (odds > best) best = odds;
  }
  return best;
}

/** Evaluates all moves at once, in one game. While scoring, the value of a position is its own evaluation. */
export class IsaacOutlook implements Outlook<IsaacPosition> {
  #after: IsaacPosition | null = null;

  judge(position: IsaacPosition, into: JudgedMoves): number {
    const { moves, odds } = into;
    into.count = position.legalMoves(moves);
    if (position.phase === 'placing') return judgePlacements(position, moves, into.count, odds);
    const sign = position.turn === 0 ? 1 : -1;
    const after = (this.#after ??= position.clone());
    for (let index = 0; index < into.count; index++) {
      after.copyFrom(position);
      after.play(moves[index] as Move);
      odds[index] = sign * (after.turn < 0 ? CERTAIN * (1 - 2 * after.leader()) : advantage(after));
    }
    return sign * advantage(position);
  }
}

/** The expected lead of Dark over Light at the end, in points. */
export function lead(position: IsaacPosition): number {
  return position.turn < 0 ? position.score(0) - position.score(1) : advantage(position) / POINT;
}

const ending = (position: IsaacPosition): number => (position.leader() === 0 ? 1 : 0);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

const advantage = (position: IsaacPosition): number =>
  hasRemoved(position) ? scoringLead(position) : UNIT * model.lead(position);

const hasRemoved = (position: IsaacPosition): boolean =>
  position.longestRemoved(0) + position.longestRemoved(1) > 0 || position.isOut(0) || position.isOut(1);

function scoringLead(position: IsaacPosition): number {
  const points = POINT * (position.score(0) - position.score(1));
  return points + prospects(position, 0) - prospects(position, 1) + (position.turn === 0 ? TURN : -TURN);
}

/** The worth of the pieces that a seat may still remove. The multiplier of the counters is ignored: they move too often. */
function prospects(position: IsaacPosition, seat: Seat): number {
  let sum = 0;
  for (let pieces = position.removableLater(seat); pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const kind = SLOT_KIND[slot] as number;
    const others = countBits(position.touching(SLOT_LINE[slot] as number)) - 1;
    sum += (PIECE[kind] as number) + HOPE * others * (KIND_NUMBER[kind] as number);
  }
  return sum;
}
