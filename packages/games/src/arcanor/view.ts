import { type Move, NOBODY, type View, type Viewer } from '@tablier/core';
import { CAPTURE, CELLS, LIBERATE, MOVE_AT, NEIGHBOURS, OUTSIDE, SLIDE } from './board.ts';
import { interned } from '../shared/interned.ts';
import type { ArcanorOptions } from './options.ts';
import type { ArcanorPosition, End } from './position.ts';
import { LOCKED, type Piece, piecesOf, SIZES } from './stack.ts';

/** A cell that is not empty, as the table shows it. */
export interface ArcanorCell extends Piece {
  /** On its owner's goal row: it scores and is there for good [A9]. */
  readonly isHome: boolean;
  /** What its top holds, the outermost first; `null` where the table does not show it [A4]. */
  readonly contents: readonly Piece[] | null;
}

/**
 * What everybody sees on the table, players and spectators alike [A4]. On a `memory` table it is made of the tops alone:
 * whatever depends on what they hold is left out until the game is over, the number of legal moves and the count of repetitions among it.
 */
export interface ArcanorView extends View {
  readonly options: ArcanorOptions;
  /** The cells from a1 along the rows to h7; `null` is empty. */
  readonly cells: readonly (ArcanorCell | null)[];
  /** Points on the goal rows, by seat [A11]. */
  readonly points: readonly number[];
  /** Quiet moves in a row [A13]. Captures, liberations and arrivals are seen by all, so this is no secret. */
  readonly quiet: number;
  /** How often this position, with the same player to move, was there before [A13]; `null` on a `memory` table, where the contents it depends on are hidden. */
  readonly repeats: number | null;
  /** How the rules ended the game; `null` while it is on. */
  readonly end: End | null;
}

/** What `viewer` sees; everything once it is turned up [A4]. Without a viewer, what lies on the table. */
export function viewOf(position: ArcanorPosition, viewer: Viewer = 'spectator'): ArcanorView {
  const { options } = position;
  const isOver = position.turn === NOBODY;
  const showsContents = isOver || options.table === 'open' || viewer === 'open';
  return {
    options,
    players: 2,
    turn: position.turn,
    turnIndex: position.turnIndex,
    passed: [...position.passed],
    outcome: isOver ? position.outcome() : null,
    cells: cellsOf(position, { showsContents }),
    points: Array.from(position.layout.points),
    quiet: position.quiet,
    repeats: showsContents ? position.history.earlierTimes(position.layout.stacks) : null,
    end: position.end,
  };
}

function cellsOf({ layout }: ArcanorPosition, shown: { readonly showsContents: boolean }): (ArcanorCell | null)[] {
  const cells: (ArcanorCell | null)[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const isHome = (layout.faces[cell] as number) > LOCKED;
    cells.push(
      cellView(((layout.stacks[cell] as number) << 2) | (isHome ? HOME : 0) | (shown.showsContents ? OPEN : 0)),
    );
  }
  return cells;
}

const HOME = 2;
const OPEN = 1;

/** A cell, by its stack, shifted by two bits, with `HOME` and `OPEN`. */
const cellView = interned((key): ArcanorCell | null => {
  const [top, ...contents] = piecesOf(key >> 2);
  if (top === undefined) return null;
  const { owner, size } = top;
  return { owner, size, isHome: (key & HOME) !== 0, contents: (key & OPEN) !== 0 ? contents : null };
});

/** The moves that the seat to move may try: where contents are hidden, every top that is not of the smallest size may hold something. */
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

/** The kinds of moves that may be tried with a top onto a neighbouring cell. */
function kindsOf(top: ArcanorCell, there: ArcanorCell | null): number[] {
  if (there === null) return mayHold(top) ? [SLIDE, LIBERATE] : [SLIDE];
  return there.owner !== top.owner && !there.isHome && there.size === top.size + 1 ? [CAPTURE] : [];
}

const mayHold = (top: ArcanorCell): boolean => (top.contents === null ? top.size < SIZES : top.contents.length > 0);
