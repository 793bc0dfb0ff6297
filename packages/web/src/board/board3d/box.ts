import {
  BufferAttribute,
  type BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
} from 'three';
import type { Scene } from '../scene/scene.ts';
import { BoardPrint, CELL, printKey } from './board-print.ts';
import { eased, flat, roundedHole, roundedRectangle } from './geometry.ts';
import { drawn, type Quality, surface, type Tiles, tokenColour } from './paints.ts';
import { BOX_DOWN, RIM_UP } from './space.ts';

const EASE = 0.07;
const SHADOW = 0.3;

/** The box that a game is played in: a rim, a field that lies lower, and its shadow on the table. */
export class BoardBox {
  readonly group = new Group();
  readonly #painter: BoardPrint;
  readonly #print: CanvasTexture;
  readonly #wood: Material;
  readonly #side: Material;
  readonly #shade = new MeshBasicMaterial({ map: softShadow(), transparent: true, depthWrite: false });
  #size = '';
  #printed = '';

  constructor(tiles: Tiles, quality: Quality) {
    this.#painter = new BoardPrint(tiles, quality.isPlain ? CELL.plain : CELL.full);
    this.#print = new CanvasTexture(this.#painter.canvas);
    this.#print.colorSpace = SRGBColorSpace;
    this.#print.anisotropy = quality.sharpness;
    const wood = (color: string): Material => surface(quality, { map: this.#print, color }, { roughness: 0.62 });
    this.#wood = wood('#ffffff');
    this.#side = wood('#c8b8a8');
  }

  update(scene: Scene, isBare: boolean): boolean {
    const size = JSON.stringify([scene.width, scene.height, scene.grid]);
    const key = printKey(scene, isBare);
    const isNew = size !== this.#size;
    if (key !== this.#printed) {
      this.#painter.paint(scene, isBare);
      // A texture keeps the size of its first picture.
      if (isNew) this.#print.dispose();
      this.#print.needsUpdate = true;
    }
    if (isNew) this.#build(scene);
    this.#printed = key;
    this.#size = size;
    return isNew;
  }

  #build(scene: Scene): void {
    for (const each of this.group.children) if (each instanceof Mesh) (each.geometry as BufferGeometry).dispose();
    this.group.clear();
    const { width, height, grid } = scene;
    const middle = { x: grid.x + grid.columns / 2 - width / 2, y: grid.y + grid.rows / 2 - height / 2 };
    const shape = roundedRectangle(width - 2 * EASE, height - 2 * EASE, 0.12);
    shape.holes.push(roundedHole(grid.columns + 0.1 + 2 * EASE, grid.rows + 0.1 + 2 * EASE, 0.03, middle));
    const rim = eased(shape, RIM_UP + BOX_DOWN, EASE).translate(0, -BOX_DOWN, 0);
    const frame = new Mesh(printedFromAbove(rim, scene), [this.#wood, this.#side]);
    const floor = sheet(grid.columns + 0.12, grid.rows + 0.12).translate(middle.x, 0, middle.y);
    const field = new Mesh(printedFromAbove(floor, scene), this.#wood);
    frame.castShadow = true;
    frame.receiveShadow = true;
    field.receiveShadow = true;
    // Only towards the player: at the sides the picture ends soon after the box and would clip it.
    const ground = sheet(width + 2 * SHADOW, height + 2 * SHADOW).translate(0, -BOX_DOWN, 0.14);
    const table = new Mesh(ground, this.#shade);
    table.raycast = () => undefined;
    field.name = 'field';
    frame.name = 'rim';
    this.group.add(frame, field, table);
  }
}

const softShadow = (): CanvasTexture =>
  drawn(256, 256, (brush) => {
    brush.filter = 'blur(9px)';
    brush.fillStyle = 'rgb(42 16 3 / 45%)';
    brush.fillRect(19, 19, 218, 218);
  });

/** A sheet that lies on the ground. */
const sheet = (width: number, depth: number): PlaneGeometry => new PlaneGeometry(width, depth).rotateX(-Math.PI / 2);

function printedFromAbove(geometry: BufferGeometry, { width, height }: Scene): BufferGeometry {
  const position = geometry.getAttribute('position');
  const uv = new Float32Array(2 * position.count);
  for (let at = 0; at < position.count; at++) {
    uv[2 * at] = position.getX(at) / width + 0.5;
    uv[2 * at + 1] = 0.5 - position.getZ(at) / height;
  }
  return geometry.setAttribute('uv', new BufferAttribute(uv, 2));
}

/** The side of the table, farther than the view reaches; and of its texture. In cells. */
const SIDE = 240;
const REPEAT = 16;
const PLANKS = ['#b89872', '#b1906a', '#bd9f7a', '#ac8b66'];
const PIXELS = 1024;
const MAT = 0.5;

/** The table that the box stands on, and the felt mat below it. */
export class Table {
  readonly group = new Group();
  readonly #felt: Material;
  #mat: Mesh | null = null;

  constructor({ field }: Tiles, quality: Quality) {
    const map = planks(field);
    map.anisotropy = quality.sharpness;
    // In a dark room the table is dark.
    const { r, g, b } = new Color(tokenColour('--paper'));
    const [wood, felt] = r + g + b < 1 ? ['#6d5f55', '#24453b'] : ['#ffffff', '#3f6a5c'];
    this.#felt = surface(quality, { color: felt }, { roughness: 1 });
    this.#lay(sheet(SIDE, SIDE), surface(quality, { map, color: wood }, { roughness: 0.7 }), -0.01);
  }

  #lay(geometry: BufferGeometry, material: Material, up: number): Mesh {
    const mesh = new Mesh(geometry, material);
    mesh.position.y = up - BOX_DOWN;
    mesh.receiveShadow = true;
    this.group.add(mesh);
    return mesh;
  }

  fit({ width, height }: Scene): void {
    this.#mat?.geometry.dispose();
    this.#mat?.removeFromParent();
    const shape = roundedRectangle(width + 2 * MAT, height + 2 * MAT, 0.4);
    this.#mat = this.#lay(flat(shape), this.#felt, -0.004);
  }
}

/** Planks that lie across the view, each cut from another place of the tile. */
function planks(tile: HTMLImageElement): CanvasTexture {
  const high = PIXELS / PLANKS.length;
  const texture = drawn(PIXELS, PIXELS, (brush) => {
    for (const [at, colour] of PLANKS.entries()) {
      brush.fillStyle = colour;
      brush.fillRect(0, at * high, PIXELS, high);
      brush.globalAlpha = 0.45;
      const left = -((at * 617) % PIXELS);
      for (const x of [left, left + PIXELS]) brush.drawImage(tile, x, at * high, PIXELS, high);
      brush.globalAlpha = 1;
      brush.fillStyle = 'rgb(38 18 6 / 75%)';
      brush.fillRect(0, at * high, PIXELS, 2.5);
    }
  });
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.repeat.set(SIDE / REPEAT, SIDE / REPEAT);
  return texture;
}
