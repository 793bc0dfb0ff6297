import type { Options } from '@tablier/core';
import type { ArcanorView } from '@tablier/games/arcanor';
import { game } from '@tablier/games/arcanor/game';
import type { ArcanorState } from './held.ts';

/**
 * Whether a player of a memory table has not moved yet: until then the start, which both know, is shown with all contents
 * [A3] [A4].
 */
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
