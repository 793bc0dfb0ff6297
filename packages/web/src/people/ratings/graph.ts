import type { RatingGraph } from '@tablier/protocol';

export const WIDTH = 300;
export const HEIGHT = 100;
const MARGIN = 6;
/** The least range of ratings on the graph, so that small differences are not exaggerated. */
const LEAST_SPAN = 100;

/** The line of a graph: one step for each match, from left to right. `null` without points. */
export function drawGraph(points: RatingGraph['points']) {
  const values = points.map(({ value }) => value);
  if (values.length === 0) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(LEAST_SPAN, high - low);
  const bottom = (low + high - span) / 2;
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, values.length - 1);
  const places = values.map((value, index) => ({
    x: round(MARGIN + index * step),
    y: round(HEIGHT - MARGIN - ((value - bottom) / span) * (HEIGHT - 2 * MARGIN)),
  }));
  const line = places.map(({ x, y }) => `${x},${y}`).join(' ');
  return { line, last: places.at(-1) ?? { x: 0, y: 0 }, low, high };
}

const round = (value: number): number => Math.round(value * 10) / 10;
