/** Pixels above the finger where a dragged piece is drawn, so that the finger does not hide it. */
export const ABOVE_FINGER = 56;
/** Pixels from which a movement is a drag. */
const AWAY = 8;

/** The target `lift` pixels above a pointer; `null` if there is none. */
export const targetUnder = ({ clientX, clientY }: PointerEvent, lift = 0): string | null =>
  document
    .elementFromPoint(clientX, clientY - lift)
    ?.closest('[data-target]')
    ?.getAttribute('data-target') ?? null;

interface Grab {
  /** The drag has begun. */
  readonly begin: () => void;
  readonly over: (target: string | null) => void;
  /** The piece was released; `null` if it is over no target. Not called when nothing was dragged. */
  readonly drop: (target: string | null) => void;
}

/** Tracks a pointer that went down on a piece of the rack until it is released. */
export function follow(down: PointerEvent, { begin, over, drop }: Grab): void {
  const lift = down.pointerType === 'touch' ? ABOVE_FINGER : 0;
  let dragged = false;
  const move = (event: PointerEvent): void => {
    const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > AWAY;
    if (!dragged && far) {
      dragged = true;
      begin();
    }
    if (dragged) over(targetUnder(event, lift));
  };
  const up = (event: PointerEvent): void => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', up);
    if (dragged) drop(event.type === 'pointerup' ? targetUnder(event, lift) : null);
  };
  if (down.target instanceof Element && down.target.hasPointerCapture(down.pointerId)) {
    down.target.releasePointerCapture(down.pointerId);
  }
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', up);
}
