import { type BufferGeometry, Group, Mesh, type Object3D } from 'three';
import { durationOf } from '../scene/glide.ts';
import type { Part, Print } from '../scene/models.ts';
import type { Point, Scene, Solid } from '../scene/scene.ts';
import { geometryOf, grained } from './geometry.ts';
import type { Finishing, Paints } from './paints.ts';
import { ABOVE, middleOf, type Place, type Placed } from './space.ts';

const DROP = 0.5;

interface Piece {
  readonly group: Group;
  placed: Placed;
  look: string;
}

interface Travel {
  readonly group: Group;
  readonly path: readonly Place[];
  readonly begin: number;
  readonly duration: number;
}

export class Pieces {
  readonly group = new Group();
  readonly #paints: Paints;
  readonly #pieces = new Map<string, Piece>();
  #travels: Travel[] = [];

  constructor(paints: Paints) {
    this.#paints = paints;
  }

  get isMoving(): boolean {
    return this.#travels.length > 0;
  }

  /** `now`: when moves begin, in milliseconds; `null`: everything is in its place at once. */
  update(scene: Scene, placed: readonly Placed[], now: number | null): void {
    const isFirst = this.#pieces.size === 0;
    const there = new Set(placed.map(({ solid }) => solid.id));
    for (const [id, piece] of this.#pieces) if (!there.has(id)) this.#remove(id, piece);
    const middle = middleOf(scene);
    for (const each of placed) {
      const before = this.#pieces.get(each.solid.id);
      const piece = this.#draw(each, before);
      const path = isFirst && each.solid.from === undefined ? [] : wayOf(before?.placed, each);
      if (now !== null && path.length > 1 && !isMomentary(each.solid)) this.#send(piece.group, path, middle, now);
      else if (before === undefined || !isSame(before.placed.at, each.at))
        this.#put(piece.group, inSpace(each.at, middle));
      piece.placed = each;
    }
  }

  #put(group: Group, at: Place): void {
    this.#travels = this.#travels.filter((travel) => travel.group !== group);
    group.position.set(at.x, at.z, at.y);
  }

  #send(group: Group, path: readonly Place[], middle: Point, begin: number): void {
    const duration = durationOf(path);
    this.#travels = this.#travels.filter((travel) => travel.group !== group);
    this.#travels.push({ group, path: path.map((place) => inSpace(place, middle)), begin, duration });
  }

  advance(now: number): void {
    this.#travels = this.#travels.filter(({ group, path, begin, duration }) => {
      const share = Math.min(1, Math.max(0, (now - begin) / duration));
      const eased = share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share);
      const { x, y, z } = along(path, eased);
      group.position.set(x, z, y);
      return share < 1;
    });
  }

  #draw(placed: Placed, before: Piece | undefined): Piece {
    const { look = 'placed', id } = placed.solid;
    const key = `${look} ${JSON.stringify(placed.parts)}`;
    if (before !== undefined && before.look === key) return before;
    const group = before?.group ?? new Group();
    empty(group);
    group.add(...this.#meshes(placed));
    group.userData = { solid: id };
    this.group.add(group);
    const piece = { group, placed, look: key };
    this.#pieces.set(id, piece);
    return piece;
  }

  #meshes({ solid, parts, height }: Placed): Object3D[] {
    const finishing = finishingOf(solid);
    const meshes = parts.flatMap((part, index): Object3D[] => {
      if (part.kind === 'print') return finishing === 'refused' ? [] : [this.#print(part, finishing)];
      const mesh = new Mesh(
        grained(geometryOf(part), `${solid.id} ${index}`),
        this.#paints.wood(part.paint, finishing),
      );
      if (part.kind === 'turned' && part.at !== undefined) mesh.position.set(part.at.x, 0, part.at.y);
      mesh.castShadow = finishing === 'solid' && part.paint !== 'hollow';
      mesh.receiveShadow = true;
      return [mesh];
    });
    const [body] = parts;
    const outline = OUTLINES[solid.look ?? 'fixed'] ?? [];
    if (body === undefined || body.kind === 'print') return meshes;
    return [...meshes, ...outline.map((line) => this.#outline(body, height, line))];
  }

  #outline(body: Exclude<Part, Print>, height: number, { token, by }: Outline): Mesh {
    const geometry = geometryOf(body);
    const mesh = new Mesh(geometry, this.#paints.plain(token, { isInside: true }));
    const { min, max } = boundsOf(geometry);
    const grow = (size: number): number => (size + 2 * by) / size;
    mesh.scale.set(grow(max.x - min.x), grow(height), grow(max.z - min.z));
    mesh.position.y = -by;
    mesh.raycast = () => undefined;
    return mesh;
  }

  #print(print: Print, finishing: Finishing): Mesh {
    const mesh = this.#paints.print(print);
    if (print.face === 'top') {
      mesh.rotation.x = -Math.PI / 2;
      mesh.position.set(print.x, print.z + 0.3 * ABOVE, print.y);
    } else mesh.position.set(print.x, print.z, print.y + 0.3 * ABOVE);
    mesh.raycast = () => undefined;
    mesh.visible = finishing !== 'faint';
    return mesh;
  }

  #remove(id: string, { group }: Piece): void {
    empty(group);
    this.group.remove(group);
    this.#travels = this.#travels.filter((travel) => travel.group !== group);
    this.#pieces.delete(id);
  }
}

interface Outline {
  readonly token: string;
  readonly by: number;
}

/** A bright line with a dark one around it: one of the two contrasts with every wood and paint. */
const OUTLINES: Readonly<Record<string, readonly Outline[]>> = {
  lit: [
    { token: '--wood-lit', by: 0.05 },
    { token: '--wood-dark-edge', by: 0.075 },
  ],
  chosen: [
    { token: '--wood-chosen', by: 0.075 },
    { token: '--wood-dark-edge', by: 0.11 },
  ],
  ghost: [
    { token: '--wood-chosen', by: 0.04 },
    { token: '--wood-dark-edge', by: 0.06 },
  ],
  refused: [{ token: '--wood-warn', by: 0.04 }],
};

const finishingOf = ({ look }: Solid): Finishing =>
  look === 'ghost' || look === 'faint' || look === 'refused' ? look : 'solid';

/** What follows the pointer appears at once. */
const isMomentary = ({ look }: Solid): boolean => look === 'ghost' || look === 'refused';

const inSpace = ({ x, y, z }: Place, middle: Point): Place => ({ x: x - middle.x, y: y - middle.y, z });

const isSame = (one: Place, other: Place): boolean => one.x === other.x && one.y === other.y && one.z === other.z;

function wayOf(before: Placed | undefined, { solid, at }: Placed): Place[] {
  const { from, rail } = solid;
  if (before === undefined)
    return from === undefined ? [{ ...at, z: at.z + DROP }, at] : [{ ...from, z: at.z }, ...hop(from, at), at];
  if (isSame(before.at, at)) return [];
  const old = before.solid.rail;
  if (rail === undefined || old === undefined || rail.step < old.step) return [before.at, ...hop(before.at, at), at];
  const between = rail.points
    .slice(old.step + 1, rail.step)
    .map((point) => ({ ...point, z: Math.max(before.at.z, at.z) }));
  return [before.at, ...between, at];
}

/** A hand lifts a piece a little on its way. */
function hop(from: Point, to: Place): Place[] {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance < 0.5) return [];
  return [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: to.z + Math.min(0.9, 0.35 + 0.1 * distance) }];
}

function along(path: readonly Place[], share: number): Place {
  const legs = path.length - 1;
  const leg = Math.min(legs - 1, Math.floor(share * legs));
  const [from, to] = [path[leg], path[leg + 1]];
  if (from === undefined || to === undefined) return path[0] ?? { x: 0, y: 0, z: 0 };
  const part = share * legs - leg;
  const mix = (one: number, other: number): number => one + part * (other - one);
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), z: mix(from.z, to.z) };
}

function boundsOf(geometry: BufferGeometry) {
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  return geometry.boundingBox ?? { min: { x: -0.5, z: -0.5 }, max: { x: 0.5, z: 0.5 } };
}

/** The grain of a piece is its own; everything else of its geometry is shared. */
function empty(group: Group): void {
  for (const child of group.children)
    if (child instanceof Mesh && child.castShadow) (child.geometry as BufferGeometry).dispose();
  group.clear();
}
