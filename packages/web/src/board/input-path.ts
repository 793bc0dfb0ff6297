import type { Move, Seat, View } from '@tablier/core';
import type { BoardModule, BoardNote, BoardState, Confirmation, Step, TrayGroup } from './board-module.ts';
import { markOver, type Scene, type Target } from './scene/scene.ts';
import { m } from '../paraglide/messages.js';

type Input =
  | { readonly kind: 'press'; readonly target: string }
  | { readonly kind: 'pick'; readonly item: string }
  | { readonly kind: 'turn' };

export function afterInput<H>(board: BoardModule<View, H>, state: BoardState<View, H>, input: Input): Step<H> {
  switch (input.kind) {
    case 'press':
      return board.press({ ...state, pointed: input.target }, input.target);
    case 'pick':
      return board.pick(state, input.item);
    case 'turn':
      return { held: board.turn?.(state) ?? state.held };
  }
}

function inputsOf<H>(board: BoardModule<View, H>, state: BoardState<View, H>): Input[] {
  const { targets, chooser } = board.scene(state);
  const groups = board.tray(state);
  // The button that turns the piece is the same as the key.
  const items = groups.flatMap((group) => group.items.filter(({ id, enabled }) => enabled && id !== 'turn'));
  return [
    ...targets.filter(({ enabled }) => enabled).map(({ id }): Input => ({ kind: 'press', target: id })),
    ...[...(chooser?.items ?? []), ...items].map(({ id }): Input => ({ kind: 'pick', item: id })),
    ...(board.turn === undefined ? [] : [{ kind: 'turn' } as const]),
  ];
}

export function inputPath<H>(
  board: BoardModule<View, H>,
  state: BoardState<View, H>,
  move: Move,
): readonly Input[] | null {
  const found: { readonly state: BoardState<View, H>; readonly path: readonly Input[] }[] = [{ state, path: [] }];
  const seen = new Set([JSON.stringify(state.held)]);
  for (const { state: here, path } of found) {
    for (const input of inputsOf(board, here)) {
      const step = afterInput(board, here, input);
      if (step.move === move) return [...path, input];
      const key = JSON.stringify(step.held);
      if (seen.has(key)) continue;
      seen.add(key);
      found.push({ state: { ...here, held: step.held }, path: [...path, input] });
    }
  }
  return null;
}

/** A place that is pressed twice, because the first press warns, is named once. */
export const placesOf = (path: readonly Input[]): string[] => [
  ...new Set(
    path.flatMap((input) => (input.kind === 'press' ? [input.target] : input.kind === 'pick' ? [input.item] : [])),
  ),
];

export function markTargets(scene: Scene, marked: readonly string[]): Scene {
  if (marked.length === 0) return scene;
  // In the order of the presses: the last is the one that makes the move.
  const outlines = marked
    .flatMap((id) => scene.targets.filter((target) => target.id === id))
    .map((target) => markOver(`marked${target.id}`, 'outline', 'guide', target));
  return { ...scene, targets: nextOf(scene, marked), marks: [...scene.marks, ...outlines] };
}

function nextOf({ targets }: Scene, marked: readonly string[]): readonly Target[] {
  const next = marked.findLast((id) => targets.some((target) => target.id === id));
  return targets.map((target) => (target.id === next ? { ...target, isNext: true } : target));
}

/** A scene that shows a move before it is made, with an outline around the piece, or else around the places of the move. */
export function markMove(scene: Scene, places: readonly string[]): Scene {
  const { turns } = scene;
  if (turns === undefined) return markTargets(scene, places);
  const outline = markOver('marked', 'outline', 'guide', turns);
  return { ...scene, targets: nextOf(scene, places), marks: [...scene.marks, outline] };
}

export const markItems = (groups: readonly TrayGroup[], marked: readonly string[]): readonly TrayGroup[] =>
  marked.length === 0
    ? groups
    : groups.map((group) => ({
        ...group,
        items: group.items.map((item) => (item.enabled && marked.includes(item.id) ? { ...item, isNext: true } : item)),
      }));

/** Puts the goal before the notes, unless one of them needs the space: a preview or the reason why something is illegal. */
export const withGoal = (notes: readonly BoardNote[], goal: string | null): readonly BoardNote[] =>
  goal === null || notes.some(({ kind }) => kind !== 'hint') ? notes : [{ kind: 'hint', text: goal }, ...notes];

export function confirmationOf<H>(board: BoardModule<View, H>, state: BoardState<View, H>): Confirmation | null {
  if (!state.touch || !board.touchPointsFirst) return null;
  return board.confirm === undefined ? { label: m.board_place() } : board.confirm(state);
}

interface Racks {
  readonly far: readonly TrayGroup[];
  readonly near: readonly TrayGroup[];
  readonly acts: readonly TrayGroup[];
}

export function spread(groups: readonly TrayGroup[], bottom: Seat, { split }: { readonly split: boolean }): Racks {
  const shown = groups.filter(({ isExtra }) => split || isExtra !== true);
  const pieces = withItems(shown, (item) => item.piece !== undefined);
  const far = pieces.filter(({ seat }) => split && seat !== undefined && seat !== bottom);
  const near = pieces.filter((group) => !far.includes(group));
  return {
    far,
    near: split ? near : near.toSorted((one, other) => rank(one, bottom) - rank(other, bottom)),
    acts: withItems(groups, (item) => item.piece === undefined),
  };
}

const rank = ({ seat, items }: TrayGroup, bottom: Seat): number =>
  items.some(({ enabled }) => enabled) ? 0 : seat === undefined || seat === bottom ? 1 : 2;

function withItems(groups: readonly TrayGroup[], wanted: (item: TrayGroup['items'][number]) => boolean): TrayGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(wanted) }))
    .filter(({ items }) => items.length > 0);
}
