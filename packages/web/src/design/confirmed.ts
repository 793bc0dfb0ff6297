import { type ComponentProps, mount, unmount } from 'svelte';
import Confirm from './Confirm.svelte';

let asked: { close(): void } | null = null;

/** Asks over the page and returns whether the user agrees. Who goes to an earlier page does not. */
export function confirmed(question: Omit<ComponentProps<typeof Confirm>, 'onanswer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const onanswer = (isAgreed: boolean): void => {
      asked = null;
      void unmount(dialog).then(() => resolve(isAgreed));
    };
    const dialog = mount(Confirm, { target: document.body, props: { ...question, onanswer } });
    asked = dialog;
  });
}

/** What the question is about has ended: the answer is no. */
export const withdrawQuestion = (): void => asked?.close();
