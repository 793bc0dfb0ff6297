import {
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  NeutralToneMapping,
  PCFShadowMap,
  Raycaster,
  Scene as Space,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderer,
} from 'three';
import type { Models } from '../scene/models.ts';
import type { Point, Scene } from '../scene/scene.ts';
import { BoardBox, Table } from './box.ts';
import { aim, type Frame, HOME, isHome, limited, newCamera, type ViewAngles } from './camera.ts';
import { Mean } from './mean.ts';
import { Overlay } from './overlay.ts';
import { forgetTokens, Paints, type Tiles } from './paints.ts';
import { Pieces } from './pieces.ts';
import { pickedBy, targetSheets } from './pointer.ts';
import { BOX_DOWN, middleOf, type Placed, placedSolids, reachOf, surfaceAt } from './space.ts';

const TURN = 180;
/** Pixels of the side of the shadow map, relative to the picture: more are not visible and cost time. */
const SHADOW_PIXELS = 1.6;
const MAX_SHADOW_PIXELS = 2048;
const LEAST_SHADOW_PIXELS = 512;
/** So many pictures of what stands still become one. */
const PICTURES = { full: 48, plain: 8 };
/** Software begins with them after a pause, so that they delay no press. Milliseconds. */
const PAUSE = 300;
const SUN = new Vector3(-6, 12, -3.5);

interface StageParts {
  readonly tiles: Tiles;
  readonly models: Models;
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
  readonly #box: BoardBox;
  readonly #table: Table;
  readonly #mean: Mean;
  readonly #pieces: Pieces;
  readonly #overlay: Overlay;
  readonly #targets = new Group();
  readonly #sun = new DirectionalLight('#fff6ea', 2.3);
  /** Of many pictures each has its own: together they are the light of the whole sky, which nothing close keeps out of corners. */
  readonly #sky = new DirectionalLight('#fff6ea', 0.9);
  readonly #models: Models;
  readonly #onview: () => void;
  #shown: Shown | null = null;
  #placed: readonly Placed[] = [];
  #gaze: ViewAngles = HOME;
  #turn: { readonly from: ViewAngles; readonly to: ViewAngles; readonly begin: number } | null = null;
  #frame = 0;
  /** Where in the picture the board is. */
  #place: Frame = { left: 0, top: 0, width: 1, height: 1, whole: { width: 1, height: 1 } };
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether nothing is drawn yet at this size. */
  #isBlank = true;
  /** Whether the table around the board is drawn for an earlier view. */
  #isAroundOld = true;
  /** Whether it may draw: not before its shaders are there. */
  #isReady = false;
  /** Whether its page has been left, perhaps before its shaders were there. */
  #isGone = false;
  /** While software draws, the page goes on. */
  #drawing: Promise<void> | null = null;

  /** Whether the pictures must be simple, because no graphics card draws them. */
  readonly #isPlain: boolean;

  /** Throws if the browser has no WebGL. */
  constructor(canvas: HTMLCanvasElement, { tiles, models, onview }: StageParts) {
    forgetTokens();
    this.#canvas = canvas;
    this.#models = models;
    this.#onview = onview;
    const context = canvas.getContext('webgl2', { antialias: false });
    if (context === null) throw new Error('no WebGL');
    const isPlain = SOFTWARE.test(nameOf(context));
    this.#isPlain = isPlain;
    this.#renderer = new WebGLRenderer({ canvas, context });
    // To ask for errors is to wait until all that was asked for has been drawn.
    this.#renderer.debug.checkShaderErrors = false;
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.enabled = true;
    this.#renderer.shadowMap.type = PCFShadowMap;
    // Only pieces throw shadows, and the light stands still: turning the view changes none.
    this.#renderer.shadowMap.autoUpdate = false;
    const sharpness = isPlain ? 1 : Math.min(8, this.#renderer.capabilities.getMaxAnisotropy());
    const quality = { sharpness, isPlain };
    this.#paints = new Paints(tiles, quality);
    this.#mean = new Mean(this.#renderer, isPlain);
    this.#table = new Table(tiles, quality);
    this.#box = new BoardBox(tiles, quality);
    this.#pieces = new Pieces(this.#paints);
    this.#overlay = new Overlay(this.#paints);
    this.#space.add(this.#table.group, this.#box.group, this.#pieces.group, this.#overlay.group, this.#targets);
    this.#light();
  }

  /** A warm window at the far left, as on the flat boards, and the light of the room. */
  #light(): void {
    const room = new HemisphereLight('#fffaf2', '#9a8474', this.#isPlain ? 1.35 : 0.8);
    const front = new DirectionalLight('#fff0e0', 0.9);
    front.position.set(3, 5, 9);
    for (const light of this.#isPlain ? [this.#sun] : [this.#sun, this.#sky]) {
      light.castShadow = true;
      light.shadow.radius = 4;
      light.shadow.normalBias = 0.02;
      light.shadow.bias = -0.0004;
      this.#space.add(light, light.target);
    }
    this.#sky.shadow.mapSize.setScalar(1024);
    this.#space.add(room, front);
  }

  /** Draws the first picture, while the page goes on. */
  async begin(place: Frame): Promise<void> {
    const isAside = this.#renderer.extensions.has('KHR_parallel_shader_compile');
    if (isAside) await this.#mean.prepare(() => this.#renderer.compileAsync(this.#space, this.#camera));
    this.#size(place);
    await nextFrame();
    if (this.#isGone) return;
    this.#isReady = true;
    this.#draw();
    await this.#drawing;
  }

  /** Whether the browser has taken the canvas away, as after a fault of the graphics card. */
  get isLost(): boolean {
    return this.#renderer.getContext().isContextLost();
  }

  show(shown: Shown): void {
    const { scene, focused, isBare, isMoving } = shown;
    this.#shown = shown;
    this.#placed = placedSolids(scene, this.#models);
    if (this.#box.update(scene, isBare)) this.#fit(scene);
    this.#pieces.update(scene, this.#placed, isMoving ? performance.now() : null);
    this.#overlay.update(scene, this.#placed, this.#models, focused);
    this.#updateTargets(scene);
    this.#renderer.shadowMap.needsUpdate = true;
    this.#aim();
    this.#request();
  }

  #fit(scene: Scene): void {
    this.#table.fit(scene);
    const reach = Math.hypot(scene.width, scene.height) / 2 + 0.6;
    for (const { shadow } of [this.#sun, this.#sky]) {
      Object.assign(shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 40 });
      shadow.camera.updateProjectionMatrix();
    }
  }

  #updateTargets(scene: Scene): void {
    for (const child of this.#targets.children) if (child instanceof Mesh) (child as Mesh).geometry.dispose();
    this.#targets.clear();
    this.#targets.add(...targetSheets(scene));
  }

  /** `place`: where in the picture the board is. */
  resize(place: Frame): void {
    this.#size(place);
    this.#draw();
    // A canvas of another size is empty.
    this.#mean.show();
  }

  #size(place: Frame): void {
    const { width, height } = place.whole;
    if (place.width === 0 || place.height === 0 || width === 0 || height === 0) return;
    this.#place = place;
    this.#renderer.setPixelRatio(Math.min(this.#isPlain ? 1 : 2, window.devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    const ratio = this.#renderer.getPixelRatio();
    this.#sizeShadow(Math.max(width, height) * ratio);
    this.#mean.resize(Math.round(width * ratio), Math.round(height * ratio));
    this.#isBlank = true;
    this.#aim();
  }

  #sizeShadow(pixels: number): void {
    const size = Math.min(
      this.#isPlain ? LEAST_SHADOW_PIXELS : MAX_SHADOW_PIXELS,
      2 ** Math.round(Math.log2(SHADOW_PIXELS * pixels)),
    );
    const { shadow } = this.#sun;
    // A canvas that the browser has given back has no shadows.
    this.#renderer.shadowMap.needsUpdate = true;
    if (shadow.mapSize.width === size) return;
    shadow.mapSize.set(size, size);
    shadow.map?.dispose();
    shadow.map = null;
  }

  #aim(): void {
    if (this.#shown === null) return;
    const { scene } = this.#shown;
    const extent = { width: scene.width, depth: scene.height, top: reachOf(this.#placed), bottom: -BOX_DOWN };
    aim(this.#camera, this.#gaze, extent, this.#place);
    this.#isAroundOld = true;
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
    if (this.#shown?.isMoving === true && !this.#isPlain)
      this.#turn = { from: this.#gaze, to, begin: performance.now() };
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

  /** Where a place of the board is seen, in parts of the frame of the board. */
  project({ x, y }: Point, isOnTop = true): Point {
    if (this.#shown === null) return { x: 0.5, y: 0.5 };
    const middle = middleOf(this.#shown.scene);
    const z = isOnTop ? surfaceAt(this.#shown.scene, this.#placed, { x, y }) : 0;
    const seen = new Vector3(x - middle.x, z, y - middle.y).project(this.#camera);
    const { left, top, width, height, whole } = this.#place;
    return {
      x: (((seen.x + 1) / 2) * whole.width - left) / width,
      y: (((1 - seen.y) / 2) * whole.height - top) / height,
    };
  }

  /** Something has changed: the next picture is the first of a new mean. */
  #request(): void {
    this.#mean.restart();
    this.#ask();
  }

  #ask(): void {
    if (this.#frame === 0 && this.#isReady && this.#drawing === null)
      this.#frame = requestAnimationFrame((now) => this.#animate(now));
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
  }

  /** The next picture of what moves, or of the mean of what stands still: with software after a pause. */
  #continue(): void {
    if (this.#pieces.isMoving || this.#turn !== null) return this.#request();
    if (this.#mean.count >= PICTURES[this.#isPlain ? 'plain' : 'full']) return;
    if (this.#isPlain && this.#mean.count === 1) this.#rest = setTimeout(() => this.#refine(), PAUSE);
    else this.#ask();
  }

  /** What software draws when nothing has changed for a while: what is around the board, then the pictures of a mean. */
  #refine(): void {
    if (this.#isAroundOld) {
      this.#mean.restart();
      this.#isBlank = true;
    }
    this.#ask();
  }

  #draw(): void {
    clearTimeout(this.#rest);
    const { left, top, width, height, whole } = this.#place;
    const part = new Vector4(left, whole.height - top - height, width, height);
    const isWhole = this.#isBlank || !this.#isPlain;
    this.#mean.limit(isWhole ? null : part.multiplyScalar(this.#renderer.getPixelRatio()));
    if (isWhole) this.#isAroundOld = false;
    this.#isBlank = false;
    const at = this.#mean.count;
    this.#mean.add(() => this.#render(at));
    if (this.#isPlain) this.#drawing = this.#wait();
    else {
      this.#mean.show();
      this.#continue();
    }
  }

  /** A page reads its canvas after each frame that has changed it, and stands still until all is drawn that was asked for. */
  async #wait(): Promise<void> {
    await this.#mean.drawn();
    if (this.#isReady) this.#mean.show();
    await nextFrame();
    this.#drawing = null;
    if (this.#isReady) this.#continue();
  }

  /** The picture `at` of a mean: the first is that of a still lens and light, the others are moved a little, evenly in all directions. */
  #render(at: number): void {
    const [across, down] = [spread(at, 2) - 0.5, spread(at, 3) - 0.5];
    const [near, around] = [Math.sqrt(spread(at, 5)), 2 * Math.PI * spread(at, 7)];
    const { x, y, z } = SUN;
    const reach = at === 0 ? 0 : 1.1 * near;
    this.#sun.position.set(x + reach * Math.cos(around), y, z + reach * Math.sin(around));
    const low = at === 0 ? 0.1 : 14 * near;
    this.#sky.position.set(low * Math.cos(around * 3), 12, low * Math.sin(around * 3));
    if (at > 0) this.#renderer.shadowMap.needsUpdate = true;
    const { view } = this.#camera;
    if (view === null) return;
    const before = { ...view };
    const { width, height } = this.#canvas;
    Object.assign(view, {
      offsetX: view.offsetX + (at === 0 ? 0 : (across * view.width) / width),
      offsetY: view.offsetY + (at === 0 ? 0 : (down * view.height) / height),
    });
    this.#camera.updateProjectionMatrix();
    this.#renderer.render(this.#space, this.#camera);
    Object.assign(view, before);
    this.#camera.updateProjectionMatrix();
  }

  /** All that is on the graphics card goes with its context. */
  dispose(): void {
    this.#isGone = true;
    this.#isReady = false;
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

/** After the next frame is on the screen. */
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Software rendering, for which pictures are simpler. */
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

function nameOf(gl: WebGL2RenderingContext): string {
  const details = gl.getExtension('WEBGL_debug_renderer_info');
  return details === null ? '' : String(gl.getParameter(details.UNMASKED_RENDERER_WEBGL));
}

/** The number `at` of a sequence that fills 0 to 1 evenly: its digits in this base, mirrored. */
function spread(at: number, base: number): number {
  let [value, part, rest] = [0, 1, at];
  for (; rest > 0; rest = Math.trunc(rest / base)) {
    part /= base;
    value += part * (rest % base);
  }
  return value;
}
