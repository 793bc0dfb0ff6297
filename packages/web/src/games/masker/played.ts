import type { Move } from '@tablier/core';
import { isCapture, type MaskerView } from '@tablier/games/masker';
import type { Played } from '../../board/played.ts';
import { colourList } from './words.ts';

/** The colours that the last moves of a turn captured. A turn without a capture has only its notation. */
export function played(moves: readonly Move[], { lastTurn, captures }: MaskerView): Played | null {
  const count = moves.filter(isCapture).length;
  const all = captures.length > 0 ? captures : (lastTurn?.captures ?? []);
  const made = count === 0 ? [] : all.slice(-count);
  return made.length === 0
    ? null
    : { key: 'played_crosses', inputs: { crosses: colourList(made.map(({ cross }) => cross)) } };
}
