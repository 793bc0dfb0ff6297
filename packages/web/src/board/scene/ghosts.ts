import type { Look, Solid } from './scene.ts';

export const isElsewhere = (solid: Solid, other: Solid | undefined): boolean =>
  other === undefined || other.x !== solid.x || other.y !== solid.y;

export const ghostId = (id: string): string => `ghost-${id}`;

/** Pictures of what is added or moved between two moments, where it comes to. */
export function ghostsOf(before: readonly Solid[], after: readonly Solid[], look: Look): readonly Solid[] {
  const stood = new Map(before.map((solid) => [solid.id, solid]));
  return after
    .filter((solid) => isElsewhere(solid, stood.get(solid.id)))
    .map((solid): Solid => ({ ...solid, id: ghostId(solid.id), look }));
}
