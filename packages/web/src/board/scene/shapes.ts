import type { Component } from 'svelte';
import type { Box, Solid } from './scene.ts';
import field from './wood/field.webp';
import maple from './wood/maple.webp';
import paint from './wood/paint.webp';
import rosewood from './wood/rosewood.webp';

export type Shape = Component<{ solid: Solid }>;

const shapes = new Map<string, Shape>();

export function addShape(name: string, shape: Shape): void {
  shapes.set(name, shape);
}

export const shapeOf = (name: string): Shape | undefined => shapes.get(name);

/** Pictures of woods and paint, by name. Their sizes are cells. */
export const TILES = {
  maple: { url: maple, width: 8, height: 3 },
  rosewood: { url: rosewood, width: 8, height: 3 },
  field: { url: field, width: 8, height: 6 },
  paint: { url: paint, width: 4, height: 3 },
} as const;

/** Where a piece is cut from the texture of its wood: a place for every id, the same each time. In cells. */
export function cutOf(id: string): { readonly x: number; readonly y: number } {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return { x: (mixed & 0xffff) / 0x2000, y: (mixed >>> 16) / 0x5555 };
}

interface CutBox {
  readonly transform: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `box` is given by its top left corner. */
export function cutBox(id: string, { x, y, width, depth }: Box): CutBox {
  const cut = cutOf(id);
  const moved = `translate(${cut.x} ${cut.y})`;
  if (width >= depth) return { transform: moved, x: x - cut.x, y: y - cut.y, width, height: depth };
  return { transform: `rotate(90) ${moved}`, x: y - cut.x, y: -x - width - cut.y, width: depth, height: width };
}
