import type { Point } from '../scene/scene.ts';

/** The four corners of a picture, clockwise from the top left. */
export type Corners = readonly [Point, Point, Point, Point];

/**
 * The CSS transform that lays a box of this size onto a quadrilateral, as a camera sees a sheet on a table. It aligns the invisible flat
 * board with the 3D board, so screen readers that explore by touch find each target where it is drawn.
 */
export function matrixOnto(width: number, height: number, [a, b, c, d]: Corners): string {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const one = { x: b.x - c.x, y: b.y - c.y };
  const two = { x: d.x - c.x, y: d.y - c.y };
  const determinant = one.x * two.y - two.x * one.y;
  const g = (sum.x * two.y - two.x * sum.y) / determinant;
  const h = (one.x * sum.y - sum.x * one.y) / determinant;
  const across = { x: b.x - a.x + g * b.x, y: b.y - a.y + g * b.y };
  const along = { x: d.x - a.x + h * d.x, y: d.y - a.y + h * d.y };
  const values = [
    ...[across.x / width, across.y / width, 0, g / width],
    ...[along.x / height, along.y / height, 0, h / height],
    ...[0, 0, 1, 0],
    ...[a.x, a.y, 0, 1],
  ];
  return `matrix3d(${values.map((value) => Number(value.toPrecision(9))).join(',')})`;
}
