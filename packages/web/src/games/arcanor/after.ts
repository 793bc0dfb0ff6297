import type { Move } from '@tablier/core';
import {
  type ArcanorCell,
  type ArcanorView,
  goalRowOf,
  kindOf,
  LIBERATE,
  originOf,
  type Piece,
  rowOf,
  SLIDE,
  targetOf,
} from '@tablier/games/arcanor';

/** What both players see after a move that may be made: what a piece leaves behind is not shown where it is hidden [A4]. */
export function after(view: ArcanorView, move: Move): ArcanorView {
  const [from, to] = [originOf(move), targetOf(move)];
  const top = view.cells[from] ?? null;
  if (top === null) return view;
  const kind = kindOf(move);
  const below = top.contents ?? [];
  const goes = kind === SLIDE ? top.contents : kind === LIBERATE ? [] : preyOf(view.cells[to] ?? null);
  const cells = view.cells.with(from, kind === SLIDE ? null : opened(below, rowOf(from)));
  return {
    ...view,
    cells: cells.with(to, { ...top, isHome: rowOf(to) === goalRowOf(top.owner), contents: goes }),
    turn: 1 - view.turn,
    passed: [],
  };
}

const opened = ([top, ...contents]: readonly Piece[], row: number): ArcanorCell | null =>
  top === undefined ? null : { ...top, isHome: row === goalRowOf(top.owner), contents };

const preyOf = (prey: ArcanorCell | null): readonly Piece[] | null =>
  prey === null || prey.contents === null ? null : [{ owner: prey.owner, size: prey.size }, ...prey.contents];
