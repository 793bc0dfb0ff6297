import {
  HalfFloatType,
  Mesh,
  MeshBasicMaterial,
  OrthographicCamera,
  PlaneGeometry,
  UnsignedByteType,
  type Vector4,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';

/** The mean of several pictures of what stands still: each is taken from a slightly other place, so edges and shadows become soft. */
export class Mean {
  readonly #renderer: WebGLRenderer;
  readonly #one: WebGLRenderTarget;
  readonly #all: WebGLRenderTarget;
  readonly #paint = new MeshBasicMaterial({ depthTest: false, depthWrite: false, transparent: true });
  readonly #sheet = new Mesh(new PlaneGeometry(2, 2), this.#paint);
  readonly #eye = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  readonly #isLimited: boolean;
  #count = 0;

  /** `isPlain`: each picture is drawn without smoothing, and only where `limit` allows. */
  constructor(renderer: WebGLRenderer, isPlain: boolean) {
    this.#renderer = renderer;
    this.#isLimited = isPlain;
    const type = renderer.extensions.has('EXT_color_buffer_float') ? HalfFloatType : UnsignedByteType;
    this.#one = new WebGLRenderTarget(1, 1, { type, samples: isPlain ? 0 : 4 });
    this.#all = new WebGLRenderTarget(1, 1, { type, depthBuffer: false });
    this.#sheet.frustumCulled = false;
  }

  get count(): number {
    return this.#count;
  }

  restart(): void {
    this.#count = 0;
  }

  /** In pixels of the canvas. */
  resize(width: number, height: number): void {
    this.#one.setSize(width, height);
    this.#all.setSize(width, height);
    this.restart();
  }

  /** Draws only there, in pixels from the lower left. */
  limit(part: Vector4): void {
    for (const target of [this.#one, this.#all]) {
      target.scissor.copy(part);
      target.scissorTest = this.#isLimited;
    }
  }

  /** Shows the mean of all pictures since the last restart, with one more. */
  add(draw: () => void): void {
    this.#count += 1;
    this.#renderer.setRenderTarget(this.#one);
    draw();
    this.#renderer.autoClear = false;
    this.#copy(this.#one, this.#all, 1 / this.#count);
    this.#copy(this.#all, null, 1);
    this.#renderer.autoClear = true;
  }

  #copy(from: WebGLRenderTarget, to: WebGLRenderTarget | null, part: number): void {
    this.#paint.map = from.texture;
    this.#paint.opacity = part;
    this.#renderer.setRenderTarget(to);
    this.#renderer.render(this.#sheet, this.#eye);
  }
}
