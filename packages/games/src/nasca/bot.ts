import type { BotAdvice, BotLevels } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import { SEAT_COLOURS } from './board.ts';
import { COLUMNS, ENDS, ROOMS, ROWS, SIZES, STARTS, STRIDES } from './placements.ts';
import type { NascaPosition } from './position.ts';
import type { Territory } from './scoring.ts';

/**
 * The evaluation foretells the lead at the end of the round from what seat 0 has more of than seat 1, and takes what it
 * cannot foretell for normally distributed. Weights and deviations are least squares over 1,200 one-round games between
 * players who look one ply ahead and err now and then. Late in a round the next placement decides most.
 */
interface Phase {
  /** From so many placements of the round on. */
  readonly from: number;
  /** Points for being to move. */
  readonly tempo: number;
  /** Points for each empty cell that scores now. */
  readonly territory: number;
  /** Points for each other empty cell that sees own walls in four, three, two directions, never in opposite ones only. */
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
/** Of the lead in a whole round not yet begun. */
const ROUND_DEVIATION = 18;
/** A normal distribution's chance of more than 0 is about that of a logistic one with this slope. */
const LOGISTIC_SLOPE = 1.7;

/** The share of a win that each seat can expect. */
function evaluate(position: NascaPosition, into: Float64Array): void {
  const share = position.turn === NOBODY ? finalShare(position) : expectedShare(position);
  into[0] = share;
  into[1] = 1 - share;
}

function finalShare(position: NascaPosition): number {
  const { scores } = position.outcome();
  return (Math.sign((scores[0] as number) - (scores[1] as number)) + 1) / 2;
}

function expectedShare(position: NascaPosition): number {
  const placed = position.board.count - position.neutrals.length;
  const phase = PHASES.find(({ from }) => placed >= from) as Phase;
  let lead = expectedLead(position, phase);
  for (const points of position.earlier) lead += (points[0] as number) - (points[1] as number);
  const roundsLeft = position.rounds - 1 - position.round;
  const variance = phase.deviation ** 2 + roundsLeft * ROUND_DEVIATION ** 2;
  return 1 / (1 + Math.exp((-LOGISTIC_SLOPE * lead) / Math.sqrt(variance)));
}

/** The lead of seat 0 that this round may end with. */
function expectedLead(position: NascaPosition, phase: Phase): number {
  const judged = position.judged();
  const tempo = position.turn === 0 ? phase.tempo : -phase.tempo;
  const territory = (judged.points(0) - judged.points(1)) * phase.territory;
  return tempo + territory + framedWorth(judged, 0, phase) - framedWorth(judged, 1, phase);
}

/** What the empty cells are worth that a seat's walls stand around, those that score already left out. */
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

/** Worth of covering an enemy cell, of covering an own one, of a cell of length, of a level, of an end at an own wall or an edge. */
const COVER_ENEMY = 3;
const COVER_OWN = -1;
const LENGTH = 0.3;
const LEVEL = 0.5;
const CONNECTION = 1;

/** Long pieces, laid high over the enemy's walls, that carry on one's own from wall to wall. */
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

/** Budgets in nodes; a playout of one round is up to 24. */
const levels: BotLevels = {
  beginner: { nodes: 2_000, exploration: 0.5, blunder: 0.3, playoutPlies: 24 },
  medium: { nodes: 20_000, exploration: 0.2, playoutPlies: 24 },
  strong: { nodes: 400_000, exploration: 0.2, playoutPlies: 24 },
};

export const advice = { evaluate, priority, levels } satisfies BotAdvice<NascaPosition>;
