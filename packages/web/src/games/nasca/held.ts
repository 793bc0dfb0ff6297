import type { Seat, Viewer } from '@tablier/core';
import {
  COLUMNS,
  formatCell,
  type NascaOwner,
  type NascaView,
  parsePlacement,
  piecesLeft,
  ROWS,
} from '@tablier/games/nasca';
import { turned } from './geometry.ts';

/** The piece in the hand: its length, lying across or upright. */
export interface HeldPiece {
  readonly length: number | null;
  readonly across: boolean;
}

/** What the board keeps between moves. */
export interface Held extends HeldPiece {
  /** The round that was last seen; `null` before any. */
  readonly seen: number | null;
  /** The earlier round that is looked at, counted from 0; `null`: the present one. */
  readonly past: number | null;
}

export const NO_PIECE: HeldPiece = { length: null, across: true };
export const NOTHING: Held = { ...NO_PIECE, seen: null, past: null };

export const turnedPiece = <H extends HeldPiece>(held: H): H =>
  held.length === null ? held : { ...held, across: !held.across };

/** The placement of a piece whose middle is over `cell`, pushed back onto the board where it would hang over. */
export function placementOver({ across }: HeldPiece, length: number, cell: number, bottom: Seat): number {
  const seen = turned(cell, bottom);
  const row = Math.trunc(seen / COLUMNS);
  const column = seen % COLUMNS;
  const room = (across ? COLUMNS : ROWS) - length;
  const start = Math.min(Math.max(0, (across ? column : row) - Math.trunc((length - 1) / 2)), room);
  const first = across ? row * COLUMNS + start : start * COLUMNS + column;
  const ends = [first, first + (length - 1) * (across ? 1 : COLUMNS)].map((end) => turned(end, bottom));
  const texts = [...new Set(ends)].sort((one, other) => one - other).map(formatCell);
  return parsePlacement(texts.join('-')) as number;
}

/** A piece stays in the hand from turn to turn as long as there is another like it. */
export function keepPiece<H extends HeldPiece>(held: H, view: NascaView, owner: NascaOwner): H {
  return held.length !== null && piecesLeft(view, owner, held.length) > 0 ? held : { ...held, length: null };
}

/** Whether nobody has placed a piece in this round. */
export const isFresh = ({ pieces }: NascaView): boolean => pieces.every(({ owner }) => owner === 'neutral');

/** When a round has just begun, the one before is shown until one goes on: to the next move, where one looks back. */
export function keepHeld(held: Held, view: NascaView, viewer: Viewer): Held {
  const kept = view.turn >= 0 ? keepPiece(held, view, view.turn) : { ...held, length: null };
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
