import type { AnalysisAdvice, BotAdvice, BotLevels } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { countBits } from '../shared/bits.ts';
import { evaluate, IsaacOutlook, lead } from './evaluation.ts';
import { solver } from './solve/placing.ts';
import { ADVANCE, type IsaacPosition, REMOVAL } from './position.ts';
import { KIND_LENGTH, KIND_NUMBER, SLOT_CROSSING, SLOT_KIND, SLOT_LINE } from './slots.ts';

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

/** Chosen by ladder games: half or twice as much of each makes no difference in 160 games. */
const PRIORS = { exploration: 0.5, softness: 0.5 } as const;

/** Levels 1 and 2 look at once at each move and no further. Levels 5 to 8 solve endings. A placement of level 8 takes about half a second. */
const levels: BotLevels = {
  1: { nodes: 45, ...PRIORS, lapses: 1, temperature: 0.01, careless: 4, content: 0.36, overlooks: true },
  2: { nodes: 45, ...PRIORS, lapses: 1, temperature: 0.06, overlooks: true },
  3: { nodes: 45, ...PRIORS, lapses: 0.75, temperature: 0.05 },
  4: { nodes: 45, ...PRIORS, lapses: 0.46, temperature: 0.05 },
  5: { nodes: 150, ...PRIORS, lapses: 0.33, temperature: 0.06, solverNodes: 100_000 },
  6: { nodes: 150, ...PRIORS, lapses: 0.16, temperature: 0.06, solverNodes: 100_000 },
  7: { nodes: 1_000, ...PRIORS, lapses: 0.05, temperature: 0.06, solverNodes: 100_000 },
  8: { nodes: 400_000, ...PRIORS, solverNodes: 1_000_000 },
};

/** Won games end with a lead of about 10 points. */
const analysis: AnalysisAdvice<IsaacPosition> = { lead, thresholds: { inaccuracy: 3, mistake: 5, blunder: 10 } };

export const advice = {
  evaluate,
  makeOutlook: () => new IsaacOutlook(),
  priority,
  solver,
  analysis,
  levels,
  elo: [-164, 0, 186, 345, 472, 583, 702, 892],
} satisfies BotAdvice<IsaacPosition>;
