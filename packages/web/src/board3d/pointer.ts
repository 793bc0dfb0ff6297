import { ABOVE_FINGER, AWAY } from '../scene/drag.ts';

/** What the pointer of a 3D board needs to know and can do. */
export interface PointerHost {
  pick(clientX: number, clientY: number): string | null;
  /** Whether a piece is held that a finger carries. */
  isHolding(): boolean;
  hasGrip(target: string): boolean;
  point(target: string | null): void;
  press(target: string, by: 'mouse' | 'touch'): void;
  drag(from: string, to: string): void;
  grab(target: string): void;
  /** Turns the held piece. */
  turn(): void;
  /** Turns the view, by pixels. */
  orbit(dx: number, dy: number): void;
}

interface Down {
  readonly pointer: number;
  readonly target: string;
  readonly isTouch: boolean;
  readonly x: number;
  readonly y: number;
  isGrabbed: boolean;
}

/**
 * Presses and drags on the canvas do what they do on the flat board. The right button, two fingers, or a drag that begins next to
 * all targets turn the view.
 */
export function follow3d(canvas: HTMLCanvasElement, host: PointerHost): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let down: Down | null = null;
  let isOrbiting = false;

  const moved = ({ clientX, clientY }: PointerEvent, { x, y }: Pick<Down, 'x' | 'y'>): boolean =>
    Math.hypot(clientX - x, clientY - y) > AWAY;
  const pick = ({ clientX, clientY }: PointerEvent, lift = 0): string | null => host.pick(clientX, clientY - lift);

  function onpointerdown(event: PointerEvent): void {
    const { pointerId, pointerType, clientX: x, clientY: y, button } = event;
    fingers.set(pointerId, { x, y });
    canvas.setPointerCapture(pointerId);
    if (fingers.size > 1) {
      down = null;
      isOrbiting = true;
      host.point(null);
      return;
    }
    const target = button === 0 ? pick(event) : null;
    isOrbiting = target === null;
    down =
      target === null ? null : { pointer: pointerId, target, isTouch: pointerType === 'touch', isGrabbed: false, x, y };
  }

  function onpointermove(event: PointerEvent): void {
    const finger = fingers.get(event.pointerId);
    if (finger !== undefined && isOrbiting) {
      const share = 1 / fingers.size;
      host.orbit((event.clientX - finger.x) * share, (event.clientY - finger.y) * share);
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    const isSliding = down?.isTouch === true && host.isHolding() && !down.isGrabbed && moved(event, down);
    const target = pick(event, isSliding ? ABOVE_FINGER : 0);
    if (down !== null && !down.isGrabbed && target !== down.target && host.hasGrip(down.target)) {
      down.isGrabbed = true;
      host.grab(down.target);
    }
    if (event.pointerType === 'mouse' || host.isHolding() || down?.isGrabbed === true) host.point(target);
  }

  function onpointerup(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    const pressed = down;
    down = null;
    if (isOrbiting || pressed === null) {
      isOrbiting = fingers.size > 0;
      return;
    }
    const to = pick(event);
    if (to === pressed.target) host.press(to, pressed.isTouch ? 'touch' : 'mouse');
    else if (to !== null && (!host.isHolding() || pressed.isGrabbed)) host.drag(pressed.target, to);
  }

  function onpointercancel({ pointerId }: PointerEvent): void {
    fingers.delete(pointerId);
    down = null;
    isOrbiting = fingers.size > 0;
  }

  function onpointerleave({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') host.point(null);
  }

  /** The wheel turns the held piece and must not scroll the page. */
  function onwheel(event: WheelEvent): void {
    if (!host.isHolding() || event.ctrlKey) return;
    event.preventDefault();
    host.turn();
  }

  const prevent = (event: Event): void => event.preventDefault();
  canvas.addEventListener('pointerdown', onpointerdown);
  canvas.addEventListener('pointermove', onpointermove);
  canvas.addEventListener('pointerup', onpointerup);
  canvas.addEventListener('pointercancel', onpointercancel);
  canvas.addEventListener('pointerleave', onpointerleave);
  canvas.addEventListener('wheel', onwheel, { passive: false });
  canvas.addEventListener('contextmenu', prevent);
  return () => {
    canvas.removeEventListener('pointerdown', onpointerdown);
    canvas.removeEventListener('pointermove', onpointermove);
    canvas.removeEventListener('pointerup', onpointerup);
    canvas.removeEventListener('pointercancel', onpointercancel);
    canvas.removeEventListener('pointerleave', onpointerleave);
    canvas.removeEventListener('wheel', onwheel);
    canvas.removeEventListener('contextmenu', prevent);
  };
}
