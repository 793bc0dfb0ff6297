import type { Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import type { IsaacPosition } from './position.ts';
import { LINES, PIECES_PER_SEAT, SIZE } from './slots.ts';
import { KIND_NUMBER, SLOT_KIND, SLOT_LINE } from './tables.ts';
import { WEIGHTS } from './weights.ts';

/*
 * Two logistic models of who wins.
 *
 * Until the first removal: the sum of a weight for every piece on the board, those of Dark positive, by its kind and
 *   - the number of other pieces of its owner on its line,
 *   - the number of the other side's pieces on its line,
 *   - its line, as its owner sees it;
 * and a weight for having the turn and one for Dark, who begins. There are five sets of weights, by the number of free slots.
 * `packages/games/bench/isaac-fit.ts` fits them.
 *
 * From the first removal on: POINT is the worth of a point on the counter. HOPE is the worth of a point that a piece could score now. PIECE
 * is the worth of a piece that may still be removed, by kind; short ones cost a turn more than they bring.
 */
const POINT = 0.14;
const HOPE = 0.085;
const PIECE = Float64Array.of(-0.15, 0, 0.05, 0.25, 0.1);
/** Having the turn. */
const TURN = 0.1;

/** The weights of one kind: by number of own pieces from OWN, of others from OTHER, by line from LINE. */
const MOST = 8;
const OWN = 0;
const OTHER = OWN + MOST + 1;
const LINE = OTHER + MOST + 1;
const PER_KIND = LINE + LINES;
const KINDS = PIECE.length;
const TO_MOVE = KINDS * PER_KIND;
const DARK = TO_MOVE + 1;
/** The number of weights of a stage. */
export const PER_STAGE = DARK + 1;
/** A stage has up to this many free slots, both sides' counted. The last one has more. */
const STAGES = [0, 15, 63, 255] as const;
/** The number of stages. */
export const STAGE_COUNT = STAGES.length + 1;
/** Weights are whole numbers of this part of a logit. */
export const UNIT = 1 / 256;

const DARK_PIECES = (1 << PIECES_PER_SEAT) - 1;

/** The share of a win that each seat can expect. */
export function evaluate(position: IsaacPosition, into: Float64Array): void {
  const dark = position.turn < 0 ? ending(position) : logistic(advantage(position));
  into[0] = dark;
  into[1] = 1 - dark;
}

/**
 * The expected lead of Dark over Light at the end, in points. Until then the models of who wins stand for it: POINT says how much of their
 * lead is a point.
 */
export function lead(position: IsaacPosition): number {
  return position.turn < 0 ? position.score(0) - position.score(1) : advantage(position) / POINT;
}

const ending = (position: IsaacPosition): number => (position.leader() === 0 ? 1 : 0);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** The lead of Dark over Light. */
const advantage = (position: IsaacPosition): number =>
  hasRemoved(position) ? scoringLead(position) : UNIT * placingLead(position);

const hasRemoved = (position: IsaacPosition): boolean =>
  position.longestRemoved(0) + position.longestRemoved(1) > 0 || position.isOut(0) || position.isOut(1);

/** The first weight of the stage of a position before the first removal. */
export function stageOf(position: IsaacPosition): number {
  if (position.phase !== 'placing') return 0;
  const free = position.freeFits(position.handKinds(0)) + position.freeFits(position.handKinds(1));
  let stage = 1;
  while (stage < STAGES.length && free > (STAGES[stage] as number)) stage++;
  return stage * PER_STAGE;
}

function placingLead(position: IsaacPosition): number {
  const stage = stageOf(position);
  const sides = piecesLead(position, stage, 0) - piecesLead(position, stage, 1);
  const turn = WEIGHTS[stage + TO_MOVE] as number;
  return sides + (position.turn === 0 ? turn : -turn) + (WEIGHTS[stage + DARK] as number);
}

function piecesLead(position: IsaacPosition, stage: number, seat: Seat): number {
  let sum = 0;
  const own = seat === 0 ? DARK_PIECES : ~DARK_PIECES;
  for (let pieces = position.onBoard & own; pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const touching = position.touching(SLOT_LINE[slot] as number);
    sum +=
      (WEIGHTS[stage + ownTerm(slot, touching & own)] as number) +
      (WEIGHTS[stage + otherTerm(slot, touching & ~own)] as number) +
      (WEIGHTS[stage + lineTerm(slot, seat)] as number);
  }
  return sum;
}

const ownTerm = (slot: number, own: number): number =>
  (SLOT_KIND[slot] as number) * PER_KIND + OWN + Math.min(MOST, countBits(own) - 1);
const otherTerm = (slot: number, others: number): number =>
  (SLOT_KIND[slot] as number) * PER_KIND + OTHER + Math.min(MOST, countBits(others));
const lineTerm = (slot: number, seat: Seat): number =>
  (SLOT_KIND[slot] as number) * PER_KIND +
  LINE +
  (seat === 0 ? (SLOT_LINE[slot] as number) : turned(SLOT_LINE[slot] as number));

/** The weights that are added and subtracted before the first removal, for fitting them. The same as `placingLead`. */
export function termsOf(position: IsaacPosition): {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
} {
  const stage = stageOf(position);
  const [dark, light] = [termsOfSeat(position, stage, 0), termsOfSeat(position, stage, 1)];
  (position.turn === 0 ? dark : light).push(stage + TO_MOVE);
  return { plus: [...dark, stage + DARK], minus: light };
}

function termsOfSeat(position: IsaacPosition, stage: number, seat: Seat): number[] {
  const terms: number[] = [];
  const own = seat === 0 ? DARK_PIECES : ~DARK_PIECES;
  for (let pieces = position.onBoard & own; pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const touching = position.touching(SLOT_LINE[slot] as number);
    terms.push(ownTerm(slot, touching & own), otherTerm(slot, touching & ~own), lineTerm(slot, seat));
  }
  return terms.map((term) => stage + term);
}

/** The line as Light sees it [I2]. */
const turned = (line: number): number => (line < SIZE ? SIZE : LINES + SIZE) - 1 - line;

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
