/** One line of a list, and whether it is gone and only keeps its place. */
export interface Kept<T> {
  readonly item: T;
  readonly gone: boolean;
}

/**
 * A list as it is shown after another: as it is, or while it is `held`, so that nothing in it moves. Then what is there changes
 * in its place, what goes keeps its place, and what is new waits.
 */
export function calmly<T extends { readonly id: string }>(
  shown: readonly Kept<T>[],
  items: readonly T[],
  { held }: { readonly held: boolean },
): readonly Kept<T>[] {
  // Into an empty list nothing can jump.
  if (!held || shown.length === 0) return items.map((item) => ({ item, gone: false }));
  const now = new Map(items.map((item) => [item.id, item]));
  return shown.map(({ item }) => ({ item: now.get(item.id) ?? item, gone: !now.has(item.id) }));
}
