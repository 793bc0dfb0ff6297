import { CELL_COUNTS } from './areas.ts';
import { ROWS } from './placements.ts';
import type { Territory } from './scoring.ts';
import { NOBODY, type Seat } from '@tablier/core';
import type { NascaPosition } from './position.ts';
import { WEIGHTS } from './weights.ts';

/** What the evaluation counts: by kind of number * `PLACES` + place of the position. The kinds of seat 1 follow those of seat 0. */
export type Counts = Uint16Array;

export const PLACES = 64;
const POINTS = 0;
/** The other empty cells with own walls in four, three or two directions. Two opposite directions alone do not count. */
const FOURS = PLACES;
const THREES = 2 * PLACES;
const TWOS = 3 * PLACES;
/** From a kind of seat 0 to that of seat 1. */
export const PER_SEAT = 4 * PLACES;

export const newCounts = (): Counts => new Uint16Array(2 * PER_SEAT);

/** The points of seat 0 less those of seat 1 [N14]. */
export const pointsLead = (counts: Counts, place: number): number =>
  (counts[POINTS + place] as number) - (counts[PER_SEAT + POINTS + place] as number);

export function countCells(judged: Territory, into: Counts, place: number): void {
  countOf(judged, 0, into, place);
  countOf(judged, 1, into, PER_SEAT + place);
}

function countOf(judged: Territory, seat: 0 | 1, into: Counts, at: number): void {
  const { empty } = judged;
  const own = judged.shown[seat];
  const scoring = judged.cells[seat];
  const higher = judged.higherThan(seat);
  let below = 0;
  let fours = 0;
  let threes = 0;
  let twos = 0;
  for (let row = 0; row < ROWS; row++) {
    const here = own[row] as number;
    const above = higher[row] as number;
    const left = spreadUp(here);
    const right = spreadDown(here);
    const open = (empty[row] as number) & ~(scoring[row] as number);
    const bothAcross = left & right & open;
    const anyAcross = (left | right) & open;
    const all = bothAcross & below & above;
    const anyAlong = below | above;
    const most = (bothAcross & anyAlong) | (anyAcross & below & above);
    fours += CELL_COUNTS[all] as number;
    threes += CELL_COUNTS[most & ~all] as number;
    twos += CELL_COUNTS[anyAcross & anyAlong & ~most] as number;
    below |= here;
  }
  into[at + POINTS] = judged.points(seat);
  into[at + FOURS] = fours;
  into[at + THREES] = threes;
  into[at + TWOS] = twos;
}

function spreadUp(row: number): number {
  return row === 0 ? 0 : -2 * (row & -row);
}

function spreadDown(row: number): number {
  return row === 0 ? 0 : (1 << (31 - Math.clz32(row))) - 1;
}

/** A linear model of the lead at the end of the round with a normal error, fitted to self-play (`npm run train -- nasca`). */
export interface Phase {
  readonly tempo: number;
  /** Points for each empty cell that scores now. */
  readonly territory: number;
  /** Points for each other empty cell with own walls in four, three or two directions. Two opposite directions alone do not count. */
  readonly four: number;
  readonly three: number;
  readonly two: number;
  /** Standard deviation of the lead at the end of the round, in points. */
  readonly deviation: number;
}

/** The phases begin after these numbers of placements in the round. */
export const PHASE_STARTS = [0, 8, 16, 21] as const;
/** The weights of a phase in the module of weights: those of its terms, then the deviation. */
export const TERMS = 5;
export const PER_PHASE = TERMS + 1;
export const UNIT = 1_000;

export const phaseWith = (numberAt: (index: number) => number): Phase => ({
  tempo: numberAt(0),
  territory: numberAt(1),
  four: numberAt(2),
  three: numberAt(3),
  two: numberAt(4),
  deviation: numberAt(TERMS),
});

const PHASES: readonly Phase[] = PHASE_STARTS.map((_, phase) =>
  phaseWith((index) => (WEIGHTS[phase * PER_PHASE + index] as number) / UNIT),
);
/** A round that has not begun has the deviation of its first phase. */
const ROUND_DEVIATION = (PHASES[0] as Phase).deviation;
/** A logistic function with this slope approximates the normal distribution. */
const LOGISTIC_SLOPE = 1.7;
/** The log-odds of a game that is over. */
export const CERTAIN = 20;

export function evaluate(position: NascaPosition, into: Float64Array): void {
  const share = position.turn === NOBODY ? finalShare(position) : expectedShare(position);
  into[0] = share;
  into[1] = 1 - share;
}

const finalShare = (position: NascaPosition): number => (Math.sign(lead(position)) + 1) / 2;

/** The expected lead of seat 0 at the end, in points. Exact when the game is over. */
export function lead(position: NascaPosition): number {
  if (position.turn !== NOBODY) return totalLead(position, phaseOf(position));
  const { scores } = position.outcome();
  return (scores[0] as number) - (scores[1] as number);
}

export const placedIn = (position: NascaPosition): number => position.board.count - position.neutrals.length;

const PHASE_AFTER = Uint8Array.from({ length: 25 }, (_, placed) =>
  PHASE_STARTS.findLastIndex((start) => placed >= start),
);
export const phaseIndex = (placed: number): number => PHASE_AFTER[placed] as number;
export const phaseAfter = (placed: number): Phase => PHASES[phaseIndex(placed)] as Phase;
const phaseOf = (position: NascaPosition): Phase => phaseAfter(placedIn(position));

const totalLead = (position: NascaPosition, phase: Phase): number => earlierLead(position) + roundLead(position, phase);

const own = newCounts();

export function roundLead(position: NascaPosition, phase: Phase): number {
  countCells(position.judged(), own, 0);
  return expectedLead(own, 0, position.turn, phase);
}

export function earlierLead({ earlier }: NascaPosition): number {
  let points = 0;
  for (const [own, other] of earlier) points += (own as number) - (other as number);
  return points;
}

const expectedShare = (position: NascaPosition): number =>
  1 / (1 + Math.exp(-oddsOf(position, totalLead(position, phaseOf(position)))));

/** The log-odds of seat 0 with this expected lead. */
export const oddsOf = (position: NascaPosition, points: number): number =>
  position.turn === NOBODY ? CERTAIN * Math.sign(points) : points * slopeOf(position, phaseOf(position));

export function slopeOf({ rounds, round }: NascaPosition, { deviation }: Phase): number {
  return LOGISTIC_SLOPE / Math.sqrt(deviation ** 2 + (rounds - 1 - round) * ROUND_DEVIATION ** 2);
}

/** The expected lead of seat 0 at the end of this round, in points, if the seat `turn` has the turn. */
export function expectedLead(counts: Counts, place: number, turn: Seat, phase: Phase): number {
  const tempo = turn === 0 ? phase.tempo : -phase.tempo;
  const territory = pointsLead(counts, place) * phase.territory;
  return tempo + territory + framedWorth(counts, place, phase) - framedWorth(counts, PER_SEAT + place, phase);
}

const framedWorth = (counts: Counts, at: number, { four, three, two }: Phase): number =>
  four * (counts[at + FOURS] as number) + three * (counts[at + THREES] as number) + two * (counts[at + TWOS] as number);
