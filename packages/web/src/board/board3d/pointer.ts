import { type BoardPointer, type Down, downOn, movePointer, turnHeld } from '../scene/drag.ts';
import type { Point, Scene } from '../scene/scene.ts';

interface PointerHost {
  readonly board: BoardPointer;
  readonly pick: (clientX: number, clientY: number) => string | null;
  readonly scene: () => Scene;
  readonly press: (target: string, by: 'mouse' | 'touch') => void;
  readonly orbit: (dx: number, dy: number) => void;
}

/** Presses and drags do what they do on the flat board. The right button, two fingers, or a drag beyond all targets turn the view. */
export function follow3d(canvas: HTMLCanvasElement, host: PointerHost, signal: AbortSignal): void {
  const pointers = new Pointers(canvas, host);
  canvas.addEventListener('pointerdown', (event) => pointers.press(event), { signal });
  canvas.addEventListener('pointermove', (event) => pointers.move(event), { signal });
  canvas.addEventListener('pointerup', (event) => pointers.release(event), { signal });
  canvas.addEventListener('pointercancel', (event) => pointers.lift(event), { signal });
  canvas.addEventListener('pointerleave', (event) => pointers.leave(event), { signal });
  canvas.addEventListener('wheel', (event) => turnHeld(event, host.board), { signal, passive: false });
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
}

class Pointers {
  readonly #canvas: HTMLCanvasElement;
  readonly #host: PointerHost;
  readonly #fingers = new Map<number, Point>();
  #down: Down | null = null;
  #isOrbiting = false;

  constructor(canvas: HTMLCanvasElement, host: PointerHost) {
    this.#canvas = canvas;
    this.#host = host;
  }

  press(event: PointerEvent): void {
    const { pointerId, clientX: x, clientY: y, button } = event;
    this.#fingers.set(pointerId, { x, y });
    this.#canvas.setPointerCapture(pointerId);
    const isOne = this.#fingers.size === 1;
    this.#down = downOn(isOne && button === 0 ? this.#host.pick(x, y) : null, event);
    this.#isOrbiting = this.#down === null;
    if (!isOne) this.#host.board.onpoint(null);
  }

  move(event: PointerEvent): void {
    const { pointerId, clientX: x, clientY: y } = event;
    const finger = this.#fingers.get(pointerId);
    const { board, pick, scene } = this.#host;
    if (finger === undefined || !this.#isOrbiting)
      return movePointer(event, { scene: scene(), down: this.#down, pick }, board);
    const share = 1 / this.#fingers.size;
    this.#host.orbit((x - finger.x) * share, (y - finger.y) * share);
    this.#fingers.set(pointerId, { x, y });
  }

  release(event: PointerEvent): void {
    const pressed = this.#isOrbiting ? null : this.#down;
    this.lift(event);
    if (pressed === null) return;
    const { board, pick, press } = this.#host;
    const to = pick(event.clientX, event.clientY);
    if (to === pressed.target) press(to, pressed.isTouch ? 'touch' : 'mouse');
    else if (to !== null && (!board.held || pressed.isGrabbed)) board.ondrag(pressed.target, to);
  }

  lift({ pointerId }: PointerEvent): void {
    this.#fingers.delete(pointerId);
    this.#down = null;
    this.#isOrbiting = this.#fingers.size > 0;
  }

  leave({ pointerType }: PointerEvent): void {
    if (pointerType !== 'touch') this.#host.board.onpoint(null);
  }
}
