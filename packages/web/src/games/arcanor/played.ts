import type { Move } from '@tablier/core';
import { type ArcanorView, CAPTURE, formatCell, kindOf, originOf, SLIDE, targetOf } from '@tablier/games/arcanor';
import type { Played } from '../../board/played.ts';

/** A move, as far as everyone sees it. A piece takes those exactly one size smaller, whose number is one higher [A9]. */
export function played([move = 0]: readonly Move[], { cells }: ArcanorView): Played | null {
  const size = cells[targetOf(move)]?.size;
  if (size === undefined) return null;
  const inputs = { size, from: formatCell(originOf(move)), to: formatCell(targetOf(move)) };
  const kind = kindOf(move);
  if (kind === CAPTURE) return { key: 'played_captures', inputs: { ...inputs, size: size + 1 } };
  return { key: kind === SLIDE ? 'played_slides' : 'played_frees', inputs };
}
