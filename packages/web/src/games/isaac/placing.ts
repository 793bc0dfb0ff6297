import type { Move, Seat } from '@tablier/core';
import {
  allSlots,
  formatCell,
  LENGTHS,
  type IsaacView,
  NUMBERS,
  type PieceView,
  placementWorth,
  type RemovalWorth,
  SIZE,
  type Slot,
  slotOf,
} from '@tablier/games/isaac';
import {
  type BarPlayer,
  canLie,
  firstCell,
  fittedBar,
  fittingBar,
  handNote,
  type HeldBar,
  NO_BAR,
  roomMarks,
} from '../../board/bars.ts';
import type { BoardNote, Step, BoardState } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { type Box, type Chip, type Mark, markOver, type Solid, type Target } from '../../board/scene/scene.ts';
import { barSolid, cellBox, cellCentre, cellsInOrder, chipPlace, FRAME, lineBox, pieceBox } from './geometry.ts';
import { cellName, pieceName, spanText, wouldScoreText } from './words.ts';

export type IsaacState = BoardState<IsaacView, HeldBar>;

const MOVES = new Map(allSlots().map(({ from, to }, move) => [`${from} ${to}`, move]));

function moveOver(bar: { readonly length: number; readonly across: boolean }, cell: number): Move {
  const from = firstCell(FRAME.grid, bar, cell);
  return MOVES.get(`${from} ${from + (bar.length - 1) * (bar.across ? 1 : SIZE)}`) as number;
}

export const placerOf = (state: IsaacState): BarPlayer => ({
  ...state,
  ...{ lengths: LENGTHS, cells: SIZE * SIZE, moveOver },
});

export const inHand = (view: IsaacView, seat: Seat, length: number): number =>
  view.hands[seat]?.find((each) => each.length === length)?.count ?? 0;

/** The piece stays in hand from turn to turn as long as there is another of its kind, and, at one's turn, room for it. */
export function keepHeld(state: IsaacState): HeldBar {
  const { view, held } = state;
  const still =
    view.phase === 'placing' && held.length !== null && view.turn >= 0 && inHand(view, view.turn, held.length) > 0;
  if (!still) return NO_BAR;
  return state.choices.length === 0 ? held : fittedBar(placerOf(state), held);
}

export const pointedCell = ({ pointed }: IsaacState): number | null =>
  pointed !== null && /^\d\d$/.test(pointed) ? Number(pointed) : null;

const pieceAt = (view: IsaacView, cell: number): PieceView | undefined =>
  view.pieces.find(({ slot }) => slotOf(slot).cells.includes(cell));

export function placingTargets(state: IsaacState): Target[] {
  const { view, bottom } = state;
  const placer = placerOf(state);
  return cellsInOrder(bottom).map((cell): Target => {
    const piece = pieceAt(view, cell);
    const content = piece === undefined ? m.isaac_empty() : pieceName(piece, state.people);
    return {
      ...cellBox(cell, bottom),
      id: formatCell(cell),
      name: cellName(state.viewer, cell, content),
      enabled: canLie(placer, cell),
    };
  });
}

/** With an empty hand, a press on a cell takes a piece that fits there. */
export const takeUp = (state: IsaacState, target: string): HeldBar | null =>
  state.view.phase === 'placing' ? fittingBar(placerOf(state), Number(target)) : null;

export function placingMarks(state: IsaacState): Mark[] {
  const { bottom, view } = state;
  const ghost = ghostOf(state);
  const blocked = ghost === null || ghost.legal ? [] : ghost.cells.filter((cell) => pieceAt(view, cell) !== undefined);
  const line: Mark[] =
    ghost?.legal === true ? [{ id: 'line', kind: 'line', role: 'count', ...lineBox(ghost.line, bottom) }] : [];
  return [
    ...line,
    ...roomMarks(placerOf(state), ghost?.cells ?? [], (cell) => cellCentre(cell, bottom)),
    ...blocked.map((cell) => markOver(`in${cell}`, 'cell', 'warn', cellBox(cell, bottom))),
  ];
}

interface Ghost extends Slot {
  readonly move: Move;
  readonly legal: boolean;
}

/** What the piece under the pointer would be worth now; `null` if none can be placed there [I12]. */
export function ghostWorth(state: IsaacState): RemovalWorth | null {
  const ghost = ghostOf(state);
  return ghost?.legal === true ? placementWorth(state.view, ghost.move) : null;
}

export function ghostChips(state: IsaacState): Chip[] {
  const ghost = ghostOf(state);
  if (ghost?.legal !== true) return [];
  const { worth } = placementWorth(state.view, ghost.move);
  if (worth === 0) return [];
  return [{ id: 'worth', ...chipPlace(pieceBox(ghost, state.bottom)), text: `+${worth}` }];
}

export function ghostBox(state: IsaacState): Box | undefined {
  const ghost = ghostOf(state);
  return ghost === null ? undefined : pieceBox(ghost, state.bottom);
}

function ghostOf(state: IsaacState): Ghost | null {
  const cell = pointedCell(state);
  const { held, choices } = state;
  const { length } = held;
  if (cell === null || length === null || choices.length === 0) return null;
  const move = moveOver({ ...held, length }, cell);
  return { ...slotOf(move), move, legal: choices.includes(move) };
}

export function ghostSolid(state: IsaacState): Solid[] {
  const ghost = ghostOf(state);
  if (ghost === null) return [];
  const { view, bottom } = state;
  const solid = barSolid('ghost', view.turn, pieceBox(ghost, bottom), NUMBERS[ghost.kind] ?? 0);
  return [{ ...solid, level: 3, look: ghost.legal ? 'ghost' : 'refused' }];
}

export function placingNotes(state: IsaacState): BoardNote[] {
  const { choices, touch } = state;
  if (choices.length === 0) return [];
  const ghost = ghostOf(state);
  if (ghost === null) return [handNote(placerOf(state), pointedCell(state), m.isaac_choose_piece())];
  const span = spanText(ghost.from, ghost.to);
  if (ghost.legal) {
    const lie = touch ? m.isaac_would_lie_touch({ span }) : m.isaac_would_lie({ span });
    const worth = wouldScoreText(placementWorth(state.view, ghost.move));
    return [
      { kind: 'preview', text: lie },
      { kind: 'hint', text: worth },
    ];
  }
  return [{ kind: 'reason', text: m.isaac_no_room({ span }) }];
}

export function pressCell({ held, choices }: IsaacState, target: string): Step<HeldBar> {
  const { length } = held;
  if (length === null) return { held };
  const move = moveOver({ ...held, length }, Number(target));
  return choices.includes(move) ? { held, move } : { held };
}
