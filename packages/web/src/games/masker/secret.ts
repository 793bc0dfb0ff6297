import { type MaskerView, seatsOf, sideOf } from '@tablier/games/masker';
import type { Secret } from '../../board/board-module.ts';
import { smallCross } from './crosses.ts';
import { colourName, toneOf } from './words.ts';

/** The colour of the viewer's side [M3], until it is announced. */
export function secret(view: MaskerView): Secret | null {
  const { seat, players, inPlay } = view;
  const own = seat === null ? undefined : view.seats[seat];
  if (seat === null || own === undefined || own.colour === null || own.out) return null;
  return {
    name: colourName(own.colour),
    piece: smallCross(own.colour),
    paint: toneOf(own.colour),
    left: inPlay[own.colour],
    with: seatsOf(players, sideOf(players, seat)).filter((other) => other !== seat),
  };
}

export const cover = (view: MaskerView): MaskerView =>
  view.outcome === null
    ? { ...view, seats: view.seats.map((each) => (each.out ? each : { ...each, colour: null })) }
    : view;
