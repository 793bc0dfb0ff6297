import type { BotAdvice, BotLevels } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { sideOf } from './options.ts';
import { type MaskerPosition, STOP } from './position.ts';
import { COLOURS, WHITE } from './tables.ts';

/** How much likelier to win a side is for every cross of its colour that it has more than another, as an exponent. */
const CROSS_WEIGHT = 0.7;

/**
 * The share of a win that each seat can expect, from 0 to 1, by the crosses of its colour still in play: each side weighs
 * e^(0.7 × crosses), nothing once it is out. Partners have the same share [M4].
 */
function evaluate(position: MaskerPosition, into: Float64Array): void {
  const { players } = position;
  const weights = [0, 0, 0];
  let total = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    const side = position.owners[colour] as number;
    const left = position.left[colour] as number;
    if (side === NOBODY || left === 0) continue;
    weights[side] = Math.exp(CROSS_WEIGHT * left);
    total += weights[side] as number;
  }
  for (let seat = 0; seat < players; seat++) into[seat] = (weights[sideOf(players, seat)] as number) / total;
}

/** Own crosses last, the rarer the later; those of others first, the rarer the sooner; a stop and colours of nobody between. */
function priority(position: MaskerPosition, move: Move): number {
  if (move >= STOP) return 0;
  const cross = (position.stacks[move] as number) & 7;
  if (cross === WHITE) return 1;
  const owner = position.owners[cross] as number;
  if (owner === NOBODY) return 1;
  const rare = 8 - (position.left[cross] as number);
  return owner === sideOf(position.players, position.turn) ? -rare : rare;
}

/**
 * Playouts run to the end: cut short and judged by the evaluation they were no better. Beyond some ten thousand nodes little is gained,
 * since the colours of the others can only be guessed.
 */
const levels: BotLevels = {
  beginner: { nodes: 60, exploration: 1, blunder: 0.75 },
  medium: { nodes: 3_000, exploration: 1, blunder: 0.3 },
  strong: { nodes: 200_000, exploration: 1 },
};

export const advice = { evaluate, priority, levels } satisfies BotAdvice<MaskerPosition>;
