import { NOBODY, type Seat } from '@tablier/core';
import { CELL_COUNTS } from './areas.ts';
import { ROWS } from './placements.ts';
import type { NascaPosition } from './position.ts';
import type { Territory } from './scoring.ts';

/**
 * The evaluation is a linear model of the lead at the end of the round, with a normally distributed error. The weights and deviations are
 * least squares over 1,200 one-round games between players that search one ply and sometimes play at random. Late in a round the next
 * placement decides most.
 */
export interface Phase {
  /** This phase begins after this number of placements in the round. */
  readonly from: number;
  /** Points for having the turn. */
  readonly tempo: number;
  /** Points for each empty cell that scores now. */
  readonly territory: number;
  /** Points for each other empty cell with own walls in four, three or two directions. Two opposite directions alone do not count. */
  readonly framed: readonly [four: number, three: number, two: number];
  /** Standard deviation of the lead at the end of the round, in points. */
  readonly deviation: number;
}

const PHASES: readonly Phase[] = [
  { from: 21, tempo: 5.2, territory: 0.75, framed: [0.3, 0.1, 0.15], deviation: 13.5 },
  { from: 16, tempo: 3.2, territory: 0.46, framed: [0.3, 0.14, 0.15], deviation: 17 },
  { from: 8, tempo: 1.7, territory: 0.3, framed: [0.36, 0.12, 0.1], deviation: 18 },
  { from: 0, tempo: 0.5, territory: 0.3, framed: [0.35, 0.05, 0.05], deviation: 18 },
];
/** Standard deviation of the lead of a round that has not begun, in points. */
const ROUND_DEVIATION = 18;
/** A logistic function with this slope approximates the normal distribution. */
const LOGISTIC_SLOPE = 1.7;
/** The log-odds of a game that is over. */
export const CERTAIN = 20;

/** The share of a win that each seat can expect. */
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

/** The phase after this number of placements in the round. */
const PHASE_AFTER: readonly Phase[] = Array.from(
  { length: 25 },
  (_, placed) => PHASES.find(({ from }) => placed >= from) as Phase,
);
export const phaseAfter = (placed: number): Phase => PHASE_AFTER[placed] as Phase;
const phaseOf = (position: NascaPosition): Phase => phaseAfter(placedIn(position));

/** The lead of the earlier rounds and the expected one of this round. */
const totalLead = (position: NascaPosition, phase: Phase): number =>
  earlierLead(position) + expectedLead(position.judged(), position.turn, phase);

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

/** The log-odds that a point of lead is worth. */
export function slopeOf({ rounds, round }: NascaPosition, { deviation }: Phase): number {
  return LOGISTIC_SLOPE / Math.sqrt(deviation ** 2 + (rounds - 1 - round) * ROUND_DEVIATION ** 2);
}

/** The expected lead of seat 0 at the end of this round, in points, if the seat `turn` has the turn. */
export function expectedLead(judged: Territory, turn: Seat, phase: Phase): number {
  const tempo = turn === 0 ? phase.tempo : -phase.tempo;
  const territory = (judged.points(0) - judged.points(1)) * phase.territory;
  return tempo + territory + framedWorth(judged, 0, phase) - framedWorth(judged, 1, phase);
}

/** The worth of the empty cells between a seat's walls that do not score yet. */
function framedWorth(judged: Territory, seat: 0 | 1, { framed }: Phase): number {
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
  return framed[0] * fours + framed[1] * threes + framed[2] * twos;
}

/** All bits above the lowest one. */
function spreadUp(row: number): number {
  return row === 0 ? 0 : -2 * (row & -row);
}

/** All bits below the highest one. */
function spreadDown(row: number): number {
  return row === 0 ? 0 : (1 << (31 - Math.clz32(row))) - 1;
}
