import type { Point, Scene, Solid } from './scene.ts';

/** A scene within a plain rim of this width, in cells: without coordinates, and without what lies on the rim or beyond. */
export function framed(scene: Scene, rim: number): Scene {
  const { grid } = scene;
  const move = <P extends Point>(point: P): P => ({ ...point, x: point.x + rim - grid.x, y: point.y + rim - grid.y });
  const isInside = ({ x, y }: Point): boolean =>
    x > grid.x && y > grid.y && x < grid.x + grid.columns && y < grid.y + grid.rows;
  const moveSolid = (solid: Solid): Solid => ({
    ...move(solid),
    ...(solid.from === undefined ? {} : { from: move(solid.from) }),
    ...(solid.rail === undefined ? {} : { rail: { ...solid.rail, points: solid.rail.points.map(move) } }),
  });
  return {
    ...(scene.wood === undefined ? {} : { wood: scene.wood }),
    width: grid.columns + 2 * rim,
    height: grid.rows + 2 * rim,
    grid: { ...grid, x: rim, y: rim },
    labels: scene.labels.filter(({ role }) => role === 'inlaid').map(move),
    marks: scene.marks.filter(isInside).map(move),
    solids: scene.solids.filter(isInside).map(moveSolid),
    targets: [],
    areas: (scene.areas ?? []).map((area) => ({ ...area, cells: area.cells.map(move) })),
  };
}
