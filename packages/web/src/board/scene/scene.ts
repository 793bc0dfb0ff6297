import type { Seat, Word } from '@tablier/core';

/**
 * A scene is what a board shows at one moment, as plain data: solids, marks, labels, and the targets that can be
 * pointed at and pressed. Any renderer can draw any scene. One cell is 1 × 1; x goes right and y goes down from the
 * top left corner, as the seat at the bottom sees it.
 */

/** The material or owner of a thing. The design tokens define the colours. */
export type Tone = Word<'seat0 seat1 seat2 seat3 dark light neutral red yellow green blue purple white plain'>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle given by its centre. */
export interface Box extends Point {
  readonly width: number;
  readonly depth: number;
}

/** A part of a picture, from its top left corner. */
export interface Crop extends Point {
  readonly width: number;
  readonly height: number;
}

export const boxOfCells = (one: Point, other: Point): Box => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  width: Math.abs(one.x - other.x) + 1,
  depth: Math.abs(one.y - other.y) + 1,
});

/** The real place of what the picture shows elsewhere to indicate its height: an offset in cells, and a height in thicknesses of a piece. */
export interface Raised {
  readonly dx: number;
  readonly dy: number;
  readonly up: number;
}

/** How a solid differs from others. `fixed`: set into the board permanently. `hollow`: an empty place for such a solid. */
export type Look = 'ghost' | 'refused' | 'lit' | 'faint' | 'chosen' | 'fixed' | 'hollow';

export interface Solid extends Box {
  /** Stable across scenes: a solid with the same id at another place has moved. */
  readonly id: string;
  /** `counter`, or a shape of a game: `<game>/<shape>` is drawn by `games/<game>/shapes/<shape>.svelte`. */
  readonly shape: 'counter' | `${string}/${string}`;
  readonly tone: Tone;
  /** The height of its underside in thicknesses of a piece: 0 on the board. Higher ones are drawn later. */
  readonly level?: number;
  /** By cell, left to right or top to bottom in the picture: the thicknesses of air below it, 0 where it rests. Absent: it rests everywhere. */
  readonly air?: readonly number[];
  /** For 3D renderers. Absent: it stands at its place on the board. */
  readonly raised?: Raised;
  readonly marking?: string;
  /** Where the marking is, from the middle. Absent: there. */
  readonly markingAt?: Point;
  /** Whether another one lies on it, so that only its front is seen. */
  readonly covered?: boolean;
  readonly look?: Look;
  /** On what the user owns in secret, in their own view alone: a small mark. `shaken`: after a press that would give it away. */
  readonly own?: 'marked' | 'shaken';
  /** What is known to be inside it, outermost first: visible through a window in its top. */
  readonly inside?: readonly Tone[];
  /** Where it moves from when it first appears; for solids whose ids do not last. */
  readonly from?: Point;
  /** A solid that moves along a track goes through every point between its old and its new step. */
  readonly rail?: { readonly points: readonly Point[]; readonly step: number };
}

/** How far one thickness of height moves a beam up the picture, in cells: the view is slightly from the front. */
const LIFT = 0.11;

/** Where a point of the ground appears in the picture at a height in thicknesses. */
export const lifted = <P extends Point>(point: P, thicknesses: number): P & { readonly raised: Raised } => ({
  ...point,
  y: point.y - LIFT * thicknesses,
  raised: { dx: 0, dy: LIFT * thicknesses, up: thicknesses },
});

export const ROOM = 0.13;

export interface Mark extends Box {
  readonly id: string;
  readonly kind: 'cell' | 'dot' | 'line' | 'outline' | 'arrow' | 'pins';
  readonly path?: string;
  /** `move`: a legal target; `room`: one of many, so quieter; `count`: what scores; `last`: the last move, in pins; `guide`: where a lesson points; `warn`: an obstacle; `hole`: an empty place; or a seat's colour. */
  readonly role: 'move' | 'room' | 'count' | 'last' | 'guide' | 'warn' | 'hole' | 'dark' | 'light';
  readonly over?: boolean;
  readonly raised?: Raised;
}

/** The radius of a pin, in cells. */
export const PIN = 0.12;

/** Where the pins of a mark are, from its middle, in cells: at both ends, of a square in two corners. */
export function pinsOf({ width, depth }: Pick<Box, 'width' | 'depth'>): readonly Point[] {
  const x = width < depth ? 0 : width / 2 - 1.5 * PIN;
  const y = depth < width ? 0 : depth / 2 - 1.5 * PIN;
  return [
    { x: -x, y: -y },
    { x, y },
  ];
}

export interface Label extends Point {
  readonly text: string;
  readonly role: 'near' | 'far' | 'faint' | 'strong' | 'inlaid';
  /** For an `inlaid` label, which lies above all solids: the surface it is let into. */
  readonly on?: Tone;
  /** Height of the letters, in cells. */
  readonly size?: number;
  readonly raised?: Raised;
}

export interface Target extends Box {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly chosen?: boolean;
  /** Whether the press that is proposed is here: then the Tab key leads to it. */
  readonly isNext?: boolean;
  /** Whether the piece there can be dragged: a finger on it moves it instead of scrolling the page. */
  readonly grip?: boolean;
}

export interface Chooser {
  readonly target: string;
  readonly title: string;
  readonly items: readonly ChooserItem[];
}

interface ChooserItem {
  readonly isNext?: boolean;
  readonly id: string;
  readonly label: string;
  readonly key: string;
}

/** Whose an area is; `gain`: it would be added by the move that is prepared. */
export type AreaRole = 'seat0' | 'seat1' | 'gain';

export interface Area {
  readonly id: string;
  readonly role: AreaRole;
  readonly cells: readonly Point[];
  readonly text?: string;
}

/** A short text above everything else, about what is below it: `+12`. The notes say the same in words. */
export interface Chip extends Point {
  readonly id: string;
  readonly text: string;
  readonly isCount?: boolean;
  /** Its height, in cells. */
  readonly size?: number;
  readonly raised?: Raised;
}

/** How a number at a place arises. A large board shows it instead of the chip with the same id. */
export interface Sum extends Box {
  readonly id: string;
  readonly parts: readonly { readonly figure: number; readonly word: string }[];
  readonly refused?: string;
}

interface Grid extends Point {
  readonly columns: number;
  readonly rows: number;
  readonly plain?: boolean;
}

export type Wood = 'oak' | 'cherry' | 'walnut' | 'teak';

export interface Scene {
  readonly wood?: Wood;
  readonly width: number;
  readonly height: number;
  readonly grid: Grid;
  readonly labels: readonly Label[];
  readonly marks: readonly Mark[];
  readonly solids: readonly Solid[];
  readonly targets: readonly Target[];
  readonly chooser?: Chooser;
  readonly areas?: readonly Area[];
  readonly chips?: readonly Chip[];
  readonly sum?: Sum;
  /** Where the piece in hand is drawn, if it can be turned there. */
  readonly turns?: Box;
}

/** The four boards of the rim, which meet in mitres, by their corners; the grain of the two at the sides runs upright. */
export function rimOf({ width, height, grid }: Pick<Scene, 'width' | 'height' | 'grid'>) {
  const corner = (x: number, y: number): Point => ({ x, y });
  const [left, top, right, bottom] = [grid.x, grid.y, grid.x + grid.columns, grid.y + grid.rows];
  const outer = [corner(0, 0), corner(width, 0), corner(width, height), corner(0, height)] as const;
  const inner = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)] as const;
  return [
    { id: 'top', upright: false, corners: [outer[0], outer[1], inner[1], inner[0]] },
    { id: 'right', upright: true, corners: [outer[1], outer[2], inner[2], inner[1]] },
    { id: 'bottom', upright: false, corners: [outer[2], outer[3], inner[3], inner[2]] },
    { id: 'left', upright: true, corners: [outer[3], outer[0], inner[0], inner[3]] },
  ];
}

export const withoutChip = (scene: Scene, sum: Sum | undefined): Scene =>
  sum === undefined ? scene : { ...scene, chips: (scene.chips ?? []).filter(({ id }) => id !== sum.id) };

/** The lines between the cells, as an SVG path from the top left corner of the grid; empty if it is plain. */
export const linesOf = ({ columns, rows, plain = false }: Grid): string =>
  plain
    ? ''
    : [
        ...Array.from({ length: columns - 1 }, (_, at) => `M${at + 1} 0V${rows}`),
        ...Array.from({ length: rows - 1 }, (_, at) => `M0 ${at + 1}H${columns}`),
      ].join('');

/** The target nearest to `from` in the direction of an arrow key. Straight ahead counts for more than sideways. */
export function neighbourTarget(targets: readonly Target[], from: Target, key: string): Target | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  let best: Target | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const target of targets) {
    const ahead = (target.x - from.x) * direction.x + (target.y - from.y) * direction.y;
    if (target === from || ahead < 0.3) continue;
    const aside = Math.abs((target.x - from.x) * direction.y) + Math.abs((target.y - from.y) * direction.x);
    const distance = ahead + 3 * aside;
    if (distance < least) {
      least = distance;
      best = target;
    }
  }
  return best;
}

/** The target nearest to a place, among those that can be pressed if there are any; `null` in a scene without targets. */
export function nearestTarget(targets: readonly Target[], { x, y }: Point): Target | null {
  const enabled = targets.filter((target) => target.enabled);
  const distance = (target: Target): number => Math.hypot(target.x - x, target.y - y);
  return [...(enabled.length > 0 ? enabled : targets)].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A scene within a plain rim of this width, in cells: without coordinates, and without what lies on the rim or beyond. */
export function framed(scene: Scene, rim: number, targets: readonly Target[] = []): Scene {
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
    targets: targets.map(move),
    areas: (scene.areas ?? []).map((area) => ({ ...area, cells: area.cells.map(move) })),
  };
}

const keyOf = ({ x, y }: Point): string => `${x} ${y}`;

const SIDES = [
  { dx: 0, dy: -1, x: -0.5, y: -0.5, line: 'h1' },
  { dx: 1, dy: 0, x: 0.5, y: -0.5, line: 'v1' },
  { dx: 0, dy: 1, x: 0.5, y: 0.5, line: 'h-1' },
  { dx: -1, dy: 0, x: -0.5, y: 0.5, line: 'v-1' },
] as const;

export const squaresOf = (cells: readonly Point[]): string =>
  cells.map(({ x, y }) => `M${x} ${y}m-0.5 -0.5h1v1h-1z`).join('');

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

export function middleOf(cells: readonly Point[]): Point {
  const x = cells.reduce((sum, cell) => sum + cell.x, 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell.y, 0) / cells.length;
  const distance = (cell: Point): number => Math.hypot(cell.x - x, cell.y - y);
  return cells.toSorted((one, other) => distance(one) - distance(other))[0] ?? { x, y };
}

/** The cells of a grid by number, row by row from the lower left as seat 0 sees them; other seats see the board turned by a half. */
export function cellsOn({ x, y, columns, rows }: Grid) {
  const count = columns * rows;
  const turned = (cell: number, bottom: Seat): number => (bottom === 0 ? cell : count - 1 - cell);
  const cellCentre = (cell: number, bottom: Seat): Point => {
    const seen = turned(cell, bottom);
    return { x: x + (seen % columns) + 0.5, y: y + rows - Math.trunc(seen / columns) - 0.5 };
  };
  const cellBox = (cell: number, bottom: Seat): Box => ({ ...cellCentre(cell, bottom), width: 1, depth: 1 });
  /** From the top left of the picture, so that the reading order is that of the page. */
  const cellsInOrder = (bottom: Seat): number[] =>
    Array.from({ length: count }, (_, place) =>
      turned((rows - 1 - Math.trunc(place / columns)) * columns + (place % columns), bottom),
    );
  return { turned, cellCentre, cellBox, cellsInOrder };
}

/** The names of columns and rows, `a` and `1` at the lower left, on a rim as wide as the distance of the grid from the edge. */
export function rimLabels({ x, y, columns, rows }: Grid, cellCentre: (cell: number) => Point): Label[] {
  const columnLabels = Array.from({ length: columns }, (_, column): Label => {
    const text = String.fromCharCode(97 + column);
    return { x: cellCentre(column).x, y: 1.5 * y + rows, text, role: 'near' };
  });
  const rowLabels = Array.from({ length: rows }, (_, row): Label => {
    return { x: x / 2, y: cellCentre(row * columns).y, text: String(row + 1), role: 'near' };
  });
  return [...columnLabels, ...rowLabels];
}

export const markOver = (
  id: string,
  kind: Mark['kind'],
  role: Mark['role'],
  { x, y, width, depth, raised }: Box & Pick<Mark, 'raised'>,
): Mark => ({ id, kind, role, over: true, x, y, width, depth, ...(raised === undefined ? {} : { raised }) });
