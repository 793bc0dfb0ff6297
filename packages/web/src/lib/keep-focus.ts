/**
 * Keeps the focus in a part of the page that changes while it is read, such as a list that is sorted as it grows: an element that is moved or
 * removed loses it. It goes back to the element, or to what remains around it: never to another button, which could be pressed by mistake.
 * An attachment.
 */
export function keepsFocus(part: Element): () => void {
  /** The element that had the focus last, and those around it. */
  let held: (HTMLElement | SVGElement)[] = [];
  const take = ({ target }: Event): void => {
    held = [];
    for (let at = target as HTMLElement | null; at !== null && part.contains(at); at = at.parentElement) held.push(at);
  };
  // Who goes to another element changes the part by leaving it, as the frame of the focus goes: they would be brought back before they are there.
  // Without one a removal may be such an event, too. Only a person leaves before the next change.
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) held = [];
    else setTimeout(() => part.contains(document.activeElement) || (held = []));
  };
  const observer = new MutationObserver(() => {
    const next = document.activeElement === document.body ? held.find(({ isConnected }) => isConnected) : undefined;
    if (next !== held[0]) next?.setAttribute('tabindex', '-1');
    next?.focus({ preventScroll: true });
  });
  observer.observe(part, { childList: true, subtree: true });
  // The listeners go with the part.
  part.addEventListener('focusin', take);
  part.addEventListener('blur', leave as EventListener, true);
  return () => observer.disconnect();
}
