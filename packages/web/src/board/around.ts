import type { BoardModule, BoardNote, BoardState, Confirmation, TrayGroup } from './board-module.ts';
import type { Seat, View } from '@tablier/core';
import { m } from '../paraglide/messages.js';

/** Puts the goal before the notes, unless one of them needs the space: a preview or the reason why something is illegal. */
export const withGoal = (notes: readonly BoardNote[], goal: string | null): readonly BoardNote[] =>
  goal === null || notes.some(({ kind }) => kind !== 'hint') ? notes : [{ kind: 'hint', text: goal }, ...notes];

/** The button that confirms the preview of a first touch; `null` where a press plays at once. */
export function confirmationOf<H>(board: BoardModule<View, H>, state: BoardState<View, H>): Confirmation | null {
  if (!state.touch || !board.touchPointsFirst) return null;
  return board.confirm === undefined ? { label: m.board_place() } : board.confirm(state);
}

interface Racks {
  readonly far: readonly TrayGroup[];
  readonly near: readonly TrayGroup[];
  readonly acts: readonly TrayGroup[];
}

/** `split`: whether there is space for a rack at the other side; otherwise all pieces share one rack. */
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
