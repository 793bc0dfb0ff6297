import type { Move, Seat } from '@tablier/core';
import {
  cellsOf,
  explainPlacement,
  formatMove,
  type NascaExplanation,
  type NascaOwner,
  type NascaRefusal,
  type NascaView,
  piecesLeft,
} from '@tablier/games/nasca';
import { type BarPlayer, handNote, type HeldBar, roomMarks, turnItem } from '../../board/bars.ts';
import type { BoardNote, BoardState, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { markOver } from '../../board/scene/grid.ts';
import { lifted, type Mark, type Solid } from '../../board/scene/scene.ts';
import { cellCentre, CELLS, pieceSolid, toneOf, topBox } from './geometry.ts';
import { placementOver } from './held.ts';
import { explainText } from './words.ts';

/** The lengths of the pieces of a player, longest first. */
const LENGTHS = [5, 4, 3, 2];

export interface Placer extends BarPlayer {
  readonly view: NascaView;
  readonly owner: NascaOwner;
  readonly pointed: string | null;
  readonly bottom: Seat;
}

/** A player with a piece in hand, or the user of the landscape editor. */
export const placerOf = (
  { view, held, pointed, touch, tried, bottom }: BoardState<NascaView, HeldBar>,
  owner: NascaOwner,
  choices: readonly Move[],
): Placer => ({
  ...{ view, owner, choices, held, pointed, touch, tried, bottom },
  lengths: LENGTHS,
  moveOver: (bar, cell) => placementOver(bar, bar.length, cell, bottom),
});

export interface Ghost {
  readonly move: Move;
  readonly length: number;
  readonly cells: readonly number[];
  readonly legal: boolean;
  readonly explanation: NascaExplanation;
}

/** The cell of a target `cell42`; `null` for any other. */
export function cellOf(target: string | null): number | null {
  const digits = /^cell(\d+)$/.exec(target ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

export function ghostOf(placer: Placer): Ghost | null {
  const { held, pointed, choices, view, owner } = placer;
  const cell = cellOf(pointed);
  if (cell === null || held.length === null || choices.length === 0) return null;
  const move = placementOver(held, held.length, cell, placer.bottom);
  return {
    move,
    length: held.length,
    cells: cellsOf(move),
    legal: choices.includes(move),
    explanation: explainPlacement(view, move, owner),
  };
}

export function ghostSolids({ view, owner, bottom }: Placer, ghost: Ghost | null): Solid[] {
  if (ghost === null || !ghost.legal) return [];
  const { length, cells, explanation } = ghost;
  const solid = pieceSolid({ id: 'ghost', owner, length, cells, level: explanation.level }, view.heights, bottom);
  return [{ ...solid, look: 'ghost' }];
}

/** An illegal place: the outline above all pieces, and the obstacles. */
function refusedMarks({ view, bottom }: Placer, ghost: Ghost | null): Mark[] {
  if (ghost === null || ghost.legal) return [];
  const { cells, explanation } = ghost;
  const blocked = explanation.obstacles.map((cell) =>
    markOver(`in${cell}`, 'cell', 'warn', { ...topOf(view, cell, bottom), width: 0.86, depth: 0.86 }),
  );
  return [...blocked, markOver('refused', 'outline', 'warn', topBox({ ...explanation, cells }, bottom))];
}

const topOf = (view: NascaView, cell: number, bottom: Seat) =>
  lifted(cellCentre(cell, bottom), view.heights[cell] as number);

/** Where the middle of the piece in hand may go, and why it may not go under the pointer. */
export const placingMarks = (placer: Placer, ghost: Ghost | null): Mark[] => [
  ...roomMarks(placer, CELLS, (cell) => topOf(placer.view, cell, placer.bottom)),
  ...refusedMarks(placer, ghost),
];

/** The refusals about the support of a piece; the others are about its way there. */
const ABOUT_SUPPORTS: readonly (NascaRefusal | null)[] = [null, 'rests-twice', 'enemy-only', 'enemy-and-neutral'];

export function supportMarks({ view, bottom }: Placer, ghost: Ghost | null): Mark[] {
  if (ghost === null || !ABOUT_SUPPORTS.includes(ghost.explanation.refusal)) return [];
  const ids = ghost.explanation.restsOn;
  return view.pieces
    .filter(({ id }) => ids.includes(id))
    .map((piece) => {
      const box = topBox(piece, bottom);
      return markOver(`on${piece.id}`, 'outline', 'count', {
        ...box,
        width: box.width - 0.12,
        depth: box.depth - 0.12,
      });
    });
}

/** What to do, the effect of the placement, or why it is illegal. */
export function placingNotes(placer: Placer, ghost: Ghost | null): BoardNote[] {
  if (placer.choices.length === 0) return [];
  if (ghost === null) return [handNote(placer, cellOf(placer.pointed), m.nasca_choose_piece())];
  const at = formatMove(ghost.move);
  const text = explainText(placer, ghost);
  if (ghost.legal) {
    const next: BoardNote[] = placer.touch ? [{ kind: 'hint', text: m.board_tap_again() }] : [];
    return [{ kind: 'preview', text: m.nasca_would_lie({ at, text }) }, ...next];
  }
  return [{ kind: 'reason', text: m.nasca_would_not_lie({ at, text }) }];
}

/** The pieces that are not on the board yet, longest first; `turns` adds the button that turns them. */
export function handGroup(
  placer: Placer,
  title: string,
  { active, turns = active }: { readonly active: boolean; readonly turns?: boolean },
): TrayGroup {
  const { view, owner, held } = placer;
  // A used piece keeps its place in the rack.
  const lengths =
    owner === 'neutral' ? [5, 4, 3, 2, 1].filter((length) => piecesLeft(view, owner, length) > 0) : LENGTHS;
  const items = lengths.map((length) => handItem(placer, length, active));
  return { id: `hand-${owner}`, title, items: turns ? [...items, turnItem(active && held.length !== null)] : items };
}

function handItem({ view, owner, choices, held }: Placer, length: number, active: boolean): TrayItem {
  const count = piecesLeft(view, owner, length);
  const item: TrayItem = {
    id: `length${length}`,
    name: m.nasca_in_hand({ length, count }),
    piece: {
      id: `hand-${owner}-${length}`,
      shape: 'nasca/beam',
      tone: toneOf(owner),
      x: 0,
      y: 0,
      width: length,
      depth: 1,
    },
    count,
    enabled: active && choices.some((move) => cellsOf(move).length === length),
  };
  return active ? { ...item, chosen: held.length === length, key: String(length) } : item;
}

/** The result of a button of the hand: the piece taken or put back. */
export function pickPiece<H extends HeldBar>(held: H, item: string): H {
  const length = Number(item.slice('length'.length));
  return { ...held, length: held.length === length ? null : length };
}
