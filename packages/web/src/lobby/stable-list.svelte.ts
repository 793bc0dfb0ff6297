import { calmly, type Kept } from './stable-list.ts';

/** A list in which nothing moves under a pointer or the keyboard, and of which the first are shown until somebody asks for all. */
export class CalmList<T extends { readonly id: string }> {
  held = $state(false);
  #first = $state(Number.POSITIVE_INFINITY);
  #shown: readonly Kept<T>[] = [];

  /** `first`: how many are shown at the beginning; all where left out. */
  constructor(first = Number.POSITIVE_INFINITY) {
    this.#first = first;
  }

  /** The list as it is to be shown. */
  show(items: readonly T[]): readonly Kept<T>[] {
    this.#shown = calmly(this.#shown, items.slice(0, this.#first), this);
    return this.#shown;
  }

  /** How many are left out. */
  more(items: readonly T[]): number {
    return Math.max(0, items.length - this.#first);
  }

  showAll(): void {
    this.#first = Number.POSITIVE_INFINITY;
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
