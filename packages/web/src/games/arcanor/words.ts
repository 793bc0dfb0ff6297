import type { Seat } from '@tablier/core';
import {
  type ArcanorCell,
  type ArcanorView,
  formatCell,
  goalRowOf,
  type Piece,
  type Refusal,
  rowOf,
} from '@tablier/games/arcanor';
import type { PlayedTurn } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';

const seatName = (seat: Seat): string => (seat === 0 ? m.seat_light() : m.seat_dark());

export const pieceName = ({ owner, size }: Piece): string => m.arcanor_piece({ player: seatName(owner), size });

export function stackName(top: ArcanorCell | null): string {
  if (top === null) return m.arcanor_empty();
  const contents = (top.contents ?? []).map(pieceName).join(', ');
  const name = contents === '' ? pieceName(top) : m.arcanor_holding({ piece: pieceName(top), contents });
  return top.isHome ? m.arcanor_home({ piece: name, points: top.size }) : name;
}

/** `a1: Light 1`. */
export const cellName = (view: ArcanorView, cell: number): string =>
  m.arcanor_cell({ cell: formatCell(cell), content: stackName(view.cells[cell] ?? null) });

const REASONS: Readonly<Record<Refusal, () => string>> = {
  empty: m.arcanor_why_empty,
  enemy: m.arcanor_why_enemy,
  home: m.arcanor_why_home,
  shut: m.arcanor_why_shut,
  far: m.arcanor_why_far,
  own: m.arcanor_why_own,
  size: m.arcanor_why_size,
};

export const reasonText = (refusal: Refusal): string => REASONS[refusal]();

/** Which pieces of a seat have come home for good: `4 on b7`; `null` if none has. */
export function arrivedText({ before, after }: PlayedTurn<ArcanorView>, seat: Seat): string | null {
  const parts = after.cells.flatMap((top, cell) =>
    top?.isHome === true && top.owner === seat && rowOf(cell) === goalRowOf(seat) && !isHomeAt(before, cell)
      ? [m.arcanor_scores_on({ points: top.size, cell: formatCell(cell) })]
      : [],
  );
  return parts.length === 0 ? null : parts.join(' + ');
}

const isHomeAt = ({ cells }: ArcanorView, cell: number): boolean => cells[cell]?.isHome === true;
