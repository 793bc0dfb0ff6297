import { type IsaacView, REMOVAL, slotOf } from '@tablier/games/isaac';
import type { HeldBar } from '../../board/bars.ts';
import { m } from '../../paraglide/messages.js';
import type { GameCommands } from '../position-texts.ts';
import { barred } from './scoring.ts';
import { spanText } from './words.ts';

export const commands: GameCommands<IsaacView, HeldBar> = {
  owns: ({ view }, target, seat) =>
    view.pieces.some(
      ({ id, slot, seat: owner }) =>
        owner === seat &&
        (target === `piece${id}` || slotOf(slot).cells.includes(/^\d\d$/.test(target) ? Number(target) : -1)),
    ),
  whyNot(state, move) {
    const slot = move < REMOVAL ? move : move - REMOVAL;
    const { view } = state;
    if (view.phase === 'placing' && move < REMOVAL) {
      const { from, to } = slotOf(slot);
      return m.isaac_no_room({ span: spanText(from, to) });
    }
    const piece = view.pieces.find((candidate) => candidate.slot === slot);
    return piece === undefined ? null : barred(state, piece);
  },
};
