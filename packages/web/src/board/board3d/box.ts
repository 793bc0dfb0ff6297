import {
  BufferAttribute,
  type BufferGeometry,
  CanvasTexture,
  ExtrudeGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SRGBColorSpace,
} from 'three';
import type { Scene } from '../scene/scene.ts';
import { BoardPrint, CELL, printKey } from './board-print.ts';
import { roundedHole, roundedRectangle } from './geometry.ts';
import type { Tiles } from './paints.ts';
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

  constructor(tiles: Tiles, { sharpness, isPlain }: { readonly sharpness: number; readonly isPlain: boolean }) {
    this.#painter = new BoardPrint(tiles, isPlain ? CELL.plain : CELL.full);
    this.#print = new CanvasTexture(this.#painter.canvas);
    this.#print.colorSpace = SRGBColorSpace;
    this.#print.anisotropy = sharpness;
    const wood = (color: string): Material =>
      isPlain
        ? new MeshLambertMaterial({ map: this.#print, color })
        : new MeshStandardMaterial({ map: this.#print, roughness: 0.62, color });
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

  /** After a change of the theme or the fonts. */
  repaint(): void {
    this.#printed = '';
  }

  #build(scene: Scene): void {
    for (const each of this.group.children) if (each instanceof Mesh) (each.geometry as BufferGeometry).dispose();
    this.group.clear();
    const { width, height, grid } = scene;
    const middle = { x: grid.x + grid.columns / 2 - width / 2, y: grid.y + grid.rows / 2 - height / 2 };
    const shape = roundedRectangle(width - 2 * EASE, height - 2 * EASE, 0.12);
    shape.holes.push(roundedHole(grid.columns + 0.1 + 2 * EASE, grid.rows + 0.1 + 2 * EASE, 0.03, middle));
    const rim = new ExtrudeGeometry(shape, {
      depth: RIM_UP + BOX_DOWN - 2 * EASE,
      bevelEnabled: true,
      bevelSize: EASE,
      bevelThickness: EASE,
      bevelSegments: 3,
      curveSegments: 4,
    });
    rim.rotateX(-Math.PI / 2);
    rim.translate(0, EASE - BOX_DOWN, 0);
    printFromAbove(rim, scene);
    const frame = new Mesh(rim, [this.#wood, this.#side]);
    const floor = new PlaneGeometry(grid.columns + 0.12, grid.rows + 0.12);
    floor.rotateX(-Math.PI / 2);
    floor.translate(middle.x, 0, middle.y);
    printFromAbove(floor, scene);
    const field = new Mesh(floor, this.#wood);
    frame.castShadow = true;
    frame.receiveShadow = true;
    field.receiveShadow = true;
    const ground = new PlaneGeometry(width + 2 * SHADOW, height + 2 * SHADOW);
    ground.rotateX(-Math.PI / 2);
    // Only towards the player: at the sides the picture ends soon after the box and would clip it.
    ground.translate(0, -BOX_DOWN, 0.14);
    const table = new Mesh(ground, this.#shade);
    table.raycast = () => undefined;
    field.name = 'field';
    frame.name = 'rim';
    this.group.add(frame, field, table);
  }

  dispose(): void {
    this.#print.dispose();
    this.#wood.dispose();
    this.#side.dispose();
    this.#shade.map?.dispose();
    this.#shade.dispose();
  }
}

function softShadow(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = 256;
  canvas.height = 256;
  const brush = canvas.getContext('2d');
  if (brush !== null) {
    brush.filter = 'blur(9px)';
    brush.fillStyle = 'rgb(42 16 3 / 45%)';
    brush.fillRect(19, 19, 218, 218);
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

function printFromAbove(geometry: BufferGeometry, { width, height }: Scene): void {
  const position = geometry.getAttribute('position');
  const uv = new Float32Array(2 * position.count);
  for (let at = 0; at < position.count; at++) {
    uv[2 * at] = position.getX(at) / width + 0.5;
    uv[2 * at + 1] = 0.5 - position.getZ(at) / height;
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
}
