import type { AnalysisAdvice, BotAdvice, BotLevels } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import { evaluate, lead } from './evaluation.ts';
import { solver } from './solve/solver.ts';
import { ADVANCE, type IsaacPosition, REMOVAL } from './position.ts';
import { at, KIND_LENGTH, KIND_NUMBER, SLOT_CROSSING, SLOT_KIND, SLOT_LINE } from './tables.ts';

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

/** Won games end with a lead of about 10 points. */
const analysis: AnalysisAdvice<IsaacPosition> = { lead, thresholds: { inaccuracy: 2, mistake: 5, blunder: 10 } };

export const advice = { evaluate, priority, solver, analysis, levels } satisfies BotAdvice<IsaacPosition>;
