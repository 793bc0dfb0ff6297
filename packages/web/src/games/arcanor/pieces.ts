import type { Seat } from '@tablier/core';
import {
  type ArcanorCell,
  CELLS,
  formatCell,
  kindOf,
  originOf,
  type PeekAnswer,
  type Piece,
  SLIDE,
  targetOf,
} from '@tablier/games/arcanor';
import type { Point, Solid } from '../../scene/scene.ts';
import { cellCentre } from './geometry.ts';
import { type ArcanorTable, cellOfTarget, movesTo, pointedCell, topAt } from './held.ts';

/** Radii by size [A2], so that every size fits into the one before with a little air. */
const RADII: readonly number[] = [0, 0.445, 0.35, 0.26, 0.18];

export const woodOf = (owner: Seat): 'light' | 'dark' => (owner === 0 ? 'light' : 'dark');

/** Where the top of a peeked stack is held meanwhile, seen from its cell: up and to the right, clear of what it uncovers. */
const LIFTED: Point = { x: 0.42, y: -0.46 };

/** The last peek since the last move: only that top is still in the hand. */
export function lastPeek({ peeks }: ArcanorTable): { cell: string; seat: Seat; under: Piece | null } | null {
  const last = peeks.at(-1);
  return last === undefined ? null : { cell: last.peek, seat: last.seat, under: underOf(last.seen) };
}

/** The cell whose top is lifted. */
export function peekedCell(table: ArcanorTable): number | null {
  const peek = lastPeek(table);
  return peek === null ? null : cellOfTarget(peek.cell);
}

const isAnswer = (seen: unknown): seen is PeekAnswer => typeof seen === 'object' && seen !== null && 'under' in seen;
const underOf = (seen: unknown): Piece | null => (isAnswer(seen) ? seen.under : null);

/** Every piece that is seen, the outermost of a stack first. */
export const pieceSolids = (table: ArcanorTable): Solid[] => [
  ...Array.from({ length: CELLS }, (_, cell) => stackSolids(table, cell)).flat(),
  ...uncoveredSolids(table),
];

function stackSolids(table: ArcanorTable, cell: number): Solid[] {
  const top = topAt(table.view, cell);
  if (top === null) return [];
  const contents = top.contents ?? [];
  return [top, ...contents].map((piece, depth) => ({
    ...solidOf(piece, cellCentre(cell, table.bottom)),
    ...(depth === 0 ? figuresOf(table, [top, ...contents]) : {}),
    ...origin(table, cell, { depth }),
    // A stack holds at most one piece of each size.
    id: `${formatCell(cell)}-${piece.owner}${piece.size}`,
    level: contents.length - depth,
    inside: contents.slice(depth).map(({ owner }) => woodOf(owner)),
    ...(depth === 0 ? topLook(table, cell, top) : {}),
  }));
}

/** What a peek uncovers: the piece that stood under the top, if any. */
function uncoveredSolids(table: ArcanorTable): Solid[] {
  const under = lastPeek(table)?.under ?? null;
  const cell = peekedCell(table);
  if (under === null || cell === null) return [];
  return [{ ...solidOf(under, cellCentre(cell, table.bottom)), ...figuresOf(table, [under]), id: 'uncovered' }];
}

function solidOf({ owner, size }: Piece, at: Point): Omit<Solid, 'id'> {
  const width = 2 * (RADII[size] ?? 0);
  return { ...at, shape: 'arcanor/turned', tone: woodOf(owner), width, depth: width, marking: String(size) };
}

/** On the lid stand, if wished, the sizes of the whole stack, outermost first as in the rules: `1/2`. */
const figuresOf = ({ toggled }: ArcanorTable, pieces: readonly Piece[]): Pick<Solid, 'marking'> =>
  toggled.has('values') ? { marking: pieces.map(({ size }) => size).join('/') } : {};

function topLook(table: ArcanorTable, cell: number, top: ArcanorCell): Partial<Solid> {
  if (peekedCell(table) === cell) {
    const { x, y } = cellCentre(cell, table.bottom);
    return { x: x + LIFTED.x, y: y + LIFTED.y, level: 8, look: 'ghost' };
  }
  if (table.held.from === cell) return { look: 'chosen' };
  return top.isHome ? { look: 'fixed' } : {};
}

/** What the last move moved comes from where it stood: the whole stack at a slide, else the top alone [A5]-[A7]. */
function origin({ lastMoves, bottom }: ArcanorTable, cell: number, { depth }: { depth: number }): Pick<Solid, 'from'> {
  const move = lastMoves.at(-1);
  if (move === undefined || targetOf(move) !== cell || (depth > 0 && kindOf(move) !== SLIDE)) return {};
  return { from: cellCentre(originOf(move), bottom) };
}

/** Where the held piece would stand: the cell that is asked about, or else the one pointed at. */
export function ghostCell(table: ArcanorTable): number | null {
  const cell = table.held.to ?? pointedCell(table);
  return cell !== null && movesTo(table, cell).length > 0 ? cell : null;
}

/** The held piece as it would stand there. */
export function ghostSolids(table: ArcanorTable): Solid[] {
  const cell = ghostCell(table);
  const top = topAt(table.view, table.held.from);
  if (cell === null || top === null) return [];
  return [{ ...solidOf(top, cellCentre(cell, table.bottom)), id: 'ghost', look: 'ghost', level: 9 }];
}
