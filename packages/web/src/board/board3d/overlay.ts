import {
  type BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  Shape,
  Sprite,
  SpriteMaterial,
} from 'three';
import type { Models } from '../scene/models.ts';
import { type Chip, type Label, type Mark, PIN, pinsOf, type Point, type Scene, type Target } from '../scene/scene.ts';
import { isPrinted, MARK_TOKENS } from './board-print.ts';
import { flat, roundedHole, roundedRectangle } from './geometry.ts';
import { drawn, fontOf, kept, type Paints, tokenColour } from './paints.ts';
import { ABOVE, groundOf, markPlace, middleOf, type Placed, surfaceAt } from './space.ts';

/** A flat part of a mark. Equal ones share a geometry, and are drawn together. */
interface Sheet {
  readonly shapes: () => readonly Shape[];
  readonly token: string;
  readonly up?: number;
  readonly opacity?: number;
}

export class Overlay {
  readonly group = new Group();
  readonly #paints: Paints;
  readonly #geometries = new Map<string, BufferGeometry>();

  constructor(paints: Paints) {
    this.#paints = paints;
  }

  update(scene: Scene, placed: readonly Placed[], models: Models, focused: string | null): void {
    this.#clear();
    const middle = middleOf(scene);
    const put = (object: Object3D, { x, y }: Point, z: number): void => {
      object.position.set(x - middle.x, z, y - middle.y);
      this.group.add(object);
    };
    this.#marks(scene, placed, models);
    for (const label of scene.labels) {
      if (label.role !== 'inlaid') continue;
      const ground = groundOf(label);
      const up = (label.raised?.up ?? 0) * models.thickness;
      put(this.#inlaid(label), ground, up + 2 * ABOVE);
    }
    for (const chip of scene.chips ?? []) {
      const ground = groundOf(chip);
      const sprite = chipSprite(chip);
      put(sprite, ground, surfaceAt(scene, placed, ground) + 0.55);
    }
    const target = scene.targets.find(({ id }) => id === focused);
    if (target === undefined) return;
    // On the highest thing there, so that all of it is seen.
    const height = surfaceAt(scene, placed, target) + 2 * ABOVE;
    for (const ring of this.#focus(target)) put(ring, target, height);
  }

  /** Positions often have a hundred marks of one kind: each kind is one object. */
  #marks(scene: Scene, placed: readonly Placed[], models: Models): void {
    const middle = middleOf(scene);
    const kinds = new Map<string, { readonly mark: Mark; readonly places: Matrix4[] }>();
    for (const mark of scene.marks) {
      if (isPrinted(mark)) continue;
      const { x, y, z } = markPlace(scene, placed, models, mark);
      const key = `${mark.kind} ${mark.role} ${mark.width} ${mark.depth}`;
      const kind = kinds.get(key) ?? { mark, places: [] };
      kinds.set(key, kind);
      kind.places.push(new Matrix4().makeTranslation(x - middle.x, z, y - middle.y));
    }
    for (const [key, { mark, places }] of kinds)
      for (const [at, sheet] of sheetsOf(mark).entries()) this.group.add(this.#sheet(`${key} ${at}`, sheet, places));
  }

  #sheet(key: string, { shapes, token, up = 0, opacity = 1 }: Sheet, places: readonly Matrix4[]): InstancedMesh {
    const geometry = kept(this.#geometries, key, () => flat(shapes(), up));
    const mesh = new InstancedMesh(geometry, this.#paints.plain(token, { opacity }), places.length);
    places.forEach((place, at) => mesh.setMatrixAt(at, place));
    return mesh;
  }

  #focus({ width, depth }: Target): Mesh[] {
    const sizes = [
      { token: '--focus-halo', width: 0.19 },
      { token: '--focus', width: 0.09 },
    ];
    return sizes.map(({ token, width: line }, at) => {
      const shape = frame(width - 0.08, depth - 0.08, line, 0);
      const mesh = new Mesh(flat(shape, 0), this.#paints.plain(token, { isOnTop: true }));
      mesh.userData = { isOwn: true };
      mesh.renderOrder = 10 + at;
      return mesh;
    });
  }

  #inlaid({ text, size = 0.36, on }: Label): Mesh {
    const isDark = on === 'seat1' || on === 'neutral' || on === 'light';
    const ink = isDark ? '--wood-dark-edge' : '--wood-light';
    const mesh = this.#paints.print({ text, ink, size: size * 1.35 });
    mesh.rotation.x = -Math.PI / 2;
    return mesh;
  }

  #clear(): void {
    for (const child of this.group.children) {
      if (child instanceof InstancedMesh) child.dispose();
      else if (child instanceof Mesh && (child.userData as { isOwn?: boolean }).isOwn === true)
        (child.geometry as BufferGeometry).dispose();
      if (child instanceof Sprite) {
        child.material.map?.dispose();
        child.material.dispose();
      }
    }
    this.group.clear();
  }
}

function sheetsOf({ kind, role, width, depth }: Mark): Sheet[] {
  const token = MARK_TOKENS[role];
  const dark = (shape: () => Shape): Sheet => ({ shapes: () => [shape()], token: '--wood-dark-edge', up: -0.004 });
  const coloured = (shape: () => Shape): Sheet => ({ shapes: () => [shape()], token });
  switch (kind) {
    case 'dot':
      return [dark(() => circle(width / 2 + 0.035)), coloured(() => circle(width / 2))];
    case 'outline':
      return [dark(() => frame(width, depth, 0.1, 0.03)), coloured(() => frame(width, depth, 0.1))];
    case 'pins':
      return pinsOf({ width, depth }).flatMap((pin) => [
        dark(() => circle(PIN + 0.04, pin)),
        coloured(() => circle(PIN, pin)),
      ]);
    default:
      return [{ shapes: () => [roundedRectangle(width, depth, 0.08)], token, opacity: role === 'warn' ? 0.55 : 0.36 }];
  }
}

function circle(radius: number, { x, y }: Point = { x: 0, y: 0 }): Shape {
  return new Shape().absarc(x, -y, radius, 0, 2 * Math.PI, false);
}

function frame(width: number, depth: number, line: number, more = 0): Shape {
  const out = line / 2 + more;
  const shape = roundedRectangle(width + 2 * out, depth + 2 * out, 0.14);
  shape.holes.push(roundedHole(width - 2 * out, depth - 2 * out, 0.1));
  return shape;
}

/** Pixels of a chip, for each cell. */
const PIXELS = 96;

function chipSprite({ text, size }: Chip): Sprite {
  const width = 0.4 + 0.3 * text.length;
  const map = drawn(width * PIXELS, 0.76 * PIXELS, (brush) => {
    brush.beginPath();
    brush.roundRect(2, 2, width * PIXELS - 4, 0.76 * PIXELS - 4, 0.22 * PIXELS);
    brush.fillStyle = tokenColour('--button-edge');
    brush.fill();
    brush.lineWidth = 4;
    brush.strokeStyle = tokenColour('--on-button');
    brush.stroke();
    brush.fillStyle = brush.strokeStyle;
    brush.font = `680 ${0.48 * PIXELS}px ${fontOf('--serif')}`;
    brush.textAlign = 'center';
    brush.fillText(text, (width * PIXELS) / 2, 0.55 * PIXELS);
  });
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, toneMapped: false }));
  const scale = (size ?? 0.68) / 0.68;
  sprite.scale.set(width * scale, 0.76 * scale, 1);
  sprite.renderOrder = 20;
  return sprite;
}
