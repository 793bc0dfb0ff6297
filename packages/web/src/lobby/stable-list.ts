/** An item of a list; `gone` if it only keeps its place. */
export interface ListItem<T> {
  readonly item: T;
  readonly gone: boolean;
}

/**
 * The next state of a list on the screen. While it is `held` nothing in it moves: items that change stay in their place, items
 * that go keep their place, and new items wait.
 */
export function stabilized<T extends { readonly id: string }>(
  shown: readonly ListItem<T>[],
  items: readonly T[],
  { held }: { readonly held: boolean },
): readonly ListItem<T>[] {
  // In an empty list nothing can move.
  if (!held || shown.length === 0) return items.map((item) => ({ item, gone: false }));
  const now = new Map(items.map((item) => [item.id, item]));
  return shown.map(({ item }) => ({ item: now.get(item.id) ?? item, gone: !now.has(item.id) }));
}
