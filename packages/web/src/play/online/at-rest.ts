/** How long what appeared or moved takes no press: by then a hand has seen it. Milliseconds. */
const REST = 500;
const LOOK = 100;

/** Tells whether an element has rested in its place, and ignores earlier presses: they were meant for what was there. Returns the end of it. */
export function atRest(element: HTMLElement, tell: (isAtRest: boolean) => void): () => void {
  let place = '';
  let since = 0;
  let isEarly = false;
  const isAtRest = (): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const now = [left, top, width, height].join(' ');
    if (now !== place) since = performance.now();
    place = now;
    return performance.now() - since >= REST;
  };
  const press = (event: Event): void => {
    if (event.type === 'pointerdown') isEarly = !isAtRest();
    else if (isEarly || !isAtRest()) event.stopPropagation();
  };
  const types = ['pointerdown', 'click'] as const;
  for (const type of types) element.addEventListener(type, press, true);
  const timer = setInterval(() => tell(isAtRest()), LOOK);
  tell(isAtRest());
  return () => {
    clearInterval(timer);
    for (const type of types) element.removeEventListener(type, press, true);
  };
}
