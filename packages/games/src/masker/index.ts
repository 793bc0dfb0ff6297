import { defineGame } from '@tablier/core';
import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { deals, type MaskerDeal } from './deal.ts';
import { facts } from './facts.ts';
import { formatMove } from './notation.ts';
import { type MaskerOptions, seatsOf, sideOf } from './options.ts';
import type { MaskerKnowledge } from './past.ts';
import { type MaskerPosition, MOVE_SPACE, startOf } from './position.ts';
import { secrets } from './secrets.ts';
import { CELLS } from './tables.ts';
import { choicesOf, type MaskerView, viewOf, withoutCrosses } from './view.ts';

export { type MaskerDeal, tokensOf } from './deal.ts';
export { formatCell, giftOf, isCapture } from './notation.ts';
export { type MaskerOptions, seatsOf, sideCount, sideOf } from './options.ts';
export { GIVE, type MaskerPosition, STOP, TURN_CAPTURES } from './position.ts';
export { type CapturePreview, previewCapture, stackAt } from './preview.ts';
export { possibleColours } from './secrets.ts';
export { COLOUR_LETTERS, type ColourLetter } from './tables.ts';
export type { CaptureView, EliminationView, GiftView, MaskerView, SeatView, StackView } from './view.ts';

/** Masker, by the rules in `rules.md`. */
export const masker: CatalogueGame<MaskerPosition, MaskerView, MaskerKnowledge> = {
  ...defineGame<MaskerOptions, MaskerDeal, MaskerPosition, MaskerView, MaskerKnowledge>({
    ...facts,
    maxMoves: CELLS,
    moveSpace: MOVE_SPACE,
    start: startOf,
    formatMove,
    view: viewOf,
    puzzleView: withoutCrosses,
    choices: choicesOf,
    deals,
    secrets,
    partners: (players, seat) => seatsOf(players, sideOf(players, seat)),
  }),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which the page finds the game of this folder. */
export { masker as game };
