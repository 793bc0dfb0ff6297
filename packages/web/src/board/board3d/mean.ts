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
  #count = 0;

  /** `isPlain`: each picture is drawn without smoothing. */
  constructor(renderer: WebGLRenderer, isPlain: boolean) {
    this.#renderer = renderer;
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

  /** Draws only there, in pixels from the lower left; `null`: everywhere. */
  limit(part: Vector4 | null): void {
    for (const target of [this.#one, this.#all]) {
      if (part !== null) target.scissor.copy(part);
      target.scissorTest = part !== null;
    }
  }

  /** Compiles for the pictures: what is drawn on a canvas has other shaders. */
  prepare(compile: () => Promise<unknown>): Promise<unknown> {
    this.#renderer.setRenderTarget(this.#one);
    const compiled = compile();
    this.#renderer.setRenderTarget(null);
    return compiled;
  }

  /** Adds a picture to those since the last restart. */
  add(draw: () => void): void {
    this.#count += 1;
    this.#renderer.setRenderTarget(this.#one);
    draw();
    this.#copy(this.#one, this.#all, 1 / this.#count);
  }

  /** Resolves when all that was added is drawn. A canvas that shows it earlier makes the page wait for that. */
  async drawn(): Promise<void> {
    const gl = this.#renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    // `null` if the browser has lost the canvas meanwhile, or given it back.
    while (fence !== null && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.UNSIGNALED)
      await new Promise((resolve) => setTimeout(resolve, 8));
    gl.deleteSync(fence);
  }

  show(): void {
    this.#copy(this.#all, null, 1);
  }

  #copy(from: WebGLRenderTarget, to: WebGLRenderTarget | null, part: number): void {
    this.#paint.map = from.texture;
    this.#paint.opacity = part;
    this.#renderer.autoClear = false;
    this.#renderer.setRenderTarget(to);
    this.#renderer.render(this.#sheet, this.#eye);
    this.#renderer.autoClear = true;
  }
}
