import type { Move } from '@tablier/core';
import { ADVANCE, formatSlot, REMOVAL, slotOf } from '@tablier/games/isaac';
import type { Played } from '../../board/played.ts';

/** A placement or a removal; the way of the counter after it is on the board. */
export function played([move = ADVANCE]: readonly Move[]): Played | null {
  if (move >= ADVANCE) return null;
  const slot = move < REMOVAL ? move : move - REMOVAL;
  const inputs = { length: slotOf(slot).length, at: formatSlot(slot) };
  return { key: move < REMOVAL ? 'played_lays' : 'played_takes', inputs };
}
