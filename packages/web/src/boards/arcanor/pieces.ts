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
import { type ArcanorTable, movesTo, pointedCell, topAt } from './held.ts';

/** Radii by size [A2], so that every size fits into the well of the one before with a little air. */
const RADII: readonly number[] = [0, 0.465, 0.375, 0.285, 0.2];

export const woodOf = (owner: Seat): 'light' | 'dark' => (owner === 0 ? 'light' : 'dark');

/** What is seen in a stack: on an open table all of it, after a peek one piece more than the top. */
interface Seen {
  readonly contents: readonly Piece[];
  /** Whether the top is off, so that one sees that there is nothing below the last piece. */
  readonly lifted: boolean;
}

/** The last peek since the last move: only that top is still in the hand. */
export function lastPeek({ peeks }: ArcanorTable): { cell: string; seat: Seat; under: Piece | null } | null {
  const last = peeks.at(-1);
  return last === undefined ? null : { cell: last.peek, seat: last.seat, under: underOf(last.seen) };
}

const isAnswer = (seen: unknown): seen is PeekAnswer => typeof seen === 'object' && seen !== null && 'under' in seen;
const underOf = (seen: unknown): Piece | null => (isAnswer(seen) ? seen.under : null);

function seenIn(table: ArcanorTable, cell: number, top: ArcanorCell): Seen {
  const peek = lastPeek(table);
  if (top.contents !== null) return { contents: top.contents, lifted: false };
  if (peek?.cell !== formatCell(cell)) return { contents: [], lifted: false };
  return { contents: peek.under === null ? [] : [peek.under], lifted: true };
}

/** Every piece that is seen, the outermost of a stack first. */
export const pieceSolids = (table: ArcanorTable): Solid[] =>
  Array.from({ length: CELLS }, (_, cell) => stackSolids(table, cell)).flat();

function stackSolids(table: ArcanorTable, cell: number): Solid[] {
  const top = topAt(table.view, cell);
  if (top === null) return [];
  const { contents, lifted } = seenIn(table, cell, top);
  return [top, ...contents].map((piece, depth) => ({
    ...solidOf(table, piece, cellCentre(cell, table.bottom)),
    ...origin(table, cell, { depth }),
    // A stack holds at most one piece of each size.
    id: `${formatCell(cell)}-${piece.owner}${piece.size}`,
    level: depth,
    well: depth < contents.length || (depth === 0 && lifted),
    ...(depth === 0 ? lookOf(table, cell, top) : {}),
  }));
}

function solidOf({ toggled }: ArcanorTable, { owner, size }: Piece, at: Point): Omit<Solid, 'id'> {
  const width = 2 * (RADII[size] ?? 0);
  const solid: Omit<Solid, 'id'> = { ...at, shape: 'turned', tone: woodOf(owner), width, depth: width, grooves: size };
  return toggled.has('values') ? { ...solid, marking: String(size) } : solid;
}

function lookOf({ held }: ArcanorTable, cell: number, top: ArcanorCell): Pick<Solid, 'look'> {
  if (held.from === cell) return { look: 'chosen' };
  return top.isHome ? { look: 'fixed' } : {};
}

/** What the last move moved comes from where it stood: the whole stack at a slide, else the top alone [A5]-[A7]. */
function origin({ lastMoves, bottom }: ArcanorTable, cell: number, { depth }: { depth: number }): Pick<Solid, 'from'> {
  const move = lastMoves.at(-1);
  if (move === undefined || targetOf(move) !== cell || (depth > 0 && kindOf(move) !== SLIDE)) return {};
  return { from: cellCentre(originOf(move), bottom) };
}

/** The held piece as it would stand where one points. */
export function ghostSolids(table: ArcanorTable): Solid[] {
  const cell = table.held.to ?? pointedCell(table);
  const top = topAt(table.view, table.held.from);
  if (cell === null || top === null || movesTo(table, cell).length === 0) return [];
  return [{ ...solidOf(table, top, cellCentre(cell, table.bottom)), id: 'ghost', look: 'ghost', level: 9 }];
}
