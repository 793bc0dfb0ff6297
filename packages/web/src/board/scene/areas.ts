import type { Point } from './scene.ts';

const keyOf = ({ x, y }: Point): string => `${x} ${y}`;

/** The neighbour at each side, where the side begins, and the side. */
const SIDES = [
  { dx: 0, dy: -1, x: -0.5, y: -0.5, line: 'h1' },
  { dx: 1, dy: 0, x: 0.5, y: -0.5, line: 'v1' },
  { dx: 0, dy: 1, x: 0.5, y: 0.5, line: 'h-1' },
  { dx: -1, dy: 0, x: -0.5, y: 0.5, line: 'v-1' },
] as const;

/** The squares of an area, as a path. */
export const squaresOf = (cells: readonly Point[]): string =>
  cells.map(({ x, y }) => `M${x} ${y}m-0.5 -0.5h1v1h-1z`).join('');

/** The edges of an area, as a path: the sides between one of its cells and another cell. */
export function edgesOf(cells: readonly Point[]): string {
  const own = new Set(cells.map(keyOf));
  return cells
    .flatMap(({ x, y }) =>
      SIDES.filter(({ dx, dy }) => !own.has(keyOf({ x: x + dx, y: y + dy }))).map(
        (side) => `M${x + side.x} ${y + side.y}${side.line}`,
      ),
    )
    .join('');
}

/** The cell nearest to the middle of an area: the place of its text. */
export function middleOf(cells: readonly Point[]): Point {
  const x = cells.reduce((sum, cell) => sum + cell.x, 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length;
  const distance = (cell: Point): number => Math.hypot(cell.x - x, cell.y - y);
  return cells.toSorted((one, other) => distance(one) - distance(other))[0] ?? { x, y };
}
