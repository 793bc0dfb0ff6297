/** Pixels above the finger where a dragged piece is drawn, so that the finger does not hide it. */
export const ABOVE_FINGER = 56;
/** Pixels from which a movement is a drag. */
export const AWAY = 8;

type Picker = (clientX: number, clientY: number) => string | null;

const pickers = new WeakMap<Element, Picker>();

export const addPicker = (element: Element, pick: Picker): void => void pickers.set(element, pick);

/** The target `lift` pixels above a pointer, also below what lies above the board (`data-above`); `null` if there is none. */
export function targetUnder({ clientX, clientY }: PointerEvent, lift = 0): string | null {
  const all = document.elementsFromPoint(clientX, clientY - lift);
  const element = all.find((each) => each.closest('[data-above]') === null);
  if (element === undefined) return null;
  const pick = pickers.get(element);
  if (pick !== undefined) return pick(clientX, clientY - lift);
  return element.closest('[data-target]')?.getAttribute('data-target') ?? null;
}

interface Grab {
  readonly begin: () => void;
  readonly over: (target: string | null) => void;
  /** The piece was released; `null` if it is over no target. Not called when nothing was dragged. */
  readonly drop: (target: string | null) => void;
}

export function follow(down: PointerEvent, { begin, over, drop }: Grab): void {
  const lift = down.pointerType === 'touch' ? ABOVE_FINGER : 0;
  let dragged = false;
  const ended = new AbortController();
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > AWAY;
    if (!dragged && far) {
      dragged = true;
      begin();
    }
    if (dragged) over(targetUnder(event, lift));
  };
  const up = (event: PointerEvent): void => {
    ended.abort();
    if (dragged) drop(event.type === 'pointerup' ? targetUnder(event, lift) : null);
  };
  if (down.target instanceof Element && down.target.hasPointerCapture(down.pointerId)) {
    down.target.releasePointerCapture(down.pointerId);
  }
  window.addEventListener('pointermove', move, ended);
  for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, up, ended);
}

export interface BoardPointer {
  /** Whether a piece is held that a pointer carries: a finger on the board then does not scroll the page. */
  readonly held: boolean;
  readonly onpoint: (target: string | null) => void;
  readonly onpress: (target: string, by: 'key' | 'mouse' | 'touch') => void;
  readonly ondrag: (from: string, to: string) => void;
  readonly ongrab: (target: string) => void;
  readonly onturn: () => void;
}
