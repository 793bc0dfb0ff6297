import type { Component } from 'svelte';
import type { Solid } from './scene.ts';

/** Draws one solid around the origin. */
export type Shape = Component<{ solid: Solid }>;

const shapes = new Map<string, Shape>();

/** Registers a shape as `<game>/<shape>`, the name in `Solid.shape`. */
export function addShape(name: string, shape: Shape): void {
  shapes.set(name, shape);
}

/** The shape of this name; `undefined` until its game has been loaded. */
export const shapeOf = (name: string): Shape | undefined => shapes.get(name);
