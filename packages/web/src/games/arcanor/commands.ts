import { type ArcanorView, originOf, refusalFrom, refusalTo, targetOf } from '@tablier/games/arcanor';
import type { GameCommands } from '../position-texts.ts';
import { cellOfTarget, type Held, topAt, withStart } from './held.ts';
import { reasonText } from './words.ts';

export const commands: GameCommands<ArcanorView, Held> = {
  owns: ({ view }, target, seat) => topAt(view, cellOfTarget(target))?.owner === seat,
  whyNot({ view }, move) {
    const refusal = refusalFrom(view, originOf(move)) ?? refusalTo(view, originOf(move), targetOf(move));
    return refusal === null ? null : reasonText(refusal);
  },
  known: (state) => withStart(state).view,
};
