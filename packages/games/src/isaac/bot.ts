import type { AnalysisAdvice, BotAdvice, BotLevels } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import { evaluate, lead } from './evaluation.ts';
import { solver } from './solve/solver.ts';
import { ADVANCE, type IsaacPosition, REMOVAL } from './position.ts';
import { KIND_LENGTH, KIND_NUMBER, SLOT_CROSSING, SLOT_KIND, SLOT_LINE } from './tables.ts';

/** Orders placements by the points that they make possible, removals by their points (short pieces first), and advances by length. */
function priority(position: IsaacPosition, move: Move): number {
  if (move >= ADVANCE) return move;
  return move < REMOVAL ? placementPriority(position, move) : removalPriority(position, move - REMOVAL);
}

function placementPriority(position: IsaacPosition, slot: number): number {
  const kind = SLOT_KIND[slot] as number;
  const line = SLOT_LINE[slot] as number;
  const first = SLOT_CROSSING[slot] as number;
  const end = first + (KIND_LENGTH[kind] as number);
  let gain = position.lean(line);
  for (let crossing = first; crossing < end; crossing++) gain += position.lean(crossing);
  const own = (KIND_NUMBER[kind] as number) * countBits(position.touching(line));
  return own + (position.turn === 0 ? gain : -gain);
}

/** Removing a long piece forbids the shorter ones, so long pieces wait unless they score much. */
const LENGTH_COST = 3;

function removalPriority(position: IsaacPosition, slot: number): number {
  return position.worth(slot) - LENGTH_COST * (KIND_NUMBER[SLOT_KIND[slot] as number] as number);
}

/**
 * No playouts: the evaluation is better than a random playout. At 200,000 nodes a placement takes about a second and a removal a tenth
 * of that. The upper four levels have what the solver needs for every ending, so they give none away.
 */
const levels: BotLevels = {
  1: { nodes: 100, exploration: 0.4, playoutPlies: 0, lapses: 0.25, temperature: 0.03 },
  2: { nodes: 220, exploration: 0.4, playoutPlies: 0, lapses: 0.12, temperature: 0.03 },
  3: { nodes: 800, exploration: 0.3, playoutPlies: 0, lapses: 0.03, temperature: 0.03 },
  4: { nodes: 3_500, exploration: 0.3, playoutPlies: 0, lapses: 0.005, temperature: 0.03 },
  5: { nodes: 8_000, exploration: 0.2, playoutPlies: 0, solverNodes: 100_000 },
  6: { nodes: 24_000, exploration: 0.15, playoutPlies: 0, solverNodes: 100_000 },
  7: { nodes: 60_000, exploration: 0.15, playoutPlies: 0, solverNodes: 100_000 },
  8: { nodes: 320_000, exploration: 0.15, playoutPlies: 0 },
};

/** Won games end with a lead of about 10 points. */
const analysis: AnalysisAdvice<IsaacPosition> = { lead, thresholds: { inaccuracy: 2, mistake: 5, blunder: 10 } };

export const advice = { evaluate, priority, solver, analysis, levels } satisfies BotAdvice<IsaacPosition>;
