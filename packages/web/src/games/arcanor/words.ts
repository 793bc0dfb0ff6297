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
import { m } from '../../paraglide/messages.js';
import type { People } from '../../lib/people.ts';

const seatName = (seat: Seat): string => (seat === 0 ? m.seat_light() : m.seat_dark());

export const pieceName = ({ owner, size }: Piece): string => m.arcanor_piece({ player: seatName(owner), size });

/** The visible part of a stack: `Light 1, holding Dark 2, Light 3`. */
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

/** `Light, row 7: 4 on b7, 3 on e7`, or that there is nothing. */
export function tallyText({ cells, points }: ArcanorView, seat: Seat, people: People): string {
  const row = goalRowOf(seat);
  const parts = cells.flatMap((top, cell) =>
    top?.isHome === true && top.owner === seat && rowOf(cell) === row
      ? [m.arcanor_scores_on({ points: top.size, cell: formatCell(cell) })]
      : [],
  );
  const inputs = { player: people.title(seat), row: row + 1, points: points[seat] ?? 0 };
  return parts.length === 0 ? m.arcanor_tally_none(inputs) : m.arcanor_tally({ ...inputs, parts: parts.join(', ') });
}
