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
import type { BoardNote, TrayGroup, TrayItem } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { lifted, type Mark, ROOM, type Solid } from '../../board/scene/scene.ts';
import { cellCentre, CELLS, pieceSolid, toneOf, topBox } from './geometry.ts';
import { type HeldPiece, placementOver } from './held.ts';
import { explainText } from './words.ts';

/** The lengths of the pieces of a player, longest first. */
const LENGTHS = [5, 4, 3, 2];

export interface Placer {
  readonly view: NascaView;
  readonly owner: NascaOwner;
  readonly choices: readonly Move[];
  readonly held: HeldPiece;
  readonly pointed: string | null;
  readonly touch: boolean;
  readonly tried: boolean;
  readonly bottom: Seat;
}

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

export const moveOver = ({ held, bottom }: Placer, length: number, cell: number): Move =>
  placementOver(held, length, cell, bottom);

export function ghostOf(placer: Placer): Ghost | null {
  const { held, pointed, choices, view, owner } = placer;
  const cell = cellOf(pointed);
  if (cell === null || held.length === null || choices.length === 0) return null;
  const move = moveOver(placer, held.length, cell);
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
  const blocked = explanation.obstacles.map((cell): Mark => {
    const at = lifted(cellCentre(cell, bottom), view.heights[cell] as number);
    return { id: `in${cell}`, kind: 'cell', role: 'warn', over: true, ...at, width: 0.86, depth: 0.86 };
  });
  return [
    ...blocked,
    { id: 'refused', kind: 'outline', role: 'warn', over: true, ...topBox({ ...explanation, cells }, bottom) },
  ];
}

/** Where the middle of the piece in hand may go, and why it may not go under the pointer. */
export function placingMarks(placer: Placer, ghost: Ghost | null): Mark[] {
  const { held, choices, view, bottom } = placer;
  const { length } = held;
  if (length === null || choices.length === 0) return [];
  const places = Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) =>
    choices.includes(moveOver(placer, length, cell)),
  );
  const at = (cell: number) => lifted(cellCentre(cell, bottom), view.heights[cell] as number);
  const dots = places.map((cell): Mark => ({
    id: `to${cell}`,
    kind: 'dot',
    role: 'room',
    over: true,
    ...at(cell),
    width: ROOM,
    depth: ROOM,
  }));
  return [...dots, ...refusedMarks(placer, ghost)];
}

/** The refusals about the support of a piece; the others are about its way there. */
const ABOUT_SUPPORTS: readonly (NascaRefusal | null)[] = [null, 'rests-twice', 'enemy-only', 'enemy-and-neutral'];

export function supportMarks({ view, bottom }: Placer, ghost: Ghost | null): Mark[] {
  if (ghost === null || !ABOUT_SUPPORTS.includes(ghost.explanation.refusal)) return [];
  const ids = ghost.explanation.restsOn;
  return view.pieces
    .filter(({ id }) => ids.includes(id))
    .map((piece): Mark => {
      const box = topBox(piece, bottom);
      return {
        id: `on${piece.id}`,
        kind: 'outline',
        role: 'count',
        over: true,
        ...box,
        width: box.width - 0.12,
        depth: box.depth - 0.12,
      };
    });
}

/** The longest piece that can lie over `cell`, turned only if it must be; `null` if none can or one is in hand. */
export function fittingPiece(placer: Placer, cell: number): HeldPiece | null {
  const { held, choices } = placer;
  if (held.length !== null) return null;
  for (const length of LENGTHS) {
    for (const across of [held.across, !held.across]) {
      const piece = { length, across };
      if (choices.includes(moveOver({ ...placer, held: piece }, length, cell))) return piece;
    }
  }
  return null;
}

/** Whether the piece in hand can lie over a cell; with an empty hand, whether any piece can. */
export const canPress = (placer: Placer, cell: number): boolean =>
  placer.held.length === null
    ? fittingPiece(placer, cell) !== null
    : placer.choices.includes(moveOver(placer, placer.held.length, cell));

/** A press where nothing fits gets a reason; a mouse that passes there does not. */
function emptyHandNote(placer: Placer): BoardNote {
  const cell = cellOf(placer.pointed);
  return placer.tried && cell !== null && !canPress(placer, cell)
    ? { kind: 'reason', text: m.board_nothing_fits() }
    : { kind: 'hint', text: m.nasca_choose_piece() };
}

/** What to do, the effect of the placement, or why it is illegal. */
export function placingNotes(placer: Placer, ghost: Ghost | null): BoardNote[] {
  if (placer.choices.length === 0) return [];
  if (placer.held.length === null) return [emptyHandNote(placer)];
  if (ghost === null)
    return [{ kind: 'hint', text: placer.touch ? m.board_choose_place_touch() : m.board_choose_place() }];
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
  const turn: TrayItem = {
    id: 'turn',
    name: m.board_turn(),
    label: m.board_turn_short(),
    icon: 'rotate',
    key: 'R',
    enabled: active && held.length !== null,
  };
  const items = lengths.map((length) => handItem(placer, length, active));
  return { id: `hand-${owner}`, title, items: turns ? [...items, turn] : items };
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

/** The result of a button of the hand: the piece taken, put back or turned. */
export function pickPiece<H extends HeldPiece>(held: H, item: string): H {
  const length = Number(item.slice('length'.length));
  return { ...held, length: held.length === length ? null : length };
}
