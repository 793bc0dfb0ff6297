import type { Move, Seat, Viewer } from '@tablier/core';
import {
  cellsOf,
  COLUMNS,
  formatCell,
  type NascaOwner,
  type NascaView,
  parsePlacement,
  piecesLeft,
} from '@tablier/games/nasca';
import { firstCell, fittedBar, type HeldBar, NO_BAR, turnedBar } from '../../board/bars.ts';
import { FRAME, turned } from './geometry.ts';

/** What the board keeps between moves. */
export interface Held extends HeldBar {
  /** The round on the screen the last time; `null` before the first. */
  readonly seen: number | null;
  /** The earlier round on the screen, counted from 0; `null` for the current one. */
  readonly past: number | null;
}

export const NOTHING_HELD: Held = { ...NO_BAR, seen: null, past: null };

/** How a piece in hand is carried, turned and put back, on the board of the game and on that of a landscape. */
export const pieceInput = {
  touchPointsFirst: true,
  turn: <H extends HeldBar>({ held }: { readonly held: H }): H => turnedBar(held),
  carries: ({ length }: HeldBar): boolean => length !== null,
  putBack: <H extends HeldBar>(held: H): H => ({ ...held, length: null }),
};

/** The placement of a piece whose middle is over `cell`, moved back onto the board if it would extend beyond it. */
export function placementOver({ across }: HeldBar, length: number, cell: number, bottom: Seat): number {
  const first = firstCell(FRAME.grid, { length, across }, turned(cell, bottom));
  const ends = [first, first + (length - 1) * (across ? 1 : COLUMNS)].map((end) => turned(end, bottom));
  const texts = [...new Set(ends)].sort((one, other) => one - other).map(formatCell);
  return parsePlacement(texts.join('-')) as number;
}

/** A piece stays in hand from turn to turn as long as there is another of its kind. */
export function keepPiece<H extends HeldBar>(held: H, view: NascaView, owner: NascaOwner): H {
  return held.length !== null && piecesLeft(view, owner, held.length) > 0 ? held : { ...held, length: null };
}

/** The piece in hand, turned if it only fits that way; none if it fits nowhere. */
export const fitted = <H extends HeldBar>(held: H, choices: readonly Move[]): H =>
  fittedBar(
    held,
    new Set(
      choices
        .map((move) => cellsOf(move))
        .filter(({ length }) => length === held.length)
        .map(([first = 0, second = 0]) => second - first === 1),
    ),
  );

export const isFresh = ({ pieces }: NascaView): boolean => pieces.every(({ owner }) => owner === 'neutral');

/** A position and who sees it. `choices`: the moves of the user; empty at the turn of others. */
interface Seen {
  readonly view: NascaView;
  readonly viewer: Viewer;
  readonly choices: readonly Move[];
}

/** When a round has just begun, the previous one is shown until the user goes on; in a review, until the next move. */
export function keepHeld(held: Held, { view, viewer, choices }: Seen): Held {
  const owned = view.turn >= 0 ? keepPiece(held, view, view.turn) : { ...held, length: null };
  const kept = choices.length === 0 ? owned : fitted(owned, choices);
  const isNew = viewer === 'open' ? view.round > 1 : held.seen !== null && view.round > held.seen;
  const begins = isNew && isFresh(view);
  const isWatching = typeof viewer !== 'number';
  const past = begins
    ? view.round - 2
    : isWatching || held.past === null || held.past >= view.earlier.length
      ? null
      : held.past;
  return { ...kept, seen: view.round, past };
}
