import { cellsOf, explainPlacement, formatMove, type NascaView } from '@tablier/games/nasca';
import { m } from '../../paraglide/messages.js';
import type { GameCommands } from '../position-texts.ts';
import { cellOf, type Held, placerOf } from './placing.ts';
import { explainText } from './words.ts';

export const commands: GameCommands<NascaView, Held> = {
  owns: ({ view: { tops, pieces } }, target, seat) => pieces[tops[cellOf(target) ?? -1] ?? -1]?.owner === seat,
  whyNot(state, move) {
    const { view, choices } = state;
    const explanation = explainPlacement(view, move, view.turn);
    const cells = cellsOf(move);
    const ghost = { move, length: cells.length, cells, legal: false, explanation };
    return m.nasca_would_not_lie({
      at: formatMove(move),
      text: explainText(placerOf(state, view.turn, choices), ghost),
    });
  },
};
