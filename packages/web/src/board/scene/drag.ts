import type { Point, Scene } from './scene.ts';

/** Pixels above the finger where a dragged piece is drawn, so that the finger does not hide it. */
export const ABOVE_FINGER = 56;
/** Pixels from which a movement is a drag. */
export const AWAY = 8;

type Picker = (clientX: number, clientY: number) => string | null;

const pickers = new WeakMap<Element, Picker>();

export const addPicker = (element: Element, pick: Picker): void => void pickers.set(element, pick);

/** The target at a place of the window, also below what lies above the board (`data-above`); `null` if there is none. */
export const targetUnder: Picker = (x, y) => {
  const element = document.elementsFromPoint(x, y).find((each) => each.closest('[data-above]') === null);
  if (element === undefined) return null;
  const pick = pickers.get(element);
  if (pick !== undefined) return pick(x, y);
  return element.closest('[data-target]')?.getAttribute('data-target') ?? null;
};

export function focusTarget(board: Element | null, target: string, options?: FocusOptions): void {
  board?.querySelector<SVGElement>(`[data-target="${CSS.escape(target)}"]`)?.focus(options);
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
    if (dragged) over(targetUnder(event.clientX, event.clientY - lift));
  };
  const up = (event: PointerEvent): void => {
    ended.abort();
    if (dragged) drop(event.type === 'pointerup' ? targetUnder(event.clientX, event.clientY - lift) : null);
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

/** A pointer that went down on a target. */
export interface Down extends Point {
  readonly target: string;
  readonly isTouch: boolean;
  isGrabbed: boolean;
}

export const downOn = (target: string | null, { clientX: x, clientY: y, pointerType }: PointerEvent): Down | null =>
  target === null ? null : { target, isTouch: pointerType === 'touch', isGrabbed: false, x, y };

export const hasGrip = ({ targets }: Scene, id: string): boolean =>
  targets.some((target) => target.id === id && target.grip === true);

/** Points at what is under a pointer, and takes up the piece that it drags away. */
export function movePointer(
  { clientX: x, clientY: y, pointerType }: PointerEvent,
  { scene, down, pick }: { readonly scene: Scene; readonly down: Down | null; readonly pick: Picker },
  board: Partial<BoardPointer>,
): void {
  const isHeld = board.held === true;
  const isAway = down !== null && Math.hypot(x - down.x, y - down.y) > AWAY;
  // A finger that slides with something in the hand would hide the piece, which is drawn above it.
  const isSliding = isAway && down.isTouch && isHeld && !down.isGrabbed;
  const target = pick(x, isSliding ? y - ABOVE_FINGER : y);
  if (down !== null && !down.isGrabbed && target !== down.target && hasGrip(scene, down.target)) {
    down.isGrabbed = true;
    board.ongrab?.(down.target);
  }
  if (pointerType === 'mouse' || isHeld || down?.isGrabbed === true) board.onpoint?.(target);
}

/** The wheel turns the held piece and does not scroll the page. */
export function turnHeld(event: WheelEvent, board: Partial<BoardPointer>): void {
  if (board.held !== true || event.ctrlKey) return;
  event.preventDefault();
  board.onturn?.();
}
