import type { Seat, Setup, Viewer } from '@tablier/core';
import { COLOUR_LETTERS, type MaskerView, seatsOf, sideOf, tokensOf } from '@tablier/games/masker';
import type { EndLine, SeatCard } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import { pilePicture, smallCross } from './crosses.ts';
import type { MaskerState } from './held.ts';
import { colourList, colourName, colourNames, givenWords, outWords } from './words.ts';

/** What lies before the seats, in their order [M11]. */
export function cards({ view, viewer, people }: MaskerState): { title: string; cards: SeatCard[] } {
  return {
    title: m.masker_piles({ full: view.fullPile }),
    cards: view.seats.map((_, seat) => cardOf(view, seat, viewer, people)),
  };
}

function cardOf(view: MaskerView, seat: Seat, viewer: Viewer, people: People): SeatCard {
  const { pile = 0, crosses = '', out = false, colour = null } = view.seats[seat] ?? {};
  const card: SeatCard = {
    seat,
    name: people.title(seat),
    pile: pilePicture(crosses, view.fullPile),
    contents: crosses === '' ? null : m.masker_kept({ colours: colourList(crosses.split('')) }),
    count: m.masker_count({ count: pile, full: view.fullPile }),
    lines: [...linesOf(view, seat, people), ...(viewer === 'open' ? colourLine(view, seat) : [])],
    active: view.turn === seat,
  };
  // During play a secret lies face down [M3].
  const isShown = colour !== null && (viewer === 'open' || out || view.outcome !== null);
  return isShown ? { ...card, piece: smallCross(colour) } : card;
}

function linesOf(view: MaskerView, seat: Seat, people: People): string[] {
  const { out = false, full = false, owes = 0, colour = null } = view.seats[seat] ?? {};
  const exit = view.eliminations.find(({ seats }) => seats.includes(seat));
  const first = view.eliminations[0];
  const given = exit === undefined ? null : givenWords(exit, people);
  return [
    ...(view.players === 4 ? [m.masker_team({ names: people.titles(seatsOf(4, sideOf(4, seat))) })] : []),
    ...(exit === undefined ? [] : [outWords(exit, people)]),
    ...(given === null ? [] : [given]),
    ...(full && !out && view.outcome === null ? [m.masker_full()] : []),
    ...(owes > 0 && first !== undefined ? [m.masker_owes({ count: owes, player: people.names(first.seats) })] : []),
    ...(view.outcome !== null && !out && colour !== null ? [m.masker_last_in({ colour: colourName(colour) })] : []),
  ];
}

/** The colour in words, if no other line names it. */
function colourLine(view: MaskerView, seat: Seat): string[] {
  const { colour = null, out = false } = view.seats[seat] ?? {};
  return colour === null || out || view.outcome !== null ? [] : [m.masker_card_colour({ colour: colourName(colour) })];
}

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
