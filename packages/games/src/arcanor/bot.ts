import type { BotAdvice, BotLevels } from '@tablier/ai';
import { forget } from './forget.ts';
import { insight } from './insight.ts';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import { SearchBoard } from './search/board.ts';

const searchPosition = (position: ArcanorPosition): SearchBoard => new SearchBoard(position);

/** The share of a win that each side can expect, from 0 to 1. */
function evaluate(position: ArcanorPosition, into: Float64Array): void {
  const board = searchPosition(position);
  const own = board.shareOf(board.evaluate());
  into[position.turn] = own;
  into[1 - position.turn] = 1 - own;
}

/**
 * A seat with a perfect memory knows everything on both tables [A4], so all levels search ahead. The weaker ones search less deep, forget
 * what is under some tops, and sometimes only evaluate the position after their move. A million nodes reach twelve plies or more.
 */
const levels: BotLevels = {
  1: { depth: 1, nodes: 1_000, lapses: 0.4, temperature: 0.02, forgets: 0.2 },
  2: { depth: 3, nodes: 4_000, lapses: 0.18, temperature: 0.03, forgets: 0.1 },
  3: { depth: 4, nodes: 6_000, lapses: 0.1, temperature: 0.03, forgets: 0.05 },
  4: { depth: 6, nodes: 8_000, lapses: 0.045, temperature: 0.03, forgets: 0.02 },
  5: { depth: 40, nodes: 20_000, lapses: 0.012, temperature: 0.03 },
  6: { depth: 40, nodes: 65_000, lapses: 0.004, temperature: 0.03 },
  7: { depth: 40, nodes: 200_000 },
  8: { depth: 40, nodes: 1_000_000 },
};

export const advice = { evaluate, searchPosition, forget, insight, levels } satisfies BotAdvice<
  ArcanorPosition,
  ArcanorKnowledge
>;
