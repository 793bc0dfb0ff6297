import {
  BufferAttribute,
  BufferGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Path,
  Shape,
  ShapeGeometry,
  Vector2,
} from 'three';
import { mergeGeometries, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import { cutOf } from '../scene/shapes.ts';
import type { Block, Plate, Turn, Turned } from '../scene/models.ts';
import type { Point } from '../scene/scene.ts';
import { kept } from './paints.ts';

/** Meshes of parts. In space x goes right, y up and z towards the viewer. The grain's coordinates are cells; materials scale them. */

const EASE = 0.045;
/** Edges that are sharper than this angle stay sharp, in radians. */
const CREASE = 0.9;
const SIDES = 44;

const cache = new Map<string, BufferGeometry>();

/** Geometries of the same part are shared; the cut of the grain is not part of them but of the copy of `grained`. */
const shared = (key: string, make: () => BufferGeometry): BufferGeometry => kept(cache, key, make);

export function geometryOf(part: Block | Plate | Turned): BufferGeometry {
  if (part.kind === 'block') return blockGeometry(part);
  return part.kind === 'plate' ? plateGeometry(part) : turnedGeometry(part);
}

const blockGeometry = ({ width, depth, height, radius }: Block): BufferGeometry =>
  shared(`block ${width} ${depth} ${height} ${radius}`, () =>
    extruded(roundedRectangle(width - 2 * EASE, depth - 2 * EASE, radius), height),
  );

const plateGeometry = ({ outline, height }: Plate): BufferGeometry =>
  shared(`plate ${height} ${outline.map(({ x, y }) => `${x} ${y}`).join()}`, () =>
    height < 2 * EASE ? flat(polygon(outline), height) : extruded(polygon(inset(outline, EASE)), height),
  );

const turnedGeometry = ({ profile, cut }: Turned): BufferGeometry =>
  shared(`turned ${JSON.stringify([profile, cut])}`, () => turned(profile, cut));

function polygon(outline: readonly Point[]): Shape {
  return new Shape(outline.map(({ x, y }) => new Vector2(x, -y)));
}

function inset(outline: readonly Point[], by: number): Point[] {
  const count = outline.length;
  return outline.map((corner, at) => {
    const before = outline[(at + count - 1) % count] ?? corner;
    const after = outline[(at + 1) % count] ?? corner;
    const into = { x: Math.sign(corner.x - before.x), y: Math.sign(corner.y - before.y) };
    const out = { x: Math.sign(after.x - corner.x), y: Math.sign(after.y - corner.y) };
    // The inside is on the right of the way around, as the outline goes clockwise on the page.
    return { x: corner.x - by * (into.y + out.y), y: corner.y + by * (into.x + out.x) };
  });
}

export const roundedRectangle = (width: number, depth: number, radius: number): Shape =>
  trace(new Shape(), { width, depth, radius }, { x: 0, y: 0 });

export const roundedHole = (width: number, depth: number, radius: number, { x, y }: Point = { x: 0, y: 0 }): Path =>
  trace(new Path(), { width, depth, radius }, { x, y: -y });

function trace<P extends Path>(path: P, { width, depth, radius }: Rounded, { x, y }: Point): P {
  const [across, along] = [width / 2, depth / 2];
  const r = Math.min(radius, across, along);
  const quarter = Math.PI / 2;
  path.moveTo(x - across + r, y - along);
  path.lineTo(x + across - r, y - along);
  path.absarc(x + across - r, y - along + r, r, -quarter, 0, false);
  path.lineTo(x + across, y + along - r);
  path.absarc(x + across - r, y + along - r, r, 0, quarter, false);
  path.lineTo(x - across + r, y + along);
  path.absarc(x - across + r, y + along - r, r, quarter, 2 * quarter, false);
  path.lineTo(x - across, y - along + r);
  path.absarc(x - across + r, y - along + r, r, 2 * quarter, 3 * quarter, false);
  return path;
}

interface Rounded {
  readonly width: number;
  readonly depth: number;
  readonly radius: number;
}

/** A board of a shape, with rounded edges, standing on the ground. The shape is that inside the edges. */
export const eased = (shape: Shape, height: number, ease: number): BufferGeometry =>
  new ExtrudeGeometry(shape, {
    depth: height - 2 * ease,
    bevelEnabled: true,
    bevelSize: ease,
    bevelThickness: ease,
    bevelSegments: 3,
    curveSegments: 5,
  })
    .rotateX(-Math.PI / 2)
    .translate(0, ease, 0);

const extruded = (shape: Shape, height: number): BufferGeometry =>
  grainAlong(toCreasedNormals(eased(shape, height, EASE), CREASE));

export const flat = (shape: Shape | readonly Shape[], height = 0): BufferGeometry =>
  grainAlong(new ShapeGeometry([shape].flat() as Shape[], 8).rotateX(-Math.PI / 2).translate(0, height, 0));

function turned(profile: readonly Turn[], cut: Turned['cut']): BufferGeometry {
  const points = profile.map(({ r, z }) => new Vector2(r, z)).toReversed();
  const whole = 2 * Math.PI;
  if (cut === undefined) return grainAlong(toCreasedNormals(new LatheGeometry(points, SIDES), CREASE));
  const open = cut.to - cut.from;
  const sides = Math.ceil((SIDES * (whole - open)) / whole);
  const wall = toCreasedNormals(new LatheGeometry(points, sides, cut.to, whole - open), CREASE);
  // A closed profile is a solid, whose cut faces are visible.
  const [first, last] = [profile[0], profile.at(-1)];
  if (first?.r !== last?.r || first?.z !== last?.z) return grainAlong(wall);
  return grainAlong(mergeGeometries([wall, section(profile, cut.to, true), section(profile, cut.from, false)]));
}

function section(profile: readonly Turn[], angle: number, isEnd: boolean): BufferGeometry {
  const outline = isEnd ? profile : profile.toReversed();
  const face = new ShapeGeometry(new Shape(outline.map(({ r, z }) => new Vector2(r, z)))).toNonIndexed();
  // A profile lies in the plane of x and y; on the lathe the angle 0 is the side of the viewer.
  face.rotateY(angle - Math.PI / 2);
  return face;
}

/** Lays the grain along the longer side: on tops and sides as if the piece was sawn from a plank. */
function grainAlong(geometry: BufferGeometry): BufferGeometry {
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox ?? { min: { x: 0, z: 0 }, max: { x: 1, z: 1 } };
  const isUpright = max.z - min.z > max.x - min.x + 0.01;
  const position = geometry.getAttribute('position');
  const normal = geometry.getAttribute('normal');
  const uv = new Float32Array(2 * position.count);
  for (let at = 0; at < position.count; at++) {
    const [x, y, z] = [position.getX(at), position.getY(at), position.getZ(at)];
    const isTop = Math.abs(normal.getY(at)) > 0.5;
    const [along, across] = isUpright ? [z, x] : [x, z];
    const endsAlong = Math.abs(isUpright ? normal.getZ(at) : normal.getX(at)) > 0.5;
    uv[2 * at] = isTop || !endsAlong ? along : 0.4 * y;
    uv[2 * at + 1] = isTop || endsAlong ? across : y + across;
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
  return geometry;
}

/** A copy with its own cut of the grain, so that no two pieces look the same. All but the grain is shared. */
export function grained(geometry: BufferGeometry, id: string): BufferGeometry {
  const cut = cutOf(id);
  const copy = new BufferGeometry();
  for (const [name, attribute] of Object.entries(geometry.attributes)) copy.setAttribute(name, attribute);
  if (geometry.index !== null) copy.setIndex(geometry.index);
  const uv = geometry.getAttribute('uv');
  const moved = new Float32Array(2 * uv.count);
  for (let at = 0; at < uv.count; at++) {
    moved[2 * at] = uv.getX(at) + cut.x;
    moved[2 * at + 1] = uv.getY(at) + cut.y;
  }
  copy.setAttribute('uv', new BufferAttribute(moved, 2));
  copy.boundingBox = geometry.boundingBox;
  copy.boundingSphere = geometry.boundingSphere;
  return copy;
}
