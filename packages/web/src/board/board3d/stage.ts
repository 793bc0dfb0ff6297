import {
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  NeutralToneMapping,
  type Object3D,
  PCFShadowMap,
  PlaneGeometry,
  Raycaster,
  Scene as Space,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Models } from '../scene/models.ts';
import type { Point, Scene, Target } from '../scene/scene.ts';
import { BoardBox } from './box.ts';
import { aim, HOME, isHome, limited, newCamera, type ViewAngles } from './camera.ts';
import { Overlay } from './overlay.ts';
import { Paints, Prints, type Tiles } from './paints.ts';
import { Pieces } from './pieces.ts';
import { BOX_DOWN, middleOf, type Placed, placedSolids, reachOf, surfaceAt, targetAt } from './space.ts';

const TURN = 180;
/** Pixels of the side of the shadow map, relative to the picture: more are not visible and cost time. */
const SHADOW_PIXELS = 1.6;
const MAX_SHADOW_PIXELS = 2048;
const LEAST_SHADOW_PIXELS = 512;

interface StageParts {
  readonly tiles: Tiles;
  readonly models: Models;
  /** Whether the pictures must be simple, because no graphics card draws them. */
  readonly isPlain: boolean;
  readonly onview: () => void;
}

interface Shown {
  readonly scene: Scene;
  readonly focused: string | null;
  readonly isBare: boolean;
  readonly isMoving: boolean;
}

/** A 3D board on a canvas. It draws only when something has changed. */
export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: WebGLRenderer;
  readonly #space = new Space();
  readonly #camera = newCamera();
  readonly #paints: Paints;
  readonly #prints: Prints;
  readonly #box: BoardBox;
  readonly #pieces: Pieces;
  readonly #overlay: Overlay;
  readonly #targets = new Group();
  readonly #sun = new DirectionalLight('#fff0d8', 2);
  readonly #models: Models;
  readonly #onview: () => void;
  #shown: Shown | null = null;
  #placed: readonly Placed[] = [];
  #gaze: ViewAngles = HOME;
  #turn: { readonly from: ViewAngles; readonly to: ViewAngles; readonly begin: number } | null = null;
  #frame = 0;

  readonly #isPlain: boolean;

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement, { tiles, models, isPlain, onview }: StageParts) {
    this.#isPlain = isPlain;
    this.#canvas = canvas;
    this.#models = models;
    this.#onview = onview;
    this.#renderer = new WebGLRenderer({ canvas, antialias: !isPlain, alpha: true });
    this.#renderer.setClearAlpha(0);
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    // Only pieces throw shadows, and the light stands still: turning the view changes none.
    this.#renderer.shadowMap.autoUpdate = false;
    const sharpness = isPlain ? 1 : Math.min(8, this.#renderer.capabilities.getMaxAnisotropy());
    this.#paints = new Paints(tiles, { sharpness, isPlain });
    this.#prints = new Prints(sharpness);
    this.#box = new BoardBox(tiles, { sharpness, isPlain });
    this.#pieces = new Pieces(this.#paints, this.#prints);
    this.#overlay = new Overlay(this.#paints, this.#prints);
    this.#space.add(this.#box.group, this.#pieces.group, this.#overlay.group, this.#targets);
    this.#light();
  }

  /** A warm lamp at the far left, as on the flat boards, and the light of the room. */
  #light(): void {
    const room = new HemisphereLight('#fff6ea', '#7d5c40', 1.2);
    const front = new DirectionalLight('#ffe6c8', 0.55);
    front.position.set(3, 5, 9);
    this.#sun.position.set(-6, 12, -3.5);
    this.#sun.castShadow = true;
    this.#sun.shadow.radius = 4;
    this.#sun.shadow.normalBias = 0.02;
    this.#sun.shadow.bias = -0.0004;
    this.#space.add(room, front, this.#sun, this.#sun.target);
  }

  show(shown: Shown): void {
    const { scene, focused, isBare, isMoving } = shown;
    this.#shown = shown;
    this.#placed = placedSolids(scene, this.#models);
    if (this.#box.update(scene, isBare)) this.#fitShadow(scene);
    this.#pieces.update(scene, this.#placed, isMoving ? performance.now() : null);
    this.#overlay.update(scene, this.#placed, this.#models, focused);
    this.#updateTargets(scene);
    this.#renderer.shadowMap.needsUpdate = true;
    this.#aim();
    this.#request();
  }

  #fitShadow({ width, height }: Scene): void {
    const reach = Math.hypot(width, height) / 2 + 0.6;
    const { camera } = this.#sun.shadow;
    camera.left = -reach;
    camera.right = reach;
    camera.top = reach;
    camera.bottom = -reach;
    camera.near = 1;
    camera.far = 40;
    camera.updateProjectionMatrix();
  }

  #updateTargets(scene: Scene): void {
    for (const child of this.#targets.children) if (child instanceof Mesh) (child as Mesh).geometry.dispose();
    this.#targets.clear();
    this.#targets.add(...targetSheets(scene));
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#renderer.setPixelRatio(Math.min(this.#isPlain ? 1 : 2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#sizeShadow(Math.max(width, height) * this.#renderer.getPixelRatio());
    this.#aim();
    this.#draw();
  }

  #sizeShadow(pixels: number): void {
    const size = Math.min(
      this.#isPlain ? LEAST_SHADOW_PIXELS : MAX_SHADOW_PIXELS,
      2 ** Math.round(Math.log2(SHADOW_PIXELS * pixels)),
    );
    const { shadow } = this.#sun;
    if (shadow.mapSize.width === size) return;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
    this.#renderer.shadowMap.needsUpdate = true;
  }

  #aim(): void {
    if (this.#shown === null) return;
    const { scene } = this.#shown;
    const { clientWidth, clientHeight } = this.#canvas;
    const extent = { width: scene.width, depth: scene.height, top: reachOf(this.#placed), bottom: -BOX_DOWN };
    aim(this.#camera, this.#gaze, extent, clientHeight === 0 ? 1 : clientWidth / clientHeight);
    this.#onview();
  }

  get isHome(): boolean {
    return isHome(this.#turn?.to ?? this.#gaze);
  }

  orbit(turn: number, tilt: number): void {
    this.#turn = null;
    this.#gaze = limited({ turn: this.#gaze.turn + turn, tilt: this.#gaze.tilt + tilt });
    this.#aim();
    this.#request();
  }

  /** Turns the view step by step, or at once if nothing should move. */
  turnBy(turn: number, tilt: number): void {
    const from = this.#turn?.to ?? this.#gaze;
    this.#turnTo(limited({ turn: from.turn + turn, tilt: from.tilt + tilt }));
  }

  reset(): void {
    this.#turnTo(HOME);
  }

  #turnTo(to: ViewAngles): void {
    if (this.#shown?.isMoving === true) this.#turn = { from: this.#gaze, to, begin: performance.now() };
    else this.#gaze = to;
    this.#aim();
    this.#request();
  }

  pick(clientX: number, clientY: number): string | null {
    if (this.#shown === null) return null;
    const { left, top, width, height } = this.#canvas.getBoundingClientRect();
    const at = new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.#camera);
    return pickedBy(ray, [this.#pieces.group, this.#targets, this.#box.group], this.#shown.scene)?.id ?? null;
  }

  project({ x, y }: Point, isOnTop = true): Point {
    if (this.#shown === null) return { x: 0.5, y: 0.5 };
    const middle = middleOf(this.#shown.scene);
    const z = isOnTop ? surfaceAt(this.#shown.scene, this.#placed, { x, y }) : 0;
    const seen = new Vector3(x - middle.x, z, y - middle.y).project(this.#camera);
    return { x: (seen.x + 1) / 2, y: (1 - seen.y) / 2 };
  }

  /** After a change of the theme, or when the typefaces have arrived. */
  repaint(): void {
    this.#paints.repaint();
    this.#box.repaint();
    if (this.#shown !== null) this.show(this.#shown);
  }

  #request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#animate(now));
  }

  #animate(now: number): void {
    this.#frame = 0;
    if (this.#pieces.isMoving) {
      this.#pieces.advance(now);
      this.#renderer.shadowMap.needsUpdate = true;
    }
    if (this.#turn !== null) {
      const { from, to, begin } = this.#turn;
      const share = Math.min(1, Math.max(0, (now - begin) / TURN));
      const mix = (one: number, other: number): number => one + share * (2 - share) * (other - one);
      this.#gaze = { turn: mix(from.turn, to.turn), tilt: mix(from.tilt, to.tilt) };
      if (share === 1) this.#turn = null;
      this.#aim();
    }
    this.#draw();
    if (this.#pieces.isMoving || this.#turn !== null) this.#request();
  }

  #draw(): void {
    this.#renderer.render(this.#space, this.#camera);
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#pieces.dispose();
    this.#overlay.dispose();
    this.#box.dispose();
    this.#paints.dispose();
    this.#prints.dispose();
    this.#renderer.dispose();
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
