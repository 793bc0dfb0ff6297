import type { BotAdvice, BotLevels } from '@tablier/ai';
import type { ArcanorPosition } from './position.ts';
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
 * A seat with a perfect memory knows everything on both tables [A4], so all levels search ahead. Two more plies win nearly every game.
 * A million nodes reach twelve plies or more.
 */
const levels: BotLevels = {
  beginner: { depth: 1, nodes: 500, lapses: 0.45, temperature: 0.04 },
  medium: { depth: 2, nodes: 20_000, lapses: 0.05 },
  strong: { depth: 40, nodes: 1_000_000 },
};

export const advice = { evaluate, searchPosition, levels } satisfies BotAdvice<ArcanorPosition>;
