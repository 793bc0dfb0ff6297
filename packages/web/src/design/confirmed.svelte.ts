import { type ComponentProps, mount, tick, unmount } from 'svelte';
import Confirm from './Confirm.svelte';

type Question = Omit<ComponentProps<typeof Confirm>, 'open' | 'onyes' | 'onno'>;

/** Asks over the page and returns whether the user agrees. Who goes to an earlier page does not. */
export function confirmed(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const no = (): void => void answer(false);
    const props = $state({ ...question, open: true, onyes: () => void answer(true), onno: no });
    const dialog = mount(Confirm, { target: document.body, props });
    addEventListener('popstate', no);

    async function answer(isAgreed: boolean): Promise<void> {
      removeEventListener('popstate', no);
      // A dialog that closes returns the focus to what opened it.
      props.open = false;
      await tick();
      await unmount(dialog);
      resolve(isAgreed);
    }
  });
}
