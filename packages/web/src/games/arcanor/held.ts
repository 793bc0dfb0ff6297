import type { Move, Options } from '@tablier/core';
import {
  type ArcanorCell,
  type ArcanorView,
  COLUMNS,
  goalRowOf,
  kindOf,
  LIBERATE,
  originOf,
  type Piece,
  rowOf,
  SLIDE,
  targetOf,
} from '@tablier/games/arcanor';
import type { BoardState } from '../../board/board-module.ts';
import { game } from '@tablier/games/arcanor/game';

/** The move that the player prepares: with the stack on `from`; on `to` if two moves are possible there; of `kind` if that is chosen. */
export interface Held {
  readonly from: number | null;
  readonly to: number | null;
  /** `SLIDE` or `LIBERATE`, chosen before the target; `null` leaves it open. */
  readonly kind: number | null;
}

export const NOTHING_HELD: Held = { from: null, to: null, kind: null };

export type ArcanorState = BoardState<ArcanorView, Held>;

/** The cell of a target; its id is its name: `a1`. */
export const cellOfTarget = (target: string): number =>
  'abcdefgh'.indexOf(target.charAt(0)) + COLUMNS * (Number(target.charAt(1)) - 1);

export const pointedCell = ({ pointed }: ArcanorState): number | null =>
  pointed === null ? null : cellOfTarget(pointed);

export const topAt = (view: ArcanorView, cell: number | null): ArcanorCell | null =>
  cell === null ? null : (view.cells[cell] ?? null);

export const movesFrom = ({ choices, held }: ArcanorState, from: number | null): Move[] =>
  choices.filter((move) => originOf(move) === from && (held.kind === null || kindOf(move) === held.kind));

export const movesTo = (state: ArcanorState, to: number | null): Move[] =>
  movesFrom(state, state.held.from).filter((move) => targetOf(move) === to);

/** Whether the viewer may lift the top of a cell [A10]. */
export const canPeek = ({ view, choices }: ArcanorState, cell: number | null): boolean =>
  view.options.table === 'memory' && choices.length > 0 && topAt(view, cell)?.owner === view.turn;

export const canHold = (state: ArcanorState, cell: number): boolean =>
  canPeek(state, cell) || state.choices.some((move) => originOf(move) === cell);

/** After a peek the stack stays chosen; after a move nothing is held. */
export const keepHeld = (state: ArcanorState): Held =>
  state.held.from !== null && canHold(state, state.held.from) ? { ...state.held, to: null } : NOTHING_HELD;

/** At a memory table, until each player has moved: the start is shown with all contents, as both know it [A3] [A4]. */
const isStart = ({ options, turnIndex, players, outcome }: ArcanorView): boolean =>
  options.table === 'memory' && turnIndex < players && outcome === null;

const cellsAtStart = (options: Options): ArcanorView['cells'] =>
  game.view(game.start({ options, players: 2, deal: null }), 'open').cells;

/** At the start: the state with the contents of the stacks that still stand where they began. */
export function withStart(state: ArcanorState): ArcanorState {
  const { view } = state;
  if (!isStart(view)) return state;
  const start = cellsAtStart({ ...view.options });
  const cells = view.cells.map((top, cell) => {
    const first = start[cell] ?? null;
    const stays = top !== null && first !== null && top.owner === first.owner && top.size === first.size;
    return stays ? { ...top, contents: first.contents } : top;
  });
  return { ...state, view: { ...view, cells } };
}

/** Whether the notes should list the contents of the stacks: only on a memory table, and only as long as they are shown there. */
export const showsStart = ({ options, cells }: ArcanorView): boolean =>
  options.table === 'memory' && cells.some((top) => (top?.contents ?? []).length > 0);

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
