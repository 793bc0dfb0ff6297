import { disc, type Models, type Part, plainBlock } from '../scene/models.ts';
import type { Box, Mark, Point, Raised, Scene, Solid, Target } from '../scene/scene.ts';

/** Everything of a scene in space, as plain data. x goes right, y towards the viewer, and z up from the field, in cells. */

export const RIM_UP = 0.16;
export const BOX_DOWN = 0.34;
const HOVERS: Readonly<Record<string, number>> = { ghost: 0.1, lit: 0.1, chosen: 0.18 };
export const ABOVE = 0.012;

export interface Place extends Point {
  readonly z: number;
}

export interface Placed {
  readonly solid: Solid;
  readonly at: Place;
  readonly parts: readonly Part[];
  readonly height: number;
}

export const middleOf = ({ width, height }: Pick<Scene, 'width' | 'height'>): Point => ({
  x: width / 2,
  y: height / 2,
});

export function partsOf(solid: Solid, models: Models): readonly Part[] {
  if (solid.shape === 'counter') return counterParts(solid);
  const name = solid.shape.slice(solid.shape.indexOf('/') + 1);
  return models.shapes[name]?.(solid) ?? plainBlock(solid, models.thickness);
}

function counterParts({ width, tone, marking }: Solid): Part[] {
  const radius = width / 2 - 0.07;
  const print = { kind: 'print', face: 'top', x: 0, y: 0, z: 0.24, ink: '--counter-ink' } as const;
  const size = marking !== undefined && marking.length > 2 ? 0.5 : 0.62;
  return [
    { kind: 'turned', profile: disc(radius, 0, 0.2, 0.03), paint: tone },
    { kind: 'turned', profile: disc(radius - 0.11, 0.2, 0.24), paint: 'brass' },
    ...(marking === undefined ? [] : [{ ...print, size, text: marking }]),
  ];
}

const heightOf = (parts: readonly Part[]): number =>
  Math.max(
    0,
    ...parts.map((part) => {
      if (part.kind === 'turned') return Math.max(...part.profile.map(({ z }) => z));
      return part.kind === 'print' ? 0 : part.height;
    }),
  );

export function placedSolids(scene: Scene, models: Models): Placed[] {
  const placed: Placed[] = [];
  // Solids come after those that they stand on.
  const ordered = scene.solids.toSorted((one, other) => rank(one) - rank(other));
  for (const solid of ordered) {
    const parts = partsOf(solid, models);
    if (parts.length === 0) continue;
    const at = { ...groundOf(solid), z: underside(solid, scene, placed, models) };
    placed.push({ solid, at, parts, height: heightOf(parts) });
  }
  return placed;
}

const isLoose = ({ shape, look }: Solid): boolean => shape === 'counter' || look === 'refused';
const rank = (solid: Solid): number => (isLoose(solid) ? 1 : 0);

export const groundOf = ({ x, y, raised }: Point & { readonly raised?: Raised }): Point => ({
  x: x + (raised?.dx ?? 0),
  y: y + (raised?.dy ?? 0),
});

function underside(solid: Solid, scene: Scene, below: readonly Placed[], { thickness }: Models): number {
  const hover = HOVERS[solid.look ?? ''] ?? 0;
  const floor = floorAt(scene, groundOf(solid));
  if (solid.raised !== undefined) return floor + solid.raised.up * thickness + hover;
  return (isLoose(solid) ? Math.max(floor, topOver(below, solid)) : floor) + hover;
}

const floorAt = ({ grid }: Pick<Scene, 'grid'>, { x, y }: Point): number =>
  x > grid.x && y > grid.y && x < grid.x + grid.columns && y < grid.y + grid.rows ? 0 : RIM_UP;

/** The highest top below the middle of a box, or below all of it for a piece that does not fit; 0 if nothing is there. */
function topOver(placed: readonly Placed[], box: Box & { readonly look?: Solid['look'] }): number {
  const reach = box.look === 'refused' ? 0.45 : 0;
  const tops = placed.map(({ solid, at, height }) => {
    const across = Math.abs(at.x - box.x) - solid.width / 2 - reach * box.width;
    const along = Math.abs(at.y - box.y) - solid.depth / 2 - reach * box.depth;
    return across < -0.01 && along < -0.01 && solid.look !== 'ghost' && solid.look !== 'hollow' ? at.z + height : 0;
  });
  return Math.max(0, ...tops);
}

export const surfaceAt = (scene: Scene, placed: readonly Placed[], { x, y }: Point): number =>
  Math.max(floorAt(scene, { x, y }), topOver(placed, { x, y, width: 0, depth: 0 }));

export function markPlace(scene: Scene, placed: readonly Placed[], models: Models, mark: Mark): Place {
  const ground = groundOf(mark);
  if (mark.raised !== undefined) return { ...ground, z: mark.raised.up * models.thickness + ABOVE };
  if (mark.over !== true) return { ...ground, z: floorAt(scene, ground) + ABOVE };
  return { ...ground, z: surfaceAt(scene, placed, ground) + ABOVE };
}

/** The target at a place of the ground; `null` if there is none. Of two, the smaller one. */
export function targetAt(targets: readonly Target[], { x, y }: Point): Target | null {
  const found = targets.filter(
    (target) => Math.abs(target.x - x) <= target.width / 2 && Math.abs(target.y - y) <= target.depth / 2,
  );
  return found.toSorted((one, other) => one.width * one.depth - other.width * other.depth)[0] ?? null;
}

/** How high the pieces of a scene reach, in steps, so that the camera does not move with every piece. */
export function reachOf(placed: readonly Placed[]): number {
  const top = Math.max(0, ...placed.map(({ at, height }) => at.z + height));
  return Math.max(0.5, Math.ceil(top * 2) / 2);
}
