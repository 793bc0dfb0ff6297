import {
  type Game,
  type Move,
  movesIn,
  playLegal,
  positionAfter,
  type Seat,
  type Setup,
  type View,
  type Viewer,
} from '@tablier/core';
import {
  type BoardModule,
  type BoardState,
  type SeatCard,
  type SeenPeek,
  stillState,
} from '../../board/board-module.ts';
import { markMove } from '../../board/input-path.ts';
import { type Box, type Crop, framed, markOver, type Scene, type Solid } from '../../board/scene/scene.ts';
import { RIM } from '../../games/catalogue.ts';
import { People } from '../../lib/people.ts';
import { beforeMove, type MovePath } from '../../table/guide/figure.ts';

/** A position as one viewer saw it. */
export interface SeenPosition {
  readonly view: View;
  /** The steps of the turn that led to it. */
  readonly lastMoves: readonly Move[];
  /** The peeks there, before the next move, with what they showed. */
  readonly peeks: readonly SeenPeek[];
}

/** How a board is seen. */
interface Eyes {
  readonly game: Game;
  readonly board: BoardModule;
  readonly people?: People;
  readonly viewer: Viewer;
  readonly bottom?: Seat;
}

/** The boards before and after a turn, in the rim of the box. */
export interface TurnScenes {
  readonly before: Scene;
  readonly after: Scene;
}

/** The board at a position, without coordinates or what can be pressed. */
export const sceneOf = (eyes: Eyes, seen: SeenPosition): Scene => ({
  ...framed(bareScene(eyes, seen), RIM),
  targets: [],
});

/** The same as the board of a table draws it. */
export const bareScene = (eyes: Eyes, seen: SeenPosition): Scene => eyes.board.scene(seenState(eyes, seen));

/** What stands in front of the seats. */
export const cardsOf = (eyes: Eyes, seen: SeenPosition): readonly SeatCard[] =>
  eyes.board.cards?.(seenState(eyes, seen)) ?? [];

/** The state of a board without input, with what it shows at first. */
export function seenState(
  { game, board, viewer, bottom = 0, people = new People(game) }: Eyes,
  { view, lastMoves, peeks }: SeenPosition,
): BoardState<View, unknown> {
  const toggled = new Set((board.toggles?.() ?? []).filter(({ initially }) => initially).map(({ id }) => id));
  return { ...stillState(game, board, view), people, viewer, bottom, toggled, lastMoves, peeks };
}

/** The pieces that a turn brings or moves, and those that it takes away. */
export function changed({ before, after }: TurnScenes): {
  readonly come: readonly Solid[];
  readonly gone: readonly Solid[];
} {
  const now = new Set(after.solids.map(({ id }) => id));
  const old = new Map(before.solids.map((solid) => [solid.id, solid]));
  const hasMoved = (solid: Solid): boolean => {
    const was = old.get(solid.id);
    return was === undefined || was.x !== solid.x || was.y !== solid.y || was.width !== solid.width;
  };
  return { come: after.solids.filter(hasMoved), gone: before.solids.filter(({ id }) => !now.has(id)) };
}

/** More pieces than any move takes: the board was cleared for what follows. */
const CLEARED = 8;

/** The board after a turn, with a frame around what it has changed; `null` if it is cleared. `warn`: it was no good. */
export function outlined(scenes: TurnScenes, role: 'warn' | 'guide'): Scene | null {
  const { come, gone } = changed(scenes);
  if (gone.length > CLEARED) return null;
  const marks = [...come, ...gone]
    .filter(({ shape }) => shape !== 'counter')
    .map((solid) => markOver(`changed${solid.id}`, 'outline', role, solid));
  return { ...scenes.after, marks: [...scenes.after.marks, ...marks] };
}

/** The air around what changed, in cells, and the least part of the board that is shown. */
const AIR = 1.5;
const LEAST = 0.62;

/** The part of the board around what a turn changed, in cells. `ratio`: width by height. */
export function cropOf(scenes: TurnScenes, ratio: number): Crop {
  const { width, height } = scenes.after;
  const { come, gone } = changed(scenes);
  const places: readonly Box[] = [
    ...come,
    ...gone,
    ...come.flatMap(({ id }) => scenes.before.solids.filter((each) => each.id === id)),
  ];
  const [left, right] = spanOf(places, width, ({ x, width: wide }) => [x - wide / 2, x + wide / 2]);
  const [top, bottom] = spanOf(places, height, ({ y, depth }) => [y - depth / 2, y + depth / 2]);
  const most = Math.min(width, height * ratio);
  const wide = Math.min(most, Math.max(right - left, (bottom - top) * ratio, LEAST * most));
  const within = (middle: number, size: number, whole: number): number =>
    Math.max(0, Math.min(whole - size, middle - size / 2));
  return {
    x: within((left + right) / 2, wide, width),
    y: within((top + bottom) / 2, wide / ratio, height),
    width: wide,
    height: wide / ratio,
  };
}

function spanOf(
  places: readonly Box[],
  whole: number,
  edges: (box: Box) => readonly [number, number],
): readonly [number, number] {
  if (places.length === 0) return [0, whole];
  const all = places.map(edges);
  return [Math.min(...all.map(([from]) => from)) - AIR, Math.max(...all.map(([, to]) => to)) + AIR];
}

/**
 * A board that shows a move before it is made: the piece where it would go, and an outline around the places of the move. Boards of games
 * draw it as they draw a move that a player is about to make.
 */
export function withMove(board: BoardModule, move: Move): BoardModule {
  let last: { readonly view: View; readonly path: MovePath } | null = null;
  const pathOf = (state: BoardState<View, unknown>): MovePath => {
    const asked = { ...state, choices: [move], held: board.nothing, pointed: null };
    if (last?.view !== state.view) last = { view: state.view, path: beforeMove(board, asked, move) };
    const { held, pointed } = last.path.state;
    return { state: { ...asked, held, pointed }, places: last.path.places };
  };
  return {
    ...board,
    scene(state) {
      const { state: shown, places } = pathOf(state);
      // The review has no input: it asks no question and offers no target.
      const { chooser: _chooser, ...scene } = markMove(board.scene(shown), places);
      return { ...scene, targets: board.scene(state).targets };
    },
  };
}

/** The view after some moves of a game and then those of a line, as far as they are legal: a line may assume other hidden information. */
export function viewAfter(
  game: Game,
  setup: Setup,
  texts: readonly string[],
  moves: readonly Move[],
): { readonly view: View; readonly lastMoves: readonly Move[] } {
  const position = positionAfter(game, setup, movesIn(game, texts));
  const lastMoves = playLegal(game, position, moves).slice(-1);
  return { view: game.view(position, 'open'), lastMoves };
}
