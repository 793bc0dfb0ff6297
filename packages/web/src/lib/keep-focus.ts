/** What the Tab key reaches. */
const PLACES = 'a[href], button:not(:disabled), input, select, textarea, summary, [tabindex="0"]';

/**
 * Keeps the focus in a part of the page that changes while it is read, such as a list that is sorted as it grows: an element that is moved or
 * removed loses it. It goes back to the same element, or to the one in the place of what is gone. An attachment.
 */
export function keepsFocus(part: Element): () => void {
  let held: HTMLElement | null = null;
  let place = 0;
  const places = (): HTMLElement[] => [...part.querySelectorAll<HTMLElement>(PLACES)];

  const taken = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement)) return;
    held = target;
    place = places().indexOf(target);
  };
  // Engines differ in whether removal is told. A person who leaves does so before the next change.
  const left = (): unknown => setTimeout(() => part.contains(document.activeElement) || (held = null));
  const observer = new MutationObserver(() => {
    if (held === null || document.activeElement !== document.body) return;
    const next = held.isConnected ? held : (places()[place] ?? places().at(-1));
    next?.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true });
  part.addEventListener('focusin', taken);
  part.addEventListener('focusout', left);
  return () => {
    observer.disconnect();
    part.removeEventListener('focusin', taken);
    part.removeEventListener('focusout', left);
  };
}
