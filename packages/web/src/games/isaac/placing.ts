import type { Move } from '@tablier/core';
import {
  LENGTHS,
  type IsaacView,
  NUMBERS,
  type PieceView,
  placementWorth,
  type RemovalWorth,
  SIZE,
  slotOf,
} from '@tablier/games/isaac';
import type { BoardNote, Step, BoardState } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import { type Box, type Chip, type Mark, ROOM, type Solid, type Target } from '../../board/scene/scene.ts';
import { cellBox, cellCentre, chipPlace, lineBox, pieceBox } from './geometry.ts';
import { fittingPiece, type Held, slotOver } from './held.ts';
import { cellName, pieceName, spanText, wouldScoreText } from './words.ts';

export type IsaacState = BoardState<IsaacView, Held>;

export const pointedCell = ({ pointed }: IsaacState): number | null =>
  pointed !== null && /^\d\d$/.test(pointed) ? Number(pointed) : null;

const pieceAt = (view: IsaacView, cell: number): PieceView | undefined =>
  view.pieces.find(({ slot }) => slotOf(slot).cells.includes(cell));

/** Every cell is a target: by its number. */
export function placingTargets(state: IsaacState): Target[] {
  const { view, bottom } = state;
  return Array.from({ length: SIZE * SIZE }, (_, place): Target => {
    // From the top left of the picture, so that the reading order is that of the page.
    const seen = (SIZE - 1 - Math.trunc(place / SIZE)) * SIZE + (place % SIZE);
    const cell = bottom === 0 ? seen : 99 - seen;
    const piece = pieceAt(view, cell);
    const content = piece === undefined ? m.isaac_empty() : pieceName(piece);
    return {
      ...cellBox(cell, bottom),
      id: String(cell).padStart(2, '0'),
      name: cellName(state.viewer, cell, content),
      enabled: canPress(state, cell),
    };
  });
}

/** Whether the piece in hand can lie over a cell; with an empty hand, whether any piece can. */
const canPress = ({ held, choices }: IsaacState, cell: number): boolean =>
  held.kind === null
    ? fittingPiece(held, choices, cell) !== null
    : choices.includes(slotOver(held.kind, held.across, cell).move);

/** With an empty hand, a press on a cell takes a piece that fits there. */
export const takeUp = ({ view, held, choices }: IsaacState, target: string): Held | null =>
  view.phase === 'placing' ? fittingPiece(held, choices, Number(target)) : null;

export function placingMarks(state: IsaacState): Mark[] {
  const { held, choices, bottom, view } = state;
  const { kind } = held;
  if (kind === null || choices.length === 0) return [];
  const dots = Array.from({ length: SIZE * SIZE }, (_, cell) => cell)
    .filter((cell) => choices.includes(slotOver(kind, held.across, cell).move))
    .map((cell): Mark => ({
      id: `to${cell}`,
      kind: 'dot',
      role: 'room',
      ...cellCentre(cell, bottom),
      width: ROOM,
      depth: ROOM,
    }));
  const ghost = ghostOf(state);
  const blocked = ghost === null || ghost.legal ? [] : ghost.cells.filter((cell) => pieceAt(view, cell) !== undefined);
  const line: Mark[] =
    ghost?.legal === true ? [{ id: 'line', kind: 'line', role: 'count', ...lineBox(ghost.line, bottom) }] : [];
  return [
    ...line,
    ...dots,
    ...blocked.map((cell): Mark => ({
      id: `in${cell}`,
      kind: 'cell',
      role: 'warn',
      over: true,
      ...cellBox(cell, bottom),
    })),
  ];
}

/** The piece in hand on the slot under the pointer. */
interface Ghost {
  readonly cells: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly move: Move;
  readonly legal: boolean;
}

/** What the piece under the pointer would be worth now; `null` if none can be placed there [I12]. */
export function ghostWorth(state: IsaacState): RemovalWorth | null {
  const ghost = ghostOf(state);
  return ghost?.legal === true ? placementWorth(state.view, ghost.move) : null;
}

/** Its points, at the piece, if there are any yet. */
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
  if (cell === null || held.kind === null || choices.length === 0) return null;
  const { slot, move } = slotOver(held.kind, held.across, cell);
  return { ...slot, move, legal: choices.includes(move) };
}

export function ghostSolid(state: IsaacState): Solid[] {
  const ghost = ghostOf(state);
  if (ghost === null) return [];
  const { view, bottom, held } = state;
  return [
    {
      ...pieceBox(ghost, bottom),
      id: 'ghost',
      shape: 'isaac/bar',
      tone: view.turn === 0 ? 'seat0' : 'seat1',
      level: 3,
      look: ghost.legal ? 'ghost' : 'refused',
      marking: String(NUMBERS[held.kind ?? 0]),
    },
  ];
}

/** A press where nothing fits gets a reason; a mouse that passes there does not. */
function emptyHandNote(state: IsaacState): BoardNote {
  const cell = pointedCell(state);
  return state.tried && cell !== null && !canPress(state, cell)
    ? { kind: 'reason', text: m.board_nothing_fits() }
    : { kind: 'hint', text: m.isaac_choose_piece() };
}

export function placingNotes(state: IsaacState): BoardNote[] {
  const { held, choices, touch } = state;
  if (choices.length === 0) return [];
  if (held.kind === null) return [emptyHandNote(state)];
  const ghost = ghostOf(state);
  if (ghost === null) return [{ kind: 'hint', text: touch ? m.board_choose_place_touch() : m.board_choose_place() }];
  const length = LENGTHS[held.kind] as number;
  const span = spanText(ghost.from, ghost.to);
  if (ghost.legal) {
    const lie = touch ? m.isaac_would_lie_touch({ span }) : m.isaac_would_lie({ span });
    const worth = wouldScoreText(placementWorth(state.view, ghost.move));
    return [
      { kind: 'preview', text: lie },
      { kind: 'hint', text: worth },
    ];
  }
  return [{ kind: 'reason', text: m.isaac_no_room({ length, span }) }];
}

export function pressCell({ held, choices }: IsaacState, target: string): Step<Held> {
  if (held.kind === null) return { held };
  const { move } = slotOver(held.kind, held.across, Number(target));
  return choices.includes(move) ? { held, move } : { held };
}
