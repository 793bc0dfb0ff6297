import type { Move, View } from '@tablier/core';
import type { BoardModule, BoardState } from '../../board/board-module.ts';
import type { Box, Point, Scene, Solid } from '../../board/scene/scene.ts';
import { markItems, markMove, markTargets } from '../../board/input-path.ts';
import { beforeMove, type MovePath } from '../guide/figure.ts';

/** What the coach says in its bubble. */
export interface Said {
  readonly text: string;
  /** What it is about, as `placeOf` takes it. `null`: the place of `move`, if there is one. */
  readonly about: string | null;
  readonly move: Move | null;
  /** Whether the move is put into the hand, so that one more press makes it. */
  readonly isInHand?: boolean;
  /** The buttons; the first is the one to press. */
  readonly answers: readonly { readonly label: string; readonly press: () => void }[];
}

/** A board as it is drawn, and for 3D where its places are in parts of the picture. */
export interface Drawn {
  readonly scene: Scene;
  readonly project: ((place: Point) => Point) | null;
}

/** Where something is drawn, in parts of the picture: a solid or a target by its id, `last` the last move, `null` the outline of a move. `null` if it is not. In 3D its middle. */
export function placeOf({ scene, project }: Drawn, about: string | null): Box | null {
  const { solids, targets, marks, width, height } = scene;
  const isIt = ({ id }: { readonly id: string }): boolean => id === about || id.startsWith(`${about}-`);
  const mark = marks.findLast(({ id, role }) => (about === null ? id.startsWith('marked') : role === about));
  const place: Box | undefined = mark ?? solids.find(isIt) ?? targets.find(isIt);
  if (place === undefined) return null;
  if (project !== null) return { ...project({ x: place.x, y: place.y }), width: 0, depth: 0 };
  return { x: place.x / width, y: place.y / height, width: place.width / width, depth: place.depth / height };
}

/** A board with what the coach shows on it. While nothing is pointed at or held, it shows the move as if about to be made. It accepts the same input. */
export function coachedBoard(board: BoardModule, { move, about }: Pick<Said, 'move' | 'about'>): BoardModule {
  let last: { readonly view: View; readonly path: MovePath } | null = null;
  const pathOf = (state: BoardState<View, unknown>, shown: Move): MovePath => {
    const asked = { ...state, held: board.nothing, pointed: null };
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
      if (about !== null && isIdle(state))
        return { ...scene, solids: scene.solids.map((solid) => liftedIf(solid, about)) };
      if (move === null || !isShown(state)) return scene;
      const { state: shown, places } = pathOf(state, move);
      if (!isIdle(state)) return markChooser(markTargets(scene, places), places);
      const ahead = board.scene({ ...state, held: shown.held, pointed: shown.pointed });
      // The targets stay the current ones, so every press keeps its meaning.
      const { chooser: _chooser, ...picture } = markMove({ ...ahead, targets: scene.targets }, places);
      return picture;
    },
    tray: (state) =>
      move === null || !isShown(state) ? board.tray(state) : markItems(board.tray(state), pathOf(state, move).places),
  };
}

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
