import {
  CanvasTexture,
  Color,
  Group,
  type Material,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  RepeatWrapping,
  ShapeGeometry,
  SRGBColorSpace,
} from 'three';
import type { Scene } from '../scene/scene.ts';
import { roundedRectangle } from './geometry.ts';
import { type Tiles, tokenColour } from './paints.ts';
import { BOX_DOWN } from './space.ts';

/** The side of the table, farther than the view reaches; and of its texture, with planks of four cells. In cells. */
const SIDE = 240;
const REPEAT = 16;
const PLANKS = 4;
const PIXELS = 1024;
const MAT = 0.5;

/** The table that the box stands on, and the felt mat below it. */
export class Table {
  readonly group = new Group();
  readonly #planks: CanvasTexture;
  readonly #wood: MeshLambertMaterial | MeshStandardMaterial;
  readonly #felt: MeshLambertMaterial | MeshStandardMaterial;
  #mat: Mesh | null = null;

  constructor({ field }: Tiles, { sharpness, isPlain }: { readonly sharpness: number; readonly isPlain: boolean }) {
    this.#planks = planks(field);
    this.#planks.anisotropy = sharpness;
    const made = isPlain ? MeshLambertMaterial : MeshStandardMaterial;
    this.#wood = new made({ map: this.#planks });
    this.#felt = new made({});
    for (const material of [this.#wood, this.#felt])
      if (material instanceof MeshStandardMaterial) material.roughness = material === this.#felt ? 1 : 0.7;
    this.#lay(new PlaneGeometry(SIDE, SIDE), this.#wood, -0.01);
    this.repaint();
  }

  #lay(geometry: PlaneGeometry | ShapeGeometry, material: Material, up: number): Mesh {
    const mesh = new Mesh(geometry.rotateX(-Math.PI / 2), material);
    mesh.position.y = up - BOX_DOWN;
    mesh.receiveShadow = true;
    mesh.raycast = () => undefined;
    this.group.add(mesh);
    return mesh;
  }

  fit({ width, height }: Scene): void {
    this.#mat?.geometry.dispose();
    this.#mat?.removeFromParent();
    const shape = roundedRectangle(width + 2 * MAT, height + 2 * MAT, 0.4);
    this.#mat = this.#lay(new ShapeGeometry(shape, 6), this.#felt, -0.004);
  }

  /** In a dark room the table is dark. */
  repaint(): void {
    const { r, g, b } = new Color(tokenColour('--paper'));
    const isDark = r + g + b < 1;
    this.#wood.color.set(isDark ? '#6d5f55' : '#ffffff');
    this.#felt.color.set(isDark ? '#24453b' : '#3f6a5c');
  }

  dispose(): void {
    for (const child of this.group.children) if (child instanceof Mesh) (child.geometry as PlaneGeometry).dispose();
    this.#planks.dispose();
    this.#wood.dispose();
    this.#felt.dispose();
  }
}

/** Planks that lie across the view, each cut from another place of the tile. */
function planks(tile: HTMLImageElement): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const brush = canvas.getContext('2d');
  const high = PIXELS / PLANKS;
  for (let at = 0; brush !== null && at < PLANKS; at++) {
    brush.fillStyle = ['#b89872', '#b1906a', '#bd9f7a', '#ac8b66'][at] ?? '';
    brush.fillRect(0, at * high, PIXELS, high);
    brush.globalAlpha = 0.45;
    const left = -((at * 617) % PIXELS);
    for (const x of [left, left + PIXELS]) brush.drawImage(tile, x, at * high, PIXELS, high);
    brush.globalAlpha = 1;
    brush.fillStyle = 'rgb(38 18 6 / 75%)';
    brush.fillRect(0, at * high, PIXELS, 2.5);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.repeat.set(SIDE / REPEAT, SIDE / REPEAT);
  return texture;
}
