import type { Seat } from '@tablier/core';
import {
  ADVANCE,
  type IsaacView,
  type PieceView,
  REMOVAL,
  type RemovalWorth,
  removalWorth,
  SIZE,
  slotOf,
  WINNING_ADVANCE,
} from '@tablier/games/isaac';
import type { HeldBar } from '../../board/bars.ts';
import type { BoardNote, Step } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import {
  type Chip,
  type Mark,
  markOver,
  type Point,
  type Solid,
  type Sum,
  type Target,
} from '../../board/scene/scene.ts';
import { cellBox, cellCentre, chipPlace, lineBox, pieceBox, railOf } from './geometry.ts';
import { ghostWorth, type IsaacState } from './placing.ts';
import { cellName, pieceName, worthText } from './words.ts';

export function pointedPiece({ view, pointed }: IsaacState): PieceView | undefined {
  return pointed?.startsWith('piece') === true ? view.pieces.find(({ id }) => `piece${id}` === pointed) : undefined;
}

const isRemovable = ({ choices }: IsaacState, { slot }: PieceView): boolean => choices.includes(REMOVAL + slot);

/** Every piece on the board is a target, so that its value can be looked up. */
export function scoringTargets(state: IsaacState): Target[] {
  const { view, bottom } = state;
  return view.pieces.map((piece) => ({
    ...pieceBox(piece, bottom),
    id: `piece${piece.id}`,
    name: `${pieceName(piece, state.people)}. ${pieceRemark(state, piece)}`,
    enabled: isRemovable(state, piece),
  }));
}

function pieceRemark(state: IsaacState, piece: PieceView): string {
  return barred(state, piece) ?? worthText(state.view, piece);
}

const isUnderCounter = ({ counters }: IsaacView, { slot }: PieceView): boolean =>
  counters.some(({ cell }) => cell !== null && slotOf(slot).cells.includes(cell));

function refusal(view: IsaacView, piece: PieceView): string {
  if (isUnderCounter(view, piece)) return m.isaac_under_counter();
  return m.isaac_too_short({ length: view.longestRemoved[piece.seat] ?? 0 });
}

/** Why a piece scores nothing now: the user may not remove it, or no one may, since a counter stands on it. `null` if it can score. */
export function barred(state: IsaacState, piece: PieceView): string | null {
  const { view, choices } = state;
  if (isUnderCounter(view, piece)) return m.isaac_under_counter();
  const isOwn = choices.length > 0 && piece.seat === view.turn;
  return isOwn && !isRemovable(state, piece) ? refusal(view, piece) : null;
}

const worthOf = (state: IsaacState, piece: PieceView): RemovalWorth | null =>
  barred(state, piece) === null ? removalWorth(state.view, piece.slot) : null;

function pointedWorth(state: IsaacState): RemovalWorth | null {
  const piece = pointedPiece(state);
  return piece === undefined ? ghostWorth(state) : worthOf(state, piece);
}

export function worthChips(state: IsaacState): Chip[] {
  const piece = pointedPiece(state);
  const worth = piece === undefined ? null : worthOf(state, piece);
  if (piece === undefined || worth === null) return [];
  const counted = worth.others
    .map((id) => crossingOf(state, id, slotOf(piece.slot).line))
    .toSorted((one, other) => one.x - other.x || other.y - one.y)
    .map((place, at): Chip => ({ id: `count${at}`, ...place, text: String(at + 1), isCount: true }));
  return [...counted, { id: 'worth', ...chipPlace(pieceBox(piece, state.bottom)), text: `+${worth.worth}` }];
}

function crossingOf({ view, bottom }: IsaacState, id: number, line: number): Point {
  const piece = view.pieces.find((candidate) => candidate.id === id);
  const cells = piece === undefined ? [] : slotOf(piece.slot).cells.filter((cell) => isOn(cell, line));
  const { x, y } = cellCentre(cells[0] ?? 0, bottom);
  return { x: x + 0.3, y: y - 0.3 };
}

const isOn = (cell: number, line: number): boolean =>
  line < SIZE ? Math.trunc(cell / SIZE) === line : cell % SIZE === line - SIZE;

/** How the points of the piece under the pointer arise [I12], or why there are none. */
export function worthSum(state: IsaacState): Sum | undefined {
  const piece = pointedPiece(state);
  if (piece === undefined) return undefined;
  const refused = barred(state, piece);
  if (refused !== null) return { id: 'worth', ...pieceBox(piece, state.bottom), parts: [], refused };
  const worth = removalWorth(state.view, piece.slot);
  if (worth === null) return undefined;
  const doubled = { figure: worth.multiplier, word: worth.multiplier === 4 ? m.isaac_sum_both() : m.isaac_sum_one() };
  return {
    id: 'worth',
    ...pieceBox(piece, state.bottom),
    parts: [
      { figure: worth.n, word: m.isaac_sum_others() },
      { figure: worth.number, word: m.isaac_sum_number() },
      ...(worth.multiplier > 1 ? [doubled] : []),
      { figure: worth.worth, word: m.points_unit({ count: worth.worth }) },
    ],
  };
}

export function countedIds(state: IsaacState): { pieces: ReadonlySet<number>; counters: ReadonlySet<number> } {
  const worth = pointedWorth(state);
  return { pieces: new Set(worth?.others), counters: new Set(worth?.counters) };
}

export function scoringMarks(state: IsaacState): Mark[] {
  const piece = pointedPiece(state);
  if (piece === undefined || barred(state, piece) !== null) return ownMarks(state);
  const { line } = slotOf(piece.slot);
  return [{ id: 'line', kind: 'line', role: 'count', ...lineBox(line, state.bottom) }];
}

const ownMarks = (state: IsaacState): Mark[] =>
  state.view.pieces
    .filter((piece) => isRemovable(state, piece))
    // On its end, away from the number in its middle.
    .map((piece) =>
      markOver(`can${piece.id}`, 'dot', 'move', { ...cellCentre(piece.to, state.bottom), width: 0.16, depth: 0.16 }),
    );

export function scoringNotes(state: IsaacState): BoardNote[] {
  const { view, choices, touch } = state;
  const piece = pointedPiece(state);
  if (piece === undefined) {
    const hint = touch ? m.isaac_choose_removal_touch : m.isaac_choose_removal;
    return choices.length === 0 ? [] : [{ kind: 'hint', text: hint() }];
  }
  const refused = barred(state, piece);
  if (refused !== null) return [{ kind: 'reason', text: refused }];
  const notes: BoardNote[] = [{ kind: 'preview', text: `${worthText(view, piece)}.` }];
  if (touch && isRemovable(state, piece)) notes.push({ kind: 'hint', text: m.isaac_remove_again() });
  return notes;
}

export function pressPiece(state: IsaacState, target: string): Step<HeldBar> {
  const piece = state.view.pieces.find(({ id }) => `piece${id}` === target);
  return piece !== undefined && isRemovable(state, piece)
    ? { held: state.held, move: REMOVAL + piece.slot }
    : { held: state.held };
}

const scoreAfter = (view: IsaacView, move: number): number =>
  move === WINNING_ADVANCE ? 100 : (view.counters[view.turn]?.score ?? 0) + move - ADVANCE;

/** During an advance, the cells that the counter may move to [I13]. */
export function advanceTargets(state: IsaacState): Target[] {
  const { view, choices, bottom } = state;
  return choices
    .filter((move) => move !== WINNING_ADVANCE)
    .map((move) => {
      const score = scoreAfter(view, move);
      const cell = view.turn === 0 ? score : 99 - score;
      return {
        ...cellBox(cell, bottom),
        id: `advance${move}`,
        name: cellName(state.viewer, cell, m.isaac_advance({ points: move - ADVANCE, score })),
        enabled: true,
      };
    });
}

export const advanceMarks = (state: IsaacState): Mark[] =>
  advanceTargets(state).map(({ id, x, y }) => markOver(`to${id}`, 'dot', 'move', { x, y, width: 0.24, depth: 0.24 }));

export function advanceNotes({ view, choices, pointed, touch }: IsaacState): BoardNote[] {
  if (choices.length === 0) return [];
  const move = pointed?.startsWith('advance') === true ? Number(pointed.slice(7)) : null;
  if (move === null) return [{ kind: 'hint', text: m.isaac_choose_advance({ points: view.pending ?? 0 }) }];
  const text = m.isaac_advance({ points: move - ADVANCE, score: scoreAfter(view, move) });
  return [{ kind: 'preview', text }, ...(touch ? [{ kind: 'hint' as const, text: m.isaac_advance_again() }] : [])];
}

export function pressAdvance({ held, choices }: IsaacState, target: string): Step<HeldBar> {
  const move = Number(target.slice(7));
  return choices.includes(move) ? { held, move } : { held };
}

function pointedScore(state: IsaacState): { seat: Seat; score: number } | null {
  const { view, pointed } = state;
  if (pointed?.startsWith('advance') === true) {
    return { seat: view.turn, score: scoreAfter(view, Number(pointed.slice('advance'.length))) };
  }
  const piece = pointedPiece(state);
  if (piece === undefined || !isRemovable(state, piece) || view.options.counter === 'upTo') return null;
  const worth = removalWorth(view, piece.slot)?.worth ?? 0;
  return worth === 0 ? null : { seat: piece.seat, score: (view.counters[piece.seat]?.score ?? 0) + worth };
}

export function ghostCounter(state: IsaacState): Solid[] {
  const landing = pointedScore(state);
  if (landing === null) return [];
  return [{ ...counterAt(landing.seat, landing.score, state.bottom), id: 'ghost-counter', look: 'ghost', level: 3 }];
}

function counterAt(seat: Seat, score: number, bottom: Seat): Solid {
  const points = railOf(seat, bottom);
  const step = Math.min(score, 100);
  const { x, y } = points[step] ?? { x: 0, y: 0 };
  const tone = seat === 0 ? 'seat0' : 'seat1';
  return {
    id: `counter${seat}`,
    shape: 'counter',
    tone,
    marking: String(score),
    x,
    y,
    width: 0.82,
    depth: 0.82,
    level: 2,
    rail: { points, step },
  };
}

/** Both counters; on the same cell they stand side by side. While placing, only one that would count is shown, where it will begin. */
export function counterSolids(state: IsaacState): Solid[] {
  const { view, bottom } = state;
  const counted = countedIds(state).counters;
  if (view.phase === 'placing') {
    return [...counted].map((seat) => ({ ...counterAt(seat, 0, bottom), look: 'lit' }));
  }
  const [first, second] = view.counters;
  const together = first?.cell !== null && first?.cell === second?.cell;
  return view.counters.map(({ score }, seat): Solid => {
    const solid = counterAt(seat, score, bottom);
    const aside = together ? (seat === 0 ? -0.2 : 0.2) : 0;
    const placed = { ...solid, x: solid.x + aside };
    return counted.has(seat) ? { ...placed, look: 'lit' } : placed;
  });
}

export function chosenPiece(state: IsaacState): PieceView | undefined {
  const piece = pointedPiece(state);
  return piece === undefined || barred(state, piece) !== null ? undefined : piece;
}
