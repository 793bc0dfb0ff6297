import type { Move } from '@tablier/core';
import { ADVANCE, MOVE_SPACE, REMOVAL } from './position.ts';
import { slotOf } from './slots.ts';

const formatCell = (cell: number): string => String(cell).padStart(2, '0');

/** The end cells of a slot, smaller first: `00-02`. */
export function formatSlot(number: number): string {
  const { from, to } = slotOf(number);
  return `${formatCell(from)}-${formatCell(to)}`;
}

function textOf(move: Move): string {
  if (move < REMOVAL) return formatSlot(move);
  return move < ADVANCE ? `x${formatSlot(move - REMOVAL)}` : `+${move - ADVANCE}`;
}

const TEXTS: readonly string[] = Array.from({ length: MOVE_SPACE }, (_, move) => textOf(move));

/** `00-02`, `x00-02`, `+7`. */
export function formatMove(move: Move): string {
  const text = TEXTS[move];
  if (text === undefined) throw new RangeError(`no move ${move}`);
  return text;
}
