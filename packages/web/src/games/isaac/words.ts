import {
  ADVANCE,
  formatCell,
  formatSlot,
  type IsaacView,
  type PieceView,
  REMOVAL,
  type RemovalWorth,
  removalWorth,
  slotOf,
} from '@tablier/games/isaac';
import type { Move, Viewer } from '@tablier/core';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';

export const spanText = (from: number, to: number): string => `${formatCell(from)}-${formatCell(to)}`;

/** A cell and what is there. Its number is that of the notation; Light also hears its own [I2]. */
export const cellName = (viewer: Viewer, cell: number, content: string): string =>
  viewer === 1
    ? m.isaac_cell({ cell: formatCell(cell), other: formatCell(99 - cell), content })
    : `${m.label_before({ label: formatCell(cell) })} ${content}`;

export const pieceName = ({ seat, length, number, from, to }: PieceView, people: People): string =>
  m.isaac_piece({ player: people.name(seat), who: people.who(seat), length, number, span: spanText(from, to) });

/** `3 pieces × 2 × 4 (both counters) = 24 points` [I12]. */
export function worthText(view: IsaacView, piece: PieceView): string {
  const worth = removalWorth(view, piece.slot);
  return worth === null ? '' : formulaText(worth);
}

export const wouldScoreText = (worth: RemovalWorth): string =>
  worth.n === 0 ? m.isaac_would_score_none() : m.isaac_would_score({ worth: formulaText(worth) });

function formulaText({ n, number, multiplier, worth }: RemovalWorth): string {
  const counters = multiplier === 4 ? m.isaac_both_counters() : multiplier === 2 ? m.isaac_one_counter() : '';
  return m.isaac_worth({ n, number, counters, points: worth });
}

/** `3 × 6 × 2`: without words, and without a factor of 1 for no counter. */
export const productText = ({ n, number, multiplier }: RemovalWorth): string =>
  [n, number, ...(multiplier > 1 ? [multiplier] : [])].join(' × ');

/** A placement or a removal; the way of the counter after it is on the board. */
export function played([move = ADVANCE]: readonly Move[], _: IsaacView, by: string): string | null {
  if (move >= ADVANCE) return null;
  const slot = move < REMOVAL ? move : move - REMOVAL;
  const inputs = { by, length: slotOf(slot).length, at: formatSlot(slot) };
  return move < REMOVAL ? m.played_lays(inputs) : m.played_takes(inputs);
}
