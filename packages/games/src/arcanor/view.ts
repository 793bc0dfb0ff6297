import { commonView, type Move, NOBODY, type View, type Viewer } from '@tablier/core';
import {
  CAPTURE,
  CELLS,
  LIBERATE,
  LOCKED,
  MOVE_AT,
  NEIGHBOURS,
  originOf,
  OUTSIDE,
  type Piece,
  piecesOf,
  SIZES,
  SLIDE,
} from './board.ts';
import type { ArcanorOptions } from './facts.ts';
import type { End } from './layout.ts';
import type { ArcanorPosition } from './position.ts';
import { interned } from '../shared/interned.ts';

export interface ArcanorCell extends Piece {
  /** Whether it is on its owner's goal row, where it scores and stays [A9]. */
  readonly isHome: boolean;
  /** The pieces under its top, the outermost first; `null` if hidden [A4]. */
  readonly contents: readonly Piece[] | null;
}

/** The same for players and spectators [A4]. On a `memory` table nothing that depends on hidden contents, until the game is over. */
export interface ArcanorView extends View {
  readonly options: ArcanorOptions;
  /** The cells from a1 along the rows to h7; `null` is empty. */
  readonly cells: readonly (ArcanorCell | null)[];
  readonly points: readonly number[];
  /** Quiet moves in a row [A13]. Everyone sees captures, liberations and arrivals, so this is no secret. */
  readonly quiet: number;
  /** How often this position, with the same player to move, occurred before [A13]. `null` on a `memory` table, where it depends on hidden contents. */
  readonly repeats: number | null;
  readonly end: End | null;
}

/** What `viewer` sees: everything after the end of the game and for `open` [A4]. The default is the view of a spectator. */
export function viewOf(position: ArcanorPosition, viewer: Viewer = 'spectator'): ArcanorView {
  const { options } = position;
  const isOver = position.turn === NOBODY;
  const showsContents = isOver || options.table === 'open' || viewer === 'open';
  return {
    ...commonView(position, options, 2),
    cells: cellsOf(position, { showsContents }),
    points: Array.from(position.points),
    quiet: position.quiet,
    repeats: showsContents ? position.history.earlierTimes(position.stacks) : null,
    end: position.end,
  };
}

function cellsOf(position: ArcanorPosition, shown: { readonly showsContents: boolean }): (ArcanorCell | null)[] {
  const cells: (ArcanorCell | null)[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const isHome = position.faceAt(cell) > LOCKED;
    cells.push(
      cellView(((position.stacks[cell] as number) << 2) | (isHome ? HOME : 0) | (shown.showsContents ? OPEN : 0)),
    );
  }
  return cells;
}

const HOME = 2;
const OPEN = 1;

/** A cell. The key is its stack shifted by two bits, with `HOME` and `OPEN` as the lowest bits. */
const cellView = interned((key): ArcanorCell | null => {
  const [top, ...contents] = piecesOf(key >> 2);
  if (top === undefined) return null;
  const { owner, size } = top;
  return { owner, size, isHome: (key & HOME) !== 0, contents: (key & OPEN) !== 0 ? contents : null };
});

/** The moves that the seat to move may try. If contents are hidden, every top that is not of the smallest size may hold a piece. */
export function choicesOf(view: ArcanorView): Move[] {
  const moves: Move[] = [];
  if (view.turn === NOBODY) return moves;
  for (const [origin, top] of view.cells.entries()) {
    if (top === null || top.owner !== view.turn || top.isHome) continue;
    for (let step = 8 * origin; step < 8 * origin + 8; step++) {
      const target = NEIGHBOURS[step] as number;
      const slide = MOVE_AT[step] as number;
      if (target !== OUTSIDE)
        moves.push(...kindsOf(top, view.cells[target] ?? null).map((kind) => slide - SLIDE + kind));
    }
  }
  return moves;
}

function kindsOf(top: ArcanorCell, there: ArcanorCell | null): number[] {
  if (there === null) return mayHold(top) ? [SLIDE, LIBERATE] : [SLIDE];
  return there.owner !== top.owner && !there.isHome && there.size === top.size + 1 ? [CAPTURE] : [];
}

const mayHold = (top: ArcanorCell): boolean => (top.contents === null ? top.size < SIZES : top.contents.length > 0);

/**
 * Why a stack cannot move: `empty` there is none, `enemy` its top is the opponent's [A5], `home` it stays there for good [A9],
 * `shut` it can move to no neighbouring cell. Why it cannot move to a target: `far` the target is no neighbour [A5],
 * `own` it is a piece of the same side [A8], `size` the enemy there is not exactly one size smaller [A7].
 */
export type Refusal = 'empty' | 'enemy' | 'home' | 'shut' | 'far' | 'own' | 'size';

/** Why the side to move cannot move the stack on a cell, judging by the view. `null` if it can. */
export function refusalFrom(view: ArcanorView, cell: number): Refusal | null {
  const top = view.cells[cell] ?? null;
  if (top === null) return 'empty';
  if (top.owner !== view.turn) return 'enemy';
  if (top.isHome) return 'home';
  return choicesOf(view).some((move) => originOf(move) === cell) ? null : 'shut';
}

export function refusalTo(view: ArcanorView, from: number, to: number): Refusal | null {
  const top = view.cells[from] ?? null;
  const there = view.cells[to] ?? null;
  if (top === null) return 'empty';
  if (!NEIGHBOURS.subarray(8 * from, 8 * from + 8).includes(to)) return 'far';
  return there === null ? null : refusalToTake(top, there);
}

function refusalToTake(top: ArcanorCell, there: ArcanorCell): Refusal | null {
  if (there.owner === top.owner) return 'own';
  if (there.isHome) return 'home';
  return there.size === top.size + 1 ? null : 'size';
}
