import type { Seat } from '@tablier/core';
import type { TrayGroup } from './board-module.ts';

/** How the groups of a board are spread around it. */
export interface Racks {
  /** The pieces of those who sit across, where they have a rack of their own. */
  readonly far: readonly TrayGroup[];
  /** The pieces at hand: those to be played first. */
  readonly near: readonly TrayGroup[];
  /** What is pressed and is no piece. */
  readonly acts: readonly TrayGroup[];
}

/** `split`: whether there is room for the pieces of the others across the board; they share the rack where there is none. */
export function spread(groups: readonly TrayGroup[], bottom: Seat, { split }: { readonly split: boolean }): Racks {
  const pieces = withItems(groups, (item) => item.piece !== undefined);
  const far = pieces.filter(({ seat }) => split && seat !== undefined && seat !== bottom);
  const near = pieces.filter((group) => !far.includes(group));
  return {
    far,
    near: split ? near : near.toSorted((one, other) => rank(one, bottom) - rank(other, bottom)),
    acts: withItems(groups, (item) => item.piece === undefined),
  };
}

/** What can be played comes first, then what belongs to the seat below the board. */
const rank = ({ seat, items }: TrayGroup, bottom: Seat): number =>
  items.some(({ enabled }) => enabled) ? 0 : seat === undefined || seat === bottom ? 1 : 2;

function withItems(groups: readonly TrayGroup[], wanted: (item: TrayGroup['items'][number]) => boolean): TrayGroup[] {
  return groups
    .map((group) => ({ ...group, items: group.items.filter(wanted) }))
    .filter(({ items }) => items.length > 0);
}
