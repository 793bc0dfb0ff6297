import type { AnalysisAdvice, BotAdvice, BotLevels } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import { SEAT_COLOURS } from './board.ts';
import { COLUMNS, ENDS, ROOMS, ROWS, SIZES, STARTS, STRIDES } from './placements.ts';
import type { NascaPosition } from './position.ts';
import type { Territory } from './scoring.ts';

/**
 * The evaluation is a linear model of the lead at the end of the round, with a normally distributed error. The weights and deviations are
 * least squares over 1,200 one-round games between players that search one ply and sometimes play at random. Late in a round the next
 * placement decides most.
 */
interface Phase {
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

/** The share of a win that each seat can expect. */
function evaluate(position: NascaPosition, into: Float64Array): void {
  const share = position.turn === NOBODY ? finalShare(position) : expectedShare(position);
  into[0] = share;
  into[1] = 1 - share;
}

const finalShare = (position: NascaPosition): number => (Math.sign(lead(position)) + 1) / 2;

/** The expected lead of seat 0 at the end, in points. Exact when the game is over. */
function lead(position: NascaPosition): number {
  if (position.turn !== NOBODY) return totalLead(position, phaseOf(position));
  const { scores } = position.outcome();
  return (scores[0] as number) - (scores[1] as number);
}

function phaseOf(position: NascaPosition): Phase {
  const placed = position.board.count - position.neutrals.length;
  return PHASES.find(({ from }) => placed >= from) as Phase;
}

/** The lead of the earlier rounds and the expected one of this round. */
function totalLead(position: NascaPosition, phase: Phase): number {
  let points = expectedLead(position, phase);
  for (const [own, other] of position.earlier) points += (own as number) - (other as number);
  return points;
}

function expectedShare(position: NascaPosition): number {
  const phase = phaseOf(position);
  const roundsLeft = position.rounds - 1 - position.round;
  const variance = phase.deviation ** 2 + roundsLeft * ROUND_DEVIATION ** 2;
  return 1 / (1 + Math.exp((-LOGISTIC_SLOPE * totalLead(position, phase)) / Math.sqrt(variance)));
}

/** The expected lead of seat 0 at the end of this round, in points. */
function expectedLead(position: NascaPosition, phase: Phase): number {
  const judged = position.judged();
  const tempo = position.turn === 0 ? phase.tempo : -phase.tempo;
  const territory = (judged.points(0) - judged.points(1)) * phase.territory;
  return tempo + territory + framedWorth(judged, 0, phase) - framedWorth(judged, 1, phase);
}

/** The worth of the empty cells between a seat's walls that do not score yet. */
function framedWorth(judged: Territory, seat: 0 | 1, { framed: [four, three, two] }: Phase): number {
  const own = judged.shown[seat];
  const higher = judged.higherThan(seat);
  let below = 0;
  let worth = 0;
  for (let row = 0; row < ROWS; row++) {
    const here = own[row] as number;
    const above = higher[row] as number;
    const left = spreadUp(here);
    const right = spreadDown(here);
    const [bothAcross, anyAcross, bothAlong, anyAlong] = [left & right, left | right, above & below, above | below];
    const open = judged.emptyIn(row) & ~(judged.cells[seat][row] as number);
    const all = bothAcross & bothAlong;
    const most = (bothAcross & anyAlong) | (anyAcross & bothAlong);
    worth += four * countBits(all & open);
    worth += three * countBits(most & ~all & open);
    worth += two * countBits(anyAcross & anyAlong & ~most & open);
    below |= here;
  }
  return worth;
}

/** All bits above the lowest one. */
function spreadUp(row: number): number {
  return row === 0 ? 0 : -2 * (row & -row);
}

/** All bits below the highest one. */
function spreadDown(row: number): number {
  return row === 0 ? 0 : (1 << (31 - Math.clz32(row))) - 1;
}

/** The weights for covering an enemy cell, covering an own one, a cell of length, a level, and an end at an own wall or an edge. */
const COVER_ENEMY = 3;
const COVER_OWN = -1;
const LENGTH = 0.3;
const LEVEL = 0.5;
const CONNECTION = 1;

/** Prefers long and high pieces that cover enemy walls and connect own walls. */
function priority(position: NascaPosition, move: Move): number {
  const { colours, heights } = position.board;
  const own = SEAT_COLOURS[position.turn] as number;
  const start = STARTS[move] as number;
  const end = ENDS[move] as number;
  const stride = STRIDES[move] as number;
  let worth = LENGTH * (SIZES[move] as number) + LEVEL * (heights[start] as number);
  for (let cell = start; cell <= end; cell += stride) {
    const colour = colours[cell] as number;
    if (colour === own) worth += COVER_OWN;
    else if (colour === SEAT_COLOURS[0] || colour === SEAT_COLOURS[1]) worth += COVER_ENEMY;
  }
  const direction = stride === 1 ? 0 : 1;
  const isAtNearEdge = direction === 0 ? start % COLUMNS === 0 : start < COLUMNS;
  const isAtFarEdge = ROOMS[end * 2 + direction] === 1;
  if (isAtNearEdge || colours[start - stride] === own) worth += CONNECTION;
  if (isAtFarEdge || colours[end + stride] === own) worth += CONNECTION;
  return worth;
}

/** Budgets in nodes. A playout of one round is up to 24 nodes. */
const levels: BotLevels = {
  1: { nodes: 1_800, exploration: 0.5, lapses: 0.34, temperature: 0.05, playoutPlies: 24 },
  2: { nodes: 2_500, exploration: 0.45, lapses: 0.14, temperature: 0.05, playoutPlies: 24 },
  3: { nodes: 4_000, exploration: 0.35, lapses: 0.08, temperature: 0.05, playoutPlies: 24 },
  4: { nodes: 8_000, exploration: 0.3, lapses: 0.03, temperature: 0.05, playoutPlies: 24 },
  5: { nodes: 16_000, exploration: 0.2, lapses: 0.01, temperature: 0.05, playoutPlies: 24 },
  6: { nodes: 40_000, exploration: 0.2, playoutPlies: 24 },
  7: { nodes: 110_000, exploration: 0.2, playoutPlies: 24 },
  8: { nodes: 400_000, exploration: 0.2, playoutPlies: 24 },
};

/** The deviation of a round is about 18 points. */
const analysis: AnalysisAdvice<NascaPosition> = { lead, thresholds: { inaccuracy: 3, mistake: 8, blunder: 15 } };

export const advice = { evaluate, priority, analysis, levels } satisfies BotAdvice<NascaPosition>;
