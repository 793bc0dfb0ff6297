import {
  BackSide,
  CanvasTexture,
  DoubleSide,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type MeshLambertMaterialParameters,
  MeshStandardMaterial,
  type MeshStandardMaterialParameters,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  type Texture,
} from 'three';
import { isPainted, type Paint, type Print } from '../scene/models.ts';
import { TILES } from '../scene/shapes.ts';

type TileName = keyof typeof TILES;
export type Tiles = Readonly<Record<TileName, HTMLImageElement>>;

export async function loadTiles(): Promise<Tiles> {
  const load = async ({ url }: { readonly url: string }): Promise<HTMLImageElement> => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  };
  const { maple, rosewood, field, paint } = TILES;
  const [one, two, three, four] = await Promise.all([load(maple), load(rosewood), load(field), load(paint)]);
  return { maple: one, rosewood: two, field: three, paint: four };
}

/** How well things are drawn. `isPlain`: without gloss, which is quicker; `sharpness`: of what is seen at a slant. */
export interface Quality {
  readonly sharpness: number;
  readonly isPlain: boolean;
}

/** A surface that the lamps shine on. `gloss`: what only shows in a picture that is not plain. */
export const surface = (
  { isPlain }: Pick<Quality, 'isPlain'>,
  look: MeshLambertMaterialParameters,
  gloss: MeshStandardMaterialParameters,
): MeshLambertMaterial | MeshStandardMaterial =>
  isPlain ? new MeshLambertMaterial(look) : new MeshStandardMaterial({ ...look, ...gloss });

/** What a map has under a key, made when it is first asked for. */
export function kept<Made>(made: Map<string, Made>, key: string, make: () => Made): Made {
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}

/** A texture of so many pixels that is drawn. */
export function drawn(width: number, height: number, draw: (brush: CanvasRenderingContext2D) => void): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const brush = canvas.getContext('2d');
  if (brush !== null) draw(brush);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Read once: each look makes the browser compute the styles of the page again. */
const read = new Map<string, string>();
export const forgetTokens = (): void => read.clear();

export const tokenColour = (name: string): string => kept(read, name, () => colourNow(name));

function colourNow(name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  probe.hidden = true;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

interface Finish {
  readonly token: string;
  readonly tile: TileName;
  readonly part: number;
  readonly roughness: number;
}

function finishOf(paint: Paint): Finish {
  if (paint === 'seat0' || paint === 'dark')
    return { token: '--wood-dark', tile: 'rosewood', part: 1, roughness: 0.42 };
  if (paint === 'seat1' || paint === 'light') return { token: '--wood-light', tile: 'maple', part: 1, roughness: 0.5 };
  if (paint === 'plain') return { token: '--cross-plain', tile: 'field', part: 0.35, roughness: 0.55 };
  if (paint === 'brass') return { token: '--brass', tile: 'paint', part: 0.06, roughness: 0.32 };
  if (isPainted(paint)) return { token: `--cross-${paint}`, tile: 'paint', part: 0.16, roughness: 0.55 };
  return { token: '--wood-neutral', tile: 'paint', part: 0.24, roughness: 0.6 };
}

export type Finishing = 'solid' | 'ghost' | 'faint' | 'refused';
const OPACITY: Readonly<Record<Finishing, number>> = { solid: 1, ghost: 0.82, faint: 0.3, refused: 0.5 };

export class Paints {
  readonly #tiles: Tiles;
  readonly #quality: Quality;
  readonly #made = new Map<string, Material>();
  readonly #textures = new Map<string, Texture>();

  constructor(tiles: Tiles, quality: Quality) {
    this.#tiles = tiles;
    this.#quality = quality;
  }

  wood(paint: Paint, finishing: Finishing = 'solid'): Material {
    return kept(this.#made, `${paint} ${finishing}`, () => {
      if (paint === 'hollow') return new MeshBasicMaterial({ color: '#140802', transparent: true, opacity: 0.3 });
      if (paint === 'shade') return new MeshBasicMaterial({ color: '#1d0d06', side: DoubleSide });
      if (finishing === 'refused')
        return new MeshBasicMaterial({
          color: '#781006',
          transparent: true,
          opacity: OPACITY.refused,
          depthWrite: false,
        });
      const { roughness } = finishOf(paint);
      const opacity = OPACITY[finishing];
      const seen = opacity < 1 ? { transparent: true, opacity } : {};
      const brass = { metalness: 0.35, emissive: '#5c3d0c', emissiveIntensity: 0.35 };
      const gloss = { roughness, ...(paint === 'brass' && brass) };
      const made = surface(this.#quality, { map: this.#tile(paint), ...seen }, gloss);
      if (paint === 'seat0' || paint === 'dark') lightRims(made);
      return made;
    });
  }

  plain(token: string, { opacity = 1, isOnTop = false, isInside = false } = {}): Material {
    const key = `plain ${token} ${opacity} ${isOnTop} ${isInside}`;
    return kept(this.#made, key, () => {
      const color = token.startsWith('--') ? tokenColour(token) : token;
      return new MeshBasicMaterial({
        color,
        toneMapped: false,
        transparent: opacity < 1 || isOnTop,
        opacity,
        depthTest: !isOnTop,
        depthWrite: opacity === 1 && !isOnTop,
        // The back of a slightly larger copy is an outline.
        side: isInside ? BackSide : DoubleSide,
      });
    });
  }

  /** A sign or a few letters, on a square as large as they may be. */
  print({ size, ...print }: Ink & { readonly size: number }): Mesh {
    const material = kept(this.#made, `print ${print.text ?? ''} ${print.glyph?.path ?? ''} ${print.ink}`, () => {
      const map = drawn(PIXELS, PIXELS, (brush) => paint(brush, print));
      map.anisotropy = this.#quality.sharpness;
      const offset = { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 };
      return new MeshBasicMaterial({ map, transparent: true, toneMapped: false, depthWrite: false, ...offset });
    });
    const mesh = new Mesh(SQUARE, material);
    mesh.scale.setScalar(size);
    return mesh;
  }

  /** A tile of a wood: its colour, and the grain over it. */
  #tile(paint: Paint): Texture {
    const { token, tile, part } = finishOf(paint);
    return kept(this.#textures, `${token} ${tile}`, () => {
      const image = this.#tiles[tile];
      const texture = drawn(image.naturalWidth, image.naturalHeight, (brush) => {
        brush.fillStyle = tokenColour(token);
        brush.fillRect(0, 0, image.naturalWidth, image.naturalHeight);
        brush.globalAlpha = part;
        brush.drawImage(image, 0, 0);
      });
      texture.wrapS = RepeatWrapping;
      texture.wrapT = RepeatWrapping;
      texture.anisotropy = this.#quality.sharpness;
      const { width, height } = TILES[tile];
      texture.repeat.set(1 / width, 1 / height);
      return texture;
    });
  }
}

/** What is turned away from the viewer catches light, most of it from the left: without it dark wood has no form. */
function lightRims(material: Material): void {
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <opaque_fragment>',
      `float away = 1.0 - saturate(dot(normalize(vViewPosition), normal));
      outgoingLight += vec3(0.62, 0.4, 0.26) * (0.12 * away + 0.5 * pow(away, 3.0) * (0.3 + 0.7 * saturate(-normal.x)));
      #include <opaque_fragment>`,
    );
  };
  material.customProgramCacheKey = () => 'rims';
}

/** Pixels of a print, which is at most a cell large. */
const PIXELS = 160;
const SQUARE = new PlaneGeometry(1, 1);

type Ink = Pick<Print, 'text' | 'glyph' | 'ink'>;

export const fontOf = (token: '--serif' | '--sans'): string =>
  kept(read, token, () => getComputedStyle(document.documentElement).getPropertyValue(token));

function paint(brush: CanvasRenderingContext2D, { text, glyph, ink }: Ink): void {
  const colour = tokenColour(ink);
  brush.fillStyle = colour;
  brush.strokeStyle = colour;
  if (glyph !== undefined) {
    brush.translate(PIXELS / 2, PIXELS / 2);
    brush.scale(PIXELS, PIXELS);
    const path = new Path2D(glyph.path);
    if (glyph.line === undefined) brush.fill(path);
    else {
      brush.lineWidth = glyph.line;
      brush.lineCap = 'round';
      brush.lineJoin = 'round';
      brush.stroke(path);
    }
  } else if (text !== undefined) {
    const letters = Math.min(0.74, 1.2 / Math.max(1, text.length));
    brush.font = `680 ${letters * PIXELS}px ${fontOf('--serif')}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = brush.measureText(text);
    brush.fillText(text, PIXELS / 2, PIXELS / 2 + (up - down) / 2);
  }
}
