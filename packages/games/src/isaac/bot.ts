import type { BotAdvice, BotLevels } from '@tablier/ai';
import type { Move, Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import { ADVANCE, type IsaacPosition, REMOVAL } from './position.ts';
import { at, KIND_LENGTH, KIND_NUMBER, SLOT_CROSSING, SLOT_KIND, SLOT_LINE } from './tables.ts';

/*
 * Weights of a logistic model of who wins, fitted to games between searches without an evaluation.
 * POINT is the worth of a point on the counter. HOPE is the worth of a point that a piece could score now, less while placing, because
 * the board still changes. PIECE is the worth of a piece that may still be removed, by kind; short ones cost a turn more than they bring.
 */
const POINT = 0.14;
const HOPE_SCORING = 0.085;
const HOPE_PLACING = 0.025;
const PIECE = Float64Array.of(-0.15, 0, 0.05, 0.25, 0.1);
/** Having the turn. */
const TURN = 0.1;

/** The share of a win that each seat can expect. */
function evaluate(position: IsaacPosition, into: Float64Array): void {
  const dark = position.turn < 0 ? ending(position) : logistic(advantage(position));
  into[0] = dark;
  into[1] = 1 - dark;
}

const ending = (position: IsaacPosition): number => (position.leader() === 0 ? 1 : 0);

const logistic = (sum: number): number => 1 / (1 + Math.exp(-sum));

/** The lead of Dark over Light. */
function advantage(position: IsaacPosition): number {
  const hope = position.phase === 'placing' ? HOPE_PLACING : HOPE_SCORING;
  const points = POINT * (position.score(0) - position.score(1));
  return points + prospects(position, 0, hope) - prospects(position, 1, hope) + (position.turn === 0 ? TURN : -TURN);
}

/** The worth of the pieces that a seat may still remove. The multiplier of the counters is ignored: they move too often. */
function prospects(position: IsaacPosition, seat: Seat, hope: number): number {
  let sum = 0;
  for (let pieces = position.removableLater(seat); pieces !== 0; pieces &= pieces - 1) {
    const slot = position.placeOf(lowestBit(pieces));
    const kind = at(SLOT_KIND, slot);
    const others = countBits(position.touching(at(SLOT_LINE, slot))) - 1;
    sum += (PIECE[kind] as number) + hope * others * at(KIND_NUMBER, kind);
  }
  return sum;
}

/** Orders placements by the points that they make possible, removals by their points (short pieces first), and advances by length. */
function priority(position: IsaacPosition, move: Move): number {
  if (move >= ADVANCE) return move;
  return move < REMOVAL ? placementPriority(position, move) : removalPriority(position, move - REMOVAL);
}

function placementPriority(position: IsaacPosition, slot: number): number {
  const kind = at(SLOT_KIND, slot);
  const line = at(SLOT_LINE, slot);
  const first = at(SLOT_CROSSING, slot);
  const end = first + at(KIND_LENGTH, kind);
  let gain = position.lean(line);
  for (let crossing = first; crossing < end; crossing++) gain += position.lean(crossing);
  const own = at(KIND_NUMBER, kind) * countBits(position.touching(line));
  return own + (position.turn === 0 ? gain : -gain);
}

/** Removing a long piece forbids the shorter ones, so long pieces wait unless they score much. */
const LENGTH_COST = 3;

function removalPriority(position: IsaacPosition, slot: number): number {
  return position.worth(slot) - LENGTH_COST * at(KIND_NUMBER, at(SLOT_KIND, slot));
}

/**
 * No playouts: the evaluation is better than a random playout. At 200,000 nodes a placement takes about a second and a removal a tenth
 * of that.
 */
const levels: BotLevels = {
  beginner: { nodes: 60, exploration: 0.5, playoutPlies: 0, lapses: 0.25, temperature: 0.04 },
  medium: { nodes: 1500, exploration: 0.3, playoutPlies: 0, lapses: 0.05 },
  strong: { nodes: 200_000, exploration: 0.15, playoutPlies: 0 },
};

export const advice = { evaluate, priority, levels } satisfies BotAdvice<IsaacPosition>;
