import { Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, type Raycaster } from 'three';
import { ABOVE_FINGER, AWAY, type BoardPointer } from '../scene/drag.ts';
import type { Point, Scene, Target } from '../scene/scene.ts';
import { middleOf, targetAt } from './space.ts';

interface PointerHost {
  readonly board: BoardPointer;
  readonly pick: (clientX: number, clientY: number) => string | null;
  readonly hasGrip: (target: string) => boolean;
  readonly press: (target: string, by: 'mouse' | 'touch') => void;
  readonly orbit: (dx: number, dy: number) => void;
}

interface Down extends Point {
  readonly target: string;
  readonly isTouch: boolean;
  isGrabbed: boolean;
}

/** Presses and drags do what they do on the flat board. The right button, two fingers, or a drag beyond all targets turn the view. */
export function follow3d(canvas: HTMLCanvasElement, host: PointerHost, signal: AbortSignal): void {
  const pointers = new Pointers(canvas, host);
  canvas.addEventListener('pointerdown', (event) => pointers.press(event), { signal });
  canvas.addEventListener('pointermove', (event) => pointers.move(event), { signal });
  canvas.addEventListener('pointerup', (event) => pointers.release(event), { signal });
  canvas.addEventListener('pointercancel', (event) => pointers.lift(event), { signal });
  canvas.addEventListener('pointerleave', (event) => pointers.leave(event), { signal });
  canvas.addEventListener('wheel', (event) => pointers.roll(event), { signal, passive: false });
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
    const { pointerId, pointerType, clientX: x, clientY: y, button } = event;
    this.#fingers.set(pointerId, { x, y });
    this.#canvas.setPointerCapture(pointerId);
    const isOne = this.#fingers.size === 1;
    const target = isOne && button === 0 ? this.#host.pick(x, y) : null;
    this.#down = target === null ? null : { target, isTouch: pointerType === 'touch', isGrabbed: false, x, y };
    this.#isOrbiting = this.#down === null;
    if (!isOne) this.#host.board.onpoint(null);
  }

  move(event: PointerEvent): void {
    const { pointerId, clientX: x, clientY: y } = event;
    const finger = this.#fingers.get(pointerId);
    if (finger === undefined || !this.#isOrbiting) return this.#point(event);
    const share = 1 / this.#fingers.size;
    this.#host.orbit((x - finger.x) * share, (y - finger.y) * share);
    this.#fingers.set(pointerId, { x, y });
  }

  #point({ pointerType, clientX: x, clientY: y }: PointerEvent): void {
    const { board, pick, hasGrip } = this.#host;
    const down = this.#down;
    const isAway = down !== null && Math.hypot(x - down.x, y - down.y) > AWAY;
    const isSliding = isAway && down.isTouch && board.held && !down.isGrabbed;
    const target = pick(x, isSliding ? y - ABOVE_FINGER : y);
    if (down !== null && !down.isGrabbed && target !== down.target && hasGrip(down.target)) {
      down.isGrabbed = true;
      board.ongrab(down.target);
    }
    if (pointerType === 'mouse' || board.held || down?.isGrabbed === true) board.onpoint(target);
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

  /** The wheel turns the held piece and must not scroll the page. */
  roll(event: WheelEvent): void {
    if (!this.#host.board.held || event.ctrlKey) return;
    event.preventDefault();
    this.#host.board.onturn();
  }
}

const UNSEEN = new MeshBasicMaterial({ visible: false });

export function targetSheets(scene: Scene): Mesh[] {
  const middle = middleOf(scene);
  return scene.targets.map(({ id, x, y, width, depth }) => {
    const sheet = new Mesh(new PlaneGeometry(width, depth).rotateX(-Math.PI / 2), UNSEEN);
    sheet.position.set(x - middle.x, 0.002, y - middle.y);
    sheet.userData = { target: id };
    sheet.updateMatrixWorld();
    return sheet;
  });
}

/** The target that a ray hits first: if it hits a piece, the target below the piece. */
export function pickedBy(ray: Raycaster, objects: readonly Object3D[], scene: Scene): Target | null {
  const middle = middleOf(scene);
  const [first] = ray.intersectObjects([...objects], true);
  if (first === undefined) return null;
  const { target } = first.object.userData as { target?: string };
  if (target !== undefined) return scene.targets.find(({ id }) => id === target) ?? null;
  // A little further in, so that the side of a piece belongs to its own place.
  const inside = first.point.clone().addScaledVector(ray.ray.direction, 0.03);
  return targetAt(scene.targets, { x: inside.x + middle.x, y: inside.z + middle.y });
}
