import type { Seat, Viewer } from '@tablier/core';
import { type MaskerView, seatsOf, sideOf } from '@tablier/games/masker';
import type { SeatCard } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';
import { pilePicture, smallCross } from './crosses.ts';
import type { MaskerState } from './held.ts';
import { colourList, colourName, givenWords, outWords } from './words.ts';

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
