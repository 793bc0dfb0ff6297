/** A list in which nothing moves under a pointer or the focus. It shows its first items until the user asks for all. */
export class StableList<T extends { readonly id: string }> {
  held = $state(false);
  #first = $state(Number.POSITIVE_INFINITY);
  #shown: readonly ListItem<T>[] = [];

  constructor(first = Number.POSITIVE_INFINITY) {
    this.#first = first;
  }

  show(items: readonly T[]): readonly ListItem<T>[] {
    this.#shown = stabilized(this.#shown, items.slice(0, this.#first), this);
    return this.#shown;
  }

  more(items: readonly T[]): number {
    return Math.max(0, items.length - this.#first);
  }

  showAll(): void {
    this.#first = Number.POSITIVE_INFINITY;
  }

  readonly holding = {
    onpointerenter: ({ pointerType }: Pick<PointerEvent, 'pointerType'>): void => {
      if (pointerType === 'mouse') this.held = true;
    },
    onpointerleave: (): void => {
      this.held = false;
    },
    onfocusin: (): void => {
      this.held = true;
    },
    onfocusout: (): void => {
      this.held = false;
    },
  };
}

/** An item of a list; `gone` if it only keeps its place. */
interface ListItem<T> {
  readonly item: T;
  readonly gone: boolean;
}

/** The next state of a list on the screen. While it is `held`, items stay in their place even if they go, and new ones wait. */
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
