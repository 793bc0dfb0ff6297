import type { Box, Mark, Point } from './scene.ts';

/** Half the width of the shaft and of the head of an arrow, and the length of the head, in cells. */
const [SHAFT, WIDE, HEAD] = [0.09, 0.26, 0.42];

/** An arrow between the middles of two places. */
export function arrowMark(id: string, from: Box, to: Point): Mark {
  const { x, y, width, depth } = from;
  const length = Math.hypot(to.x - x, to.y - y);
  const [cos, sin] = [(to.x - x) / (length || 1), (to.y - y) / (length || 1)];
  /** A point at a distance along the arrow, and to its side. */
  const at = (along: number, aside: number): string =>
    `${(x + along * cos - aside * sin).toFixed(3)} ${(y + along * sin + aside * cos).toFixed(3)}`;
  const neck = Math.max(0, length - HEAD);
  const half = [at(0, -SHAFT), at(neck, -SHAFT), at(neck, -WIDE), at(length, 0)];
  const path = `M${[...half, at(neck, WIDE), at(neck, SHAFT), at(0, SHAFT)].join('L')}Z`;
  return { id: `arrow${id}`, kind: 'arrow', role: 'guide', over: true, path, x, y, width, depth };
}
