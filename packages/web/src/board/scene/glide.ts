import type { Point, Solid } from './scene.ts';

const at = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;

/** Milliseconds for a move across the board, and for each step along a rail. */
const MOVE = 260;
const RAIL_STEP = 70;
const RAIL_MOST = 1400;

/** Of the way of a piece, in milliseconds: a move, or as many steps as the rail has. */
export const durationOf = (path: readonly Point[]): number =>
  path.length === 2 ? MOVE : Math.min(RAIL_MOST, RAIL_STEP * path.length);

/** How long users see points being added, in milliseconds: as long as a counter walks over them. */
export const timeToShow = (points: number): number =>
  points <= 0 || isStill() ? 0 : Math.min(RAIL_MOST, RAIL_STEP * (points + 1));

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Keeps an element at the place of its solid, and animates changes: straight, or along its rail through every step. */
export function glide(node: SVGGElement, solid: Solid): { update(next: Solid): void } {
  let current = solid;
  node.style.transform = at(solid);
  if (solid.from !== undefined) travel(node, [solid.from, solid]);
  return {
    update(next) {
      const path = pathBetween(current, next);
      node.style.transform = at(next);
      current = next;
      travel(node, path);
    },
  };
}

function travel(node: SVGGElement, path: readonly Point[]): void {
  if (path.length < 2 || isStill()) return;
  node.animate(
    path.map((point) => ({ transform: at(point) })),
    { duration: durationOf(path), easing: 'ease-in-out' },
  );
}

/** The points that a solid goes through between two scenes; none if it stays. */
export function pathBetween(from: Solid, to: Solid): Point[] {
  if (from.x === to.x && from.y === to.y) return [];
  if (from.rail === undefined || to.rail === undefined || to.rail.step < from.rail.step) return [from, to];
  return [from, ...to.rail.points.slice(from.rail.step + 1, to.rail.step), to];
}
