import { calmly, type Kept } from './calm.ts';

/** A list in which nothing moves under a pointer or the keyboard. */
export class CalmList<T extends { readonly id: string }> {
  held = $state(false);
  #shown: readonly Kept<T>[] = [];

  /** The list as it is to be shown. */
  show(items: readonly T[]): readonly Kept<T>[] {
    this.#shown = calmly(this.#shown, items, this);
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
