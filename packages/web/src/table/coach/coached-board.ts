import type { Move, View } from '@tablier/core';
import type { BoardModule, BoardState } from '../../board/board-module.ts';
import type { Scene, Solid } from '../../board/scene/scene.ts';
import { markItems, markMove, markTargets } from '../../board/input-path.ts';
import { beforeMove, type MovePath } from '../guide/figure.ts';
import type { Said } from './said.ts';

type Shown = Pick<Said, 'move' | 'about' | 'key'>;

/** A board with what the coach shows on it. While nothing is pointed at or held, it shows the move as if about to be made. It accepts the same input. */
export function coachedBoard(board: BoardModule, { move, about, key = '' }: Shown): BoardModule {
  let last: { readonly view: View; readonly from: unknown; readonly path: MovePath } | null = null;
  /** From empty hands, which may still remember something else. */
  const pathOf = (state: BoardState<View, unknown>, shown: Move): MovePath => {
    const from = board.putBack?.(state.held) ?? board.nothing;
    if (last?.view !== state.view || !isSame(last.from, from))
      last = { view: state.view, from, path: beforeMove(board, { ...state, held: from, pointed: null }, shown) };
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
  const carries = (held: unknown): boolean => board.carries?.(held) ?? held !== board.nothing;
  const isShown = ({ choices }: BoardState<View, unknown>): boolean => move !== null && choices.includes(move);
  return {
    ...quieted(board, key),
    scene(state) {
      const scene = board.scene(state);
      if (about !== null && isIdle(state))
        return { ...scene, solids: scene.solids.map((solid) => liftedIf(solid, about)) };
      if (move === null || !isShown(state)) return scene;
      const { state: shown, places } = pathOf(state, move);
      if (!isIdle(state)) {
        const isReady = state.pointed === shown.pointed && isSame(state.held, shown.held);
        return markChooser(isReady ? markMove(scene, places) : markTargets(scene, places), places);
      }
      const ahead = board.scene({ ...state, held: shown.held, pointed: shown.pointed });
      // The targets stay the current ones, so every press keeps its meaning.
      const { chooser: _chooser, ...picture } = markMove({ ...ahead, targets: scene.targets }, places);
      return picture;
    },
    tray: (state) =>
      move === null || !isShown(state) ? board.tray(state) : markItems(board.tray(state), pathOf(state, move).places),
    pick(state, item) {
      const step = board.pick(state, item);
      const putsDown = carries(state.held) && !carries(step.held);
      // Who presses the piece that the coach shows wants it, also where it is in the hand already.
      const isKept = putsDown && move !== null && isShown(state) && pathOf(state, move).places.includes(item);
      return isKept ? { held: state.held } : step;
    },
  };
}

const quieted = (board: BoardModule, key: string): BoardModule => ({
  ...board,
  notes: (state) => board.notes(state).filter(({ saidBy }) => saidBy?.includes(key) !== true),
  announceEffects: (before, after, people) => board.announceEffects?.(before, after, people, key) ?? [],
});

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function markChooser(scene: Scene, places: readonly string[]): Scene {
  const { chooser } = scene;
  if (chooser === undefined) return scene;
  const items = chooser.items.map((item) => ({ ...item, isNext: places.includes(item.id) }));
  return { ...scene, chooser: { ...chooser, items } };
}

/** A piece is drawn as chosen if a sentence is about it. */
const liftedIf = (solid: Solid, about: string): Solid =>
  solid.id === about || solid.id.startsWith(`${about}-`) ? { ...solid, look: 'chosen' } : solid;
