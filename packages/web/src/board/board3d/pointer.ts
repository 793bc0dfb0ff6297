import { ABOVE_FINGER, AWAY } from '../scene/drag.ts';

interface PointerHost {
  pick(clientX: number, clientY: number): string | null;
  isHolding(): boolean;
  hasGrip(target: string): boolean;
  point(target: string | null): void;
  press(target: string, by: 'mouse' | 'touch'): void;
  drag(from: string, to: string): void;
  grab(target: string): void;
  turn(): void;
  orbit(dx: number, dy: number): void;
}

interface Down {
  readonly target: string;
  readonly isTouch: boolean;
  readonly x: number;
  readonly y: number;
  isGrabbed: boolean;
}

/** Presses and drags do what they do on the flat board. The right button, two fingers, or a drag beyond all targets turn the view. */
export function follow3d(canvas: HTMLCanvasElement, host: PointerHost): () => void {
  const pointers = new Pointers(canvas, host);
  const stopped = new AbortController();
  const { signal } = stopped;
  canvas.addEventListener('pointerdown', (event) => pointers.press(event), { signal });
  canvas.addEventListener('pointermove', (event) => pointers.move(event), { signal });
  canvas.addEventListener('pointerup', (event) => pointers.release(event), { signal });
  canvas.addEventListener('pointercancel', (event) => pointers.cancel(event), { signal });
  canvas.addEventListener('pointerleave', (event) => pointers.leave(event), { signal });
  canvas.addEventListener('wheel', (event) => pointers.roll(event), { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  return () => stopped.abort();
}

class Pointers {
  readonly #canvas: HTMLCanvasElement;
  readonly #host: PointerHost;
  readonly #fingers = new Map<number, { x: number; y: number }>();
  #down: Down | null = null;
  #isOrbiting = false;

  constructor(canvas: HTMLCanvasElement, host: PointerHost) {
    this.#canvas = canvas;
    this.#host = host;
  }

  press(event: PointerEvent): void {
    const { pointerId, pointerType, clientX: x, clientY: y, button } = event;
    this.#fingers.set(pointerId, { x, y });
    this.#canvas.setPointerCapture(pointerId);
    if (this.#fingers.size > 1) {
      this.#down = null;
      this.#isOrbiting = true;
      this.#host.point(null);
      return;
    }
    const target = button === 0 ? this.#pick(event) : null;
    this.#isOrbiting = target === null;
    this.#down = target === null ? null : { target, isTouch: pointerType === 'touch', isGrabbed: false, x, y };
  }

  move(event: PointerEvent): void {
    const finger = this.#fingers.get(event.pointerId);
    if (finger !== undefined && this.#isOrbiting) {
      const share = 1 / this.#fingers.size;
      this.#host.orbit((event.clientX - finger.x) * share, (event.clientY - finger.y) * share);
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    const down = this.#down;
    const isSliding = down?.isTouch === true && this.#host.isHolding() && !down.isGrabbed && hasMoved(event, down);
    const target = this.#pick(event, isSliding ? ABOVE_FINGER : 0);
    if (down !== null && !down.isGrabbed && target !== down.target && this.#host.hasGrip(down.target)) {
      down.isGrabbed = true;
      this.#host.grab(down.target);
    }
    if (event.pointerType === 'mouse' || this.#host.isHolding() || down?.isGrabbed === true) this.#host.point(target);
  }

  release(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
    const pressed = this.#down;
    this.#down = null;
    if (this.#isOrbiting || pressed === null) {
      this.#isOrbiting = this.#fingers.size > 0;
      return;
    }
    const to = this.#pick(event);
    if (to === pressed.target) this.#host.press(to, pressed.isTouch ? 'touch' : 'mouse');
    else if (to !== null && (!this.#host.isHolding() || pressed.isGrabbed)) this.#host.drag(pressed.target, to);
  }

  cancel({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
    this.#down = null;
    this.#isOrbiting = this.#fingers.size > 0;
  }

  leave({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') this.#host.point(null);
  }

  /** The wheel turns the held piece and must not scroll the page. */
  roll(event: WheelEvent): void {
    if (!this.#host.isHolding() || event.ctrlKey) return;
    event.preventDefault();
    this.#host.turn();
  }

  #pick({ clientX, clientY }: PointerEvent, lift = 0): string | null {
    return this.#host.pick(clientX, clientY - lift);
  }
}

const hasMoved = ({ clientX, clientY }: PointerEvent, { x, y }: Pick<Down, 'x' | 'y'>): boolean =>
  Math.hypot(clientX - x, clientY - y) > AWAY;
