import type { MaskerView } from '@tablier/games/masker';
import type { Box, Label, Point, Raised } from '../../scene/scene.ts';

/** The rim around the tray, with letters and numbers. */
export const RIM = 0.5;
/** The ledge below it, for the captures of a turn. */
const LEDGE = 1.2;

/** The layout of a board's places, in cells of the scene. */
interface Layout {
  readonly size: number;
  readonly width: number;
  readonly depth: number;
  /** The place of the topmost cross within its cell, and its size. */
  readonly cross: Box;
}

const FLAT: Layout = { size: 6, width: 1, depth: 1, cross: { x: 0.5, y: 0.5, width: 1, depth: 1 } };
/** Every place of the tower shows the stack from above and, to its right, from the side. */
const TOWER: Layout = { size: 3, width: 2.3, depth: 1.8, cross: { x: 0.8, y: 1.02, width: 1.4, depth: 1.4 } };
/** The height of a level in the picture, and of the slabs in the side view. */
const LIFT = 0.1;
const SLAB = { x: 1.9, y: 1.53, width: 0.6, depth: 0.36 };

const layoutOf = ({ options }: MaskerView): Layout => (options.board === 'tower' ? TOWER : FLAT);
export const isTower = ({ options }: MaskerView): boolean => options.board === 'tower';

const column = (cell: string): number => cell.charCodeAt(0) - 97;
const row = (cell: string): number => Number(cell.slice(1)) - 1;

/** The top left corner of a place. */
function cornerOf(view: MaskerView, cell: string): Point {
  const { size, width, depth } = layoutOf(view);
  return { x: RIM + column(cell) * width, y: RIM + (size - 1 - row(cell)) * depth };
}

export function placeBox(view: MaskerView, cell: string): Box {
  const { width, depth } = layoutOf(view);
  const { x, y } = cornerOf(view, cell);
  return { x: x + width / 2, y: y + depth / 2, width, depth };
}

/** The place of the cross at a level of a stack, 0 being the board. */
export function crossBox(view: MaskerView, cell: string, level: number): Box {
  const { cross } = layoutOf(view);
  const { x, y } = cornerOf(view, cell);
  return { ...cross, x: x + cross.x, y: y + cross.y - level * LIFT };
}

/** Where it really stands: in the middle of its place, on those below it. */
export function raisedAt(view: MaskerView, level: number): Raised {
  const { width, depth, cross } = layoutOf(view);
  return { dx: width / 2 - cross.x, dy: depth / 2 - cross.y + level * LIFT, up: level };
}

/** The same cross of a tower, seen from the side. */
export function slabBox(view: MaskerView, cell: string, level: number): Box {
  const { x, y } = cornerOf(view, cell);
  return { ...SLAB, x: x + SLAB.x, y: y + SLAB.y - level * SLAB.depth };
}

export const sizeOf = (view: MaskerView): { width: number; height: number; grid: Point & Extent } => {
  const { size, width, depth } = layoutOf(view);
  return {
    width: size * width + 2 * RIM,
    height: size * depth + 2 * RIM + LEDGE,
    grid: { x: RIM, y: RIM, columns: size * width, rows: size * depth },
  };
};

interface Extent {
  readonly columns: number;
  readonly rows: number;
}

/** The place of a capture on the ledge: 0 to 2, at the right. */
export function slotBox(view: MaskerView, index: number): Box {
  const { width, height } = sizeOf(view);
  return { x: width - RIM - 0.5 - (2 - index) * 1.08, y: height - 0.25 - LEDGE / 2, width: 1, depth: 1 };
}

export function rimLabels(view: MaskerView): Label[] {
  const { size, width, depth } = layoutOf(view);
  return Array.from({ length: size }, (_, index): Label[] => [
    {
      x: RIM + (index + 0.5) * width,
      y: RIM * 1.5 + size * depth,
      text: 'abcdef'.charAt(index),
      role: 'near',
      size: 0.22,
    },
    { x: RIM / 2, y: RIM + (size - index - 0.5) * depth, text: String(index + 1), role: 'near', size: 0.22 },
  ]).flat();
}

/** The number of letters that fit before the slots of the ledge; longer text is smaller. */
const LEDGE_LETTERS = 20;

/** The text before the slots of the ledge. */
export function ledgeLabel(view: MaskerView, text: string): Label {
  const { x, y } = slotBox(view, 0);
  return { x: (RIM + x - 0.5) / 2, y, text, role: 'strong', size: 0.25 * Math.min(1, LEDGE_LETTERS / text.length) };
}
