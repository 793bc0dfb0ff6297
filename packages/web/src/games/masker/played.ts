import type { MaskerView } from '@tablier/games/masker';
import type { Played } from '../../board/played.ts';
import { colourList } from './words.ts';

/** The colours that were captured in a turn. A turn without a capture has only its notation. */
export function played(_: unknown, { lastTurn, captures }: MaskerView): Played | null {
  const made = captures.length > 0 ? captures : (lastTurn?.captures ?? []);
  return made.length === 0
    ? null
    : { key: 'played_crosses', inputs: { crosses: colourList(made.map(({ cross }) => cross)) } };
}
