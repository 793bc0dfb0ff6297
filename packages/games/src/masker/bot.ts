import type { BotAdvice, BotLevels } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { beliefs } from './beliefs.ts';
import { sideOf } from './options.ts';
import type { MaskerKnowledge } from './past.ts';
import { type MaskerPosition, STOP } from './position.ts';
import { COLOURS, WHITE } from './tables.ts';

/** The exponent of the share of a win: one more cross of its colour in play makes a side e^0.7 times as likely to win. */
const CROSS_WEIGHT = 0.7;

/**
 * The share of a win that each seat can expect, from 0 to 1. The weight of a side is e^(0.7 × crosses of its colour in play), or 0 once
 * it is out. Partners have the same share [M4].
 */
function evaluate(position: MaskerPosition, into: Float64Array): void {
  const { players } = position;
  const weights = [0, 0, 0];
  let total = 0;
  for (let colour = 1; colour <= COLOURS; colour++) {
    const side = position.owners[colour] as number;
    const left = position.board.left[colour] as number;
    if (side === NOBODY || left === 0) continue;
    weights[side] = Math.exp(CROSS_WEIGHT * left);
    total += weights[side] as number;
  }
  for (let seat = 0; seat < players; seat++) into[seat] = (weights[sideOf(players, seat)] as number) / total;
}

/** Crosses of others first, the rarest before the others; then a stop and colours without an owner; own crosses last, the rarest at the end. */
function priority({ board, owners, players, turn }: MaskerPosition, move: Move): number {
  if (move >= STOP) return 0;
  const cross = board.topOf(move);
  if (cross === WHITE) return 1;
  const owner = owners[cross] as number;
  if (owner === NOBODY) return 1;
  const rare = 8 - (board.left[cross] as number);
  return owner === sideOf(players, turn) ? -rare : rare;
}

/**
 * Playouts run to the end of the game; shorter ones judged by the evaluation were no better. More than about ten thousand nodes gain
 * little, since the colours of the others can only be guessed.
 */
const levels: BotLevels = {
  beginner: { nodes: 60, exploration: 1, lapses: 0.4, temperature: 0.07 },
  medium: { nodes: 3_000, exploration: 1, lapses: 0.1, temperature: 0.05 },
  strong: { nodes: 200_000, exploration: 1 },
};

export const advice = { evaluate, priority, beliefs, levels } satisfies BotAdvice<MaskerPosition, MaskerKnowledge>;
