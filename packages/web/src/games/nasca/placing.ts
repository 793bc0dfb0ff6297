import type { Move, Seat } from '@tablier/core';
import {
  cellsOf,
  COLUMNS,
  explainPlacement,
  formatCell,
  formatMove,
  LENGTHS,
  type NascaExplanation,
  type NascaOwner,
  type NascaRefusal,
  type NascaView,
  parsePlacement,
  piecesLeft,
} from '@tablier/games/nasca';
import {
  type BarPlayer,
  firstCell,
  fittedBar,
  handNote,
  type HeldBar,
  NO_BAR,
  rackItems,
  roomMarks,
  turnedBar,
} from '../../board/bars.ts';
import type { BoardNote, BoardState, TrayGroup } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { lifted, type Mark, markOver, type Solid } from '../../board/scene/scene.ts';
import { cellCentre, CELLS, FRAME, pieceSolid, toneOf, topBox, turned } from './geometry.ts';
import { explainText, isFresh } from './words.ts';

export interface Placer extends BarPlayer {
  readonly view: NascaView;
  readonly owner: NascaOwner;
  readonly pointed: string | null;
  readonly bottom: Seat;
}

export const placerOf = (
  state: BoardState<NascaView, HeldBar>,
  owner: NascaOwner,
  choices: readonly Move[],
): Placer => ({
  ...state,
  ...{ owner, choices, lengths: LENGTHS, cells: CELLS },
  moveOver: (bar, cell) => placementOver(bar, bar.length, cell, state.bottom),
});

export interface Ghost {
  readonly move: Move;
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
    cells: cellsOf(move),
    legal: choices.includes(move),
    explanation: explainPlacement(view, move, owner),
  };
}

export function ghostSolids({ view, owner, bottom }: Placer, ghost: Ghost | null): Solid[] {
  if (ghost === null || !ghost.legal) return [];
  const { cells, explanation } = ghost;
  const solid = pieceSolid({ id: 'ghost', owner, cells, level: explanation.level }, view.heights, bottom);
  return [{ ...solid, look: 'ghost' }];
}

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

export const placingMarks = (placer: Placer, ghost: Ghost | null): Mark[] => [
  ...roomMarks(placer, ghost?.cells ?? [], (cell) => topOf(placer.view, cell, placer.bottom)),
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
  return { id: `hand-${owner}`, title, items: rackItems(held, items, { active, turns }) };
}

function handItem({ view, owner, choices }: Placer, length: number, active: boolean) {
  const count = piecesLeft(view, owner, length);
  return {
    id: `length${length}`,
    name: m.nasca_in_hand({ length, count }),
    piece: {
      id: `hand-${owner}-${length}`,
      shape: 'nasca/beam' as const,
      tone: toneOf(owner),
      ...{ x: 0, y: 0, width: length, depth: 1 },
    },
    count,
    enabled: active && choices.some((move) => cellsOf(move).length === length),
  };
}

export function pickPiece<H extends HeldBar>(held: H, item: string): H {
  const length = Number(item.slice('length'.length));
  return { ...held, length: held.length === length ? null : length };
}

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

/** When a round has just begun, the previous one is shown until the user goes on; in a review, until the next move. */
export function keepHeld(state: BoardState<NascaView, Held>): Held {
  const { held, view, viewer, choices } = state;
  const owned = view.turn >= 0 ? keepPiece(held, view, view.turn) : { ...held, length: null };
  const kept = choices.length === 0 ? owned : fittedBar(placerOf(state, view.turn, choices), owned);
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
