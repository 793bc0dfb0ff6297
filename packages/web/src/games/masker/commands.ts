import { formatCell, isCapture, type MaskerView, stackAt } from '@tablier/games/masker';
import { m } from '../../paraglide/messages.js';
import type { GameCommands } from '../position-texts.ts';
import { notes, pressCell } from './board.ts';
import { type Held, NOTHING_HELD, ownColour } from './held.ts';

export const commands: GameCommands<MaskerView, Held> = {
  // No one owns a cross; a player cares for those of the own colour. Others at the same device might see the focus.
  owns: (state, target, seat) =>
    !state.shared && state.viewer === seat && stackAt(state.view, target).at(-1) === ownColour(state),
  whyNot: ({ view }, move) => (isCapture(move) && stackAt(view, formatCell(move)) !== '' ? m.masker_too_far() : null),
  doubt(state, move) {
    const cell = formatCell(move);
    const asked = { ...state, held: NOTHING_HELD, pointed: cell, touch: false };
    if (!isCapture(move) || pressCell(asked, cell).move !== undefined) return null;
    return notes(asked)
      .flatMap(({ kind, text }) => (kind === 'reason' ? [text] : []))
      .join(' ');
  },
};
