import type { Seat } from '@tablier/core';
import {
  type ArcanorCell,
  CELLS,
  COLUMNS,
  formatCell,
  goalRowOf,
  kindOf,
  originOf,
  type PeekAnswer,
  type Piece,
  ROWS,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from '@tablier/games/arcanor';
import { type Box, cellsOn, type Label, type Mark, type Point, type Solid } from '../../board/scene/scene.ts';
import { type ArcanorState, cellOfTarget, movesFrom, movesTo, pointedCell, topAt, withStart } from './held.ts';
import type { Section, SectionLayer } from '../../board/board-module.ts';
import type { People } from '../../lib/people.ts';
import { m } from '../../paraglide/messages.js';
import { pieceName } from './words.ts';

/** The rim at the sides; above the cells, with the pegs of one seat; and below, with the pegs of the other and the letters. */
const SIDE = 0.45;
const ABOVE = 0.6;
const BELOW = 0.95;
const WIDTH = COLUMNS + 2 * SIDE;
const HEIGHT = ROWS + ABOVE + BELOW;

export const FRAME = {
  wood: 'teak',
  width: WIDTH,
  height: HEIGHT,
  grid: { x: SIDE, y: ABOVE, columns: COLUMNS, rows: ROWS },
} as const;

/** Light has row 1 in front, Dark row 7 [A1]. */
export const { cellCentre, cellBox, cellsInOrder } = cellsOn(FRAME.grid);

const goalBox = (seat: Seat, bottom: Seat): Box => ({
  x: SIDE + COLUMNS / 2,
  y: cellCentre(COLUMNS * goalRowOf(seat), bottom).y,
  width: COLUMNS,
  depth: 1,
});

function goalEdge(seat: Seat, bottom: Seat): Box {
  const row = goalBox(seat, bottom);
  const outward = seat === bottom ? -0.5 : 0.5;
  return { ...row, y: row.y + outward, depth: 0.1 };
}

const pegLine = (seat: Seat, bottom: Seat): number => (seat === bottom ? ABOVE / 2 - 0.02 : HEIGHT - 0.26);

const pegAt = (index: number): number => SIDE + ((index + 0.5) * COLUMNS) / WINNING_POINTS;

export function rimLabels(bottom: Seat): Label[] {
  const letters = Array.from('abcdefgh', (text, column): Label => {
    const { x } = cellCentre(column, bottom);
    return { x, y: ABOVE + ROWS + 0.27, text, role: 'near', size: 0.24 };
  });
  const numbers = Array.from({ length: ROWS }, (_, row): Label => {
    const { y } = cellCentre(row * COLUMNS, bottom);
    return { x: SIDE / 2, y, text: String(row + 1), role: 'near', size: 0.24 };
  });
  return [...letters, ...numbers];
}

/** By size [A2], so that each fits with a little space into the next larger one. */
const RADII: readonly number[] = [0, 0.445, 0.35, 0.26, 0.18];

const woodOf = (owner: Seat): 'light' | 'dark' => (owner === 0 ? 'light' : 'dark');

const widthOf = (size: number): number => 2 * (RADII[size] ?? 0);

/** Where the top of a peeked stack is held, relative to its cell: up and to the right, so that it covers nothing. */
const LIFTED: Point = { x: 0.42, y: -0.46 };
/** In 3D it is held above its stack, in thicknesses, a little to the back. */
const HELD_ABOVE = { dx: -0.27, dy: 0.06, up: 2.2 };

/** The last peek since the last move: only that top is still lifted. */
export function lastPeek({ peeks }: ArcanorState): { cell: string; seat: Seat; under: Piece | null } | null {
  const last = peeks.at(-1);
  return last === undefined ? null : { cell: last.peek, seat: last.seat, under: underOf(last.seen) };
}

function peekedCell(state: ArcanorState): number | null {
  const peek = lastPeek(state);
  return peek === null ? null : cellOfTarget(peek.cell);
}

const isAnswer = (seen: unknown): seen is PeekAnswer => typeof seen === 'object' && seen !== null && 'under' in seen;
const underOf = (seen: unknown): Piece | null => (isAnswer(seen) ? seen.under : null);

export const pieceSolids = (state: ArcanorState): Solid[] => [
  ...Array.from({ length: CELLS }, (_, cell) => stackSolids(state, cell)).flat(),
  ...uncoveredSolids(state),
  ...pegs(state).flatMap(({ box, id, tone, isFilled }): Solid[] =>
    isFilled ? [{ ...box, id, tone, shape: 'arcanor/turned' }] : [],
  ),
];

function stackSolids(state: ArcanorState, cell: number): Solid[] {
  const top = topAt(state.view, cell);
  if (top === null) return [];
  const contents = top.contents ?? [];
  return [top, ...contents].map((piece, depth) => ({
    ...solidOf(piece, cellCentre(cell, state.bottom)),
    ...(depth === 0 ? figuresOf(state, [top, ...contents]) : {}),
    ...origin(state, cell, { depth }),
    // A stack holds at most one piece of each size.
    id: `${formatCell(cell)}-${piece.owner}${piece.size}`,
    level: contents.length - depth,
    inside: contents.slice(depth).map(({ owner }) => woodOf(owner)),
    ...(depth === 0 ? topLook(state, cell, top) : {}),
  }));
}

function uncoveredSolids(state: ArcanorState): Solid[] {
  const under = lastPeek(state)?.under ?? null;
  const cell = peekedCell(state);
  if (under === null || cell === null) return [];
  return [{ ...solidOf(under, cellCentre(cell, state.bottom)), ...figuresOf(state, [under]), id: 'uncovered' }];
}

function solidOf({ owner, size }: Piece, at: Point): Omit<Solid, 'id'> {
  const width = widthOf(size);
  return { ...at, shape: 'arcanor/turned', tone: woodOf(owner), width, depth: width, marking: String(size) };
}

/** If the setting is on, the top shows the values of the whole stack, outermost first as in the rules: `1/2`. */
const figuresOf = ({ toggled }: ArcanorState, pieces: readonly Piece[]): Pick<Solid, 'marking'> =>
  toggled.has('values') ? { marking: pieces.map(({ size }) => size).join('/') } : {};

function topLook(state: ArcanorState, cell: number, top: ArcanorCell): Partial<Solid> {
  if (peekedCell(state) === cell) {
    const { x, y } = cellCentre(cell, state.bottom);
    return { x: x + LIFTED.x, y: y + LIFTED.y, level: 8, look: 'ghost', raised: HELD_ABOVE };
  }
  if (state.held.from === cell) return { look: 'chosen' };
  return top.isHome ? { look: 'fixed' } : {};
}

/** The last move animates from its origin: the whole stack for a slide, else only the top [A5]-[A7]. */
function origin({ lastMoves, bottom }: ArcanorState, cell: number, { depth }: { depth: number }): Pick<Solid, 'from'> {
  const move = lastMoves.at(-1);
  if (move === undefined || targetOf(move) !== cell || (depth > 0 && kindOf(move) !== SLIDE)) return {};
  return { from: cellCentre(originOf(move), bottom) };
}

function ghostCell(state: ArcanorState): number | null {
  const cell = state.held.to ?? pointedCell(state);
  return cell !== null && movesTo(state, cell).length > 0 ? cell : null;
}

export function ghostSolids(state: ArcanorState): Solid[] {
  const cell = ghostCell(state);
  const top = topAt(state.view, state.held.from);
  if (cell === null || top === null) return [];
  return [{ ...solidOf(top, cellCentre(cell, state.bottom)), id: 'ghost', look: 'ghost', level: 9 }];
}

/** The smallest size holds nothing [A2]. */
const SMALLEST = 4;

export function section(given: ArcanorState): Section {
  const state = withStart(given);
  const cells = [pointedCell(state), peekedCell(state), state.held.from];
  const cell = cells.find((each) => topAt(state.view, each) !== null) ?? null;
  const top = topAt(state.view, cell);
  const card = { title: m.arcanor_card(), text: m.arcanor_card_text() };
  if (cell === null || top === null)
    return { title: m.arcanor_inside_none(), layers: [], text: m.arcanor_inside_text(), card };
  return { title: m.arcanor_inside({ cell: formatCell(cell) }), layers: layersOf(state, cell, top), text: null, card };
}

function layersOf(state: ArcanorState, cell: number, top: ArcanorCell): SectionLayer[] {
  const under = top.contents ?? (peekedCell(state) === cell ? revealed(state) : null);
  const known = [top, ...(under ?? [])].map((piece) => layerOf(piece, state.people));
  const last = under?.at(-1) ?? top;
  const isAllKnown = top.contents !== null || under?.length === 0 || last.size === SMALLEST;
  return isAllKnown
    ? known
    : [...known, { width: widthOf(last.size + 1), tone: null, text: m.arcanor_inside_hidden() }];
}

function revealed(state: ArcanorState): readonly Piece[] {
  const under = lastPeek(state)?.under ?? null;
  return under === null ? [] : [under];
}

const layerOf = (piece: Piece, people: People): SectionLayer => ({
  width: widthOf(piece.size),
  tone: woodOf(piece.owner),
  marking: String(piece.size),
  isHollow: piece.size < SMALLEST,
  text: pieceName(piece, people),
});

const SEATS = [0, 1] as const;

export const marks = (state: ArcanorState): Mark[] => [
  ...goalMarks(state),
  ...pegMarks(state),
  ...lastMarks(state),
  ...peekMarks(state),
  ...targetMarks(state),
];

/** Both goal rows [A1], edged in the wood of the seat that scores there. */
const goalMarks = ({ bottom }: ArcanorState): Mark[] =>
  SEATS.flatMap((seat): Mark[] => [
    { id: `goal${seat}`, kind: 'cell', role: 'hole', ...goalBox(seat, bottom) },
    { id: `edge${seat}`, kind: 'line', role: woodOf(seat), ...goalEdge(seat, bottom) },
  ]);

/** The twelve points that win [A11], and who has which of them. */
const pegs = ({ view, bottom }: ArcanorState) =>
  SEATS.flatMap((seat) =>
    Array.from({ length: WINNING_POINTS }, (_, index) => ({
      id: `peg${seat}-${index}`,
      tone: woodOf(seat),
      isFilled: index < (view.points[seat] ?? 0),
      box: { x: pegAt(index), y: pegLine(seat, bottom), width: 0.3, depth: 0.3 },
    })),
  );

/** A hole for each peg, in a ring of the wood of the seat that scores there. */
const pegMarks = (state: ArcanorState): Mark[] =>
  pegs(state).flatMap(({ id, tone, box, isFilled }): Mark[] => [
    { ...box, id: `ring ${id}`, kind: 'dot', role: tone, ...(isFilled ? {} : { width: 0.23, depth: 0.23 }) },
    { ...box, id: `hole ${id}`, kind: 'dot', role: 'hole', width: 0.15, depth: 0.15 },
  ]);

const lastMarks = ({ lastMoves, bottom }: ArcanorState): Mark[] =>
  lastMoves.flatMap((move) =>
    [originOf(move), targetOf(move)].map((cell): Mark => {
      const box = { ...cellBox(cell, bottom), width: 0.94, depth: 0.94 };
      return { id: `last${cell}`, kind: 'pins', role: 'last', ...box };
    }),
  );

/** The empty well under a top that holds nothing. */
function peekMarks(state: ArcanorState): Mark[] {
  const cell = peekedCell(state);
  if (cell === null || lastPeek(state)?.under !== null) return [];
  return [{ id: 'uncovered', kind: 'dot', role: 'hole', ...cellCentre(cell, state.bottom), width: 0.5, depth: 0.5 }];
}

/** A dot for each place to go: what happens there is asked after the press. */
function targetMarks(state: ArcanorState): Mark[] {
  const ghost = ghostCell(state);
  const cells = new Set(movesFrom(state, state.held.from).map(targetOf));
  return [...cells]
    .filter((cell) => cell !== ghost)
    .map((cell): Mark => {
      const box = { ...cellCentre(cell, state.bottom), width: 0.24, depth: 0.24 };
      return { id: `to${formatCell(cell)}`, kind: 'dot', role: 'move', over: true, ...box };
    });
}
