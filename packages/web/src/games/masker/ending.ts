import type { Setup } from '@tablier/core';
import { COLOUR_LETTERS, type MaskerView, seatsOf, tokensOf } from '@tablier/games/masker';
import type { EndLine } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import { smallCross } from './crosses.ts';
import { colourName, colourNames, outWords } from './words.ts';

/** Which seats had which colours, and when and by whom seats were put out; also for a game that ended by resignation. */
export function explain(view: MaskerView, setup: Setup, people: People): EndLine[] {
  const tokens = tokensOf(setup);
  const lines = tokens.map((colour, side): EndLine => {
    const seats = seatsOf(setup.players, side);
    const exit = view.eliminations.find((elimination) => elimination.colour === colour);
    const fate = exit === undefined ? m.masker_stayed({ count: view.inPlay[colour] }) : outWords(exit, people);
    return {
      text: m.masker_end_side({ names: people.titles(seats), colour: colourName(colour), fate }),
      piece: smallCross(colour),
    };
  });
  const unowned = COLOUR_LETTERS.filter((letter) => !tokens.includes(letter));
  return [...lines, { text: m.masker_unowned({ colours: colourNames(unowned) }) }];
}
