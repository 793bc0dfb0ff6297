/** One line of a list, and whether it is gone and only keeps its place. */
export interface Kept<T> {
  readonly item: T;
  readonly gone: boolean;
}

/**
 * A list in which nothing moves under a pointer or the keyboard: while it is held, what is there changes in its place, what goes
 * keeps its place, and what is new waits.
 */
export class CalmList<T extends { readonly id: string }> {
  held = $state(false);
  #shown: readonly Kept<T>[] = [];

  /** The list as it is to be shown. */
  show(items: readonly T[]): readonly Kept<T>[] {
    if (!this.held) this.#shown = items.map((item) => ({ item, gone: false }));
    else {
      const now = new Map(items.map((item) => [item.id, item]));
      this.#shown = this.#shown.map(({ item }) => {
        const newest = now.get(item.id);
        return newest === undefined ? { item, gone: true } : { item: newest, gone: false };
      });
      // Into an empty list nothing can jump.
      if (this.#shown.length === 0) this.#shown = items.map((item) => ({ item, gone: false }));
    }
    return this.#shown;
  }

  /** What to spread on the element around the list. */
  readonly holding = {
    onpointerenter: ({ pointerType }: PointerEvent): void => {
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
