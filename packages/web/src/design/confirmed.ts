import { type ComponentProps, mount, unmount } from 'svelte';
import Confirm from './Confirm.svelte';

/** Asks over the page and returns whether the user agrees. Who goes to an earlier page does not. */
export function confirmed(question: Omit<ComponentProps<typeof Confirm>, 'onanswer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const onanswer = (isAgreed: boolean): void => void unmount(dialog).then(() => resolve(isAgreed));
    const dialog = mount(Confirm, { target: document.body, props: { ...question, onanswer } });
  });
}
