import type { Move, Seat } from '@tablier/core';
import {
  type ArcanorCell,
  type ArcanorView,
  CAPTURE,
  formatCell,
  goalRowOf,
  kindOf,
  originOf,
  type Piece,
  type Refusal,
  rowOf,
  SLIDE,
  targetOf,
} from '@tablier/games/arcanor';
import type { PlayedTurn } from '../../board/board-module.ts';
import type { Cue } from '../../board/sound/knocks.ts';
import type { People } from '../../lib/people.ts';
import type { ArcanorState } from './held.ts';
import { m } from '../../paraglide/messages.js';

export const pieceName = ({ owner, size }: Piece, people: People): string =>
  m.arcanor_piece({ player: people.name(owner), who: people.who(owner), size });

function stackName(top: ArcanorCell | null, people: People): string {
  if (top === null) return m.arcanor_empty();
  const contents = (top.contents ?? []).map((piece) => pieceName(piece, people)).join(', ');
  const piece = pieceName(top, people);
  const name = contents === '' ? piece : m.arcanor_holding({ piece, contents });
  return top.isHome ? m.arcanor_home({ piece: name, points: top.size }) : name;
}

export const cellName = ({ view, people }: ArcanorState, cell: number): string =>
  m.arcanor_cell({ cell: formatCell(cell), content: stackName(view.cells[cell] ?? null, people) });

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

/** A move changes two cells: the one that the top has left and the one where it is now. */
function changeOf(
  before: ArcanorView,
  after: ArcanorView,
): { origin?: number | undefined; target?: number | undefined } {
  const changed = [...before.cells.keys()].filter((cell) => topText(before, cell) !== topText(after, cell));
  const origin = changed.find((cell) => before.cells[cell]?.owner === before.turn);
  return { origin, target: changed.find((cell) => cell !== origin) };
}

/** The hollow sound is that of a lid: something stays behind. */
export function sounds(before: ArcanorView, after: ArcanorView): Cue[] {
  const { origin = -1, target = -1 } = changeOf(before, after);
  const length = 8 - 2 * (before.cells[origin]?.size ?? 2);
  if ((before.cells[target] ?? null) !== null) return [{ sound: 'take', length }];
  return (after.cells[origin] ?? null) === null ? [{ sound: 'place', length }] : [{ sound: 'bridge' }];
}

/** What a move has left behind, which may have been hidden. */
function leftBehind(before: ArcanorView, after: ArcanorView, people: People): string[] {
  const { origin = -1 } = changeOf(before, after);
  const left = after.cells[origin] ?? null;
  if (left === null || after.turnIndex !== before.turnIndex + 1) return [];
  const owner = { player: people.title(left.owner), who: people.who(left.owner) };
  return [m.arcanor_left({ ...owner, cell: formatCell(origin), size: left.size })];
}

function topText(view: ArcanorView, cell: number): string {
  const top = view.cells[cell] ?? null;
  return top === null ? '' : `${top.owner}${top.size}`;
}

export const announceEffects = (before: ArcanorView, after: ArcanorView, people: People): string[] => [
  ...leftBehind(before, after, people),
  ...after.points.flatMap((points, seat) =>
    points > (before.points[seat] ?? 0)
      ? [m.arcanor_scored({ player: people.title(seat), who: people.who(seat), points })]
      : [],
  ),
];

/** A move, as far as everyone sees it. A piece takes those exactly one size smaller, whose number is one higher [A9]. */
export function played([move = 0]: readonly Move[], { cells }: ArcanorView, by: string): string | null {
  const size = cells[targetOf(move)]?.size;
  if (size === undefined) return null;
  const inputs = { by, size, from: formatCell(originOf(move)), to: formatCell(targetOf(move)) };
  const kind = kindOf(move);
  if (kind === CAPTURE) return m.played_captures({ ...inputs, size: size + 1 });
  return kind === SLIDE ? m.played_slides(inputs) : m.played_frees(inputs);
}
