import { NEIGHBOURS, originOf } from './board.ts';
import { type ArcanorCell, type ArcanorView, choicesOf } from './view.ts';

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

/** Why the top of `from`, which may move, cannot move to `to`. `null` if it can. */
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
