import type { Move, View } from '@tablier/core';
import type { BoardModule, BoardState } from '../../board/board-module.ts';
import { markItems, markMove, markTargets } from '../../board/input-path.ts';
import { beforeMove, type MovePath } from '../guide/figure.ts';

export interface Advice {
  /** A sentence in place of the hints, until something is pointed at or held. */
  readonly sentence: string | null;
  readonly move: Move | null;
}

/** A board with advice. While nothing is pointed at or held, it shows the move as if about to be made. It accepts the same input. */
export function coachedBoard(board: BoardModule, { sentence, move }: Advice): BoardModule {
  let last: { readonly view: View; readonly path: MovePath } | null = null;
  const pathOf = (state: BoardState<View, unknown>, shown: Move): MovePath => {
    const asked = { ...state, choices: [shown], held: board.nothing, pointed: null };
    if (last?.view !== state.view) last = { view: state.view, path: beforeMove(board, asked, shown) };
    return last.path;
  };
  /** What may be held when this view is first shown. Boards keep a chosen piece after a move: that is no new choice. */
  let first: { readonly view: View; readonly held: readonly unknown[] } | null = null;
  const isIdle = (state: BoardState<View, unknown>): boolean => {
    const { view, held, pointed } = state;
    if (first?.view !== view) {
      const put = [board.keep?.(state), board.putBack?.(held)].filter((each) => each !== undefined);
      first = { view, held: [board.nothing, held, ...put] };
    }
    return pointed === null && first.held.some((each) => isSame(each, held));
  };
  const isShown = ({ choices }: BoardState<View, unknown>): boolean => move !== null && choices.includes(move);
  return {
    ...board,
    scene(state) {
      const scene = board.scene(state);
      if (move === null || !isShown(state)) return scene;
      const { state: shown, places } = pathOf(state, move);
      if (!isIdle(state)) return markTargets(scene, places);
      const ahead = board.scene({ ...state, held: shown.held, pointed: shown.pointed });
      // The targets stay the current ones, so every press keeps its meaning.
      const { chooser: _chooser, ...picture } = markMove({ ...ahead, targets: scene.targets }, places);
      return picture;
    },
    tray: (state) =>
      move === null || !isShown(state) ? board.tray(state) : markItems(board.tray(state), pathOf(state, move).places),
    notes(state) {
      const notes = board.notes(state);
      if (sentence === null || !isIdle(state) || notes.some(({ kind }) => kind === 'reason')) return notes;
      return [{ kind: 'hint', text: sentence, isNews: true }];
    },
  };
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
