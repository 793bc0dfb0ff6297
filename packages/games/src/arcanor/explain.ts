import { NEIGHBOURS, originOf } from './board.ts';
import { type ArcanorCell, type ArcanorView, choicesOf } from './view.ts';

/**
 * Why something does not go: `empty` nothing stands there, `enemy` its top is the opponent's [A5], `home` it is there for good [A9],
 * `shut` no neighbouring cell lets it go; and of a target: `far` it is no neighbour [A5], `own` one's own piece [A8],
 * `size` the enemy there is not exactly one size smaller [A7].
 */
export type Refusal = 'empty' | 'enemy' | 'home' | 'shut' | 'far' | 'own' | 'size';

/** Why the side to move cannot move what stands on a cell, as far as the view tells; `null` where it can. */
export function refusalFrom(view: ArcanorView, cell: number): Refusal | null {
  const top = view.cells[cell] ?? null;
  if (top === null) return 'empty';
  if (top.owner !== view.turn) return 'enemy';
  if (top.isHome) return 'home';
  return choicesOf(view).some((move) => originOf(move) === cell) ? null : 'shut';
}

/** Why the top of `from`, which may move, cannot go to `to`; `null` where it can. */
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
