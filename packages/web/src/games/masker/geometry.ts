import type { MaskerView } from '@tablier/games/masker';
import type { Box, Label, Point, Raised, Scene } from '../../board/scene/scene.ts';

export const RIM = 0.5;
const LEDGE = 1.2;

interface Layout {
  readonly size: number;
  readonly width: number;
  readonly depth: number;
  readonly cross: Box;
}

/** How much shorter a cross of a stack is: the tower is seen from the front, so each cross below the top shows its front. */
const SHORTENED = 0.76;
export const FRONT = 0.18;

const FLAT: Layout = { size: 6, width: 1, depth: 1, cross: { x: 0.5, y: 0.5, width: 1, depth: 1 } };
/** A place is deep enough that no stack hides the foot of the one behind it. */
const TOWER: Layout = {
  size: 3,
  width: 2.1,
  depth: 2.1,
  cross: { x: 1.05, y: 1.28, width: 1.4, depth: 1.4 * SHORTENED },
};

const layoutOf = ({ options }: MaskerView): Layout => (options.board === 'tower' ? TOWER : FLAT);
const isTower = ({ options }: MaskerView): boolean => options.board === 'tower';

const column = (cell: string): number => cell.charCodeAt(0) - 97;
const row = (cell: string): number => Number(cell.slice(1)) - 1;

function cornerOf(view: MaskerView, cell: string): Point {
  const { size, width, depth } = layoutOf(view);
  return { x: RIM + column(cell) * width, y: RIM + (size - 1 - row(cell)) * depth };
}

export function placeBox(view: MaskerView, cell: string): Box {
  const { width, depth } = layoutOf(view);
  const { x, y } = cornerOf(view, cell);
  return { x: x + width / 2, y: y + depth / 2, width, depth };
}

const liftOf = (level: number): number => level * FRONT * TOWER.cross.width;

export function crossBox(view: MaskerView, cell: string, level: number): Box {
  const { cross } = layoutOf(view);
  const { x, y } = cornerOf(view, cell);
  return { ...cross, x: x + cross.x, y: y + cross.y - liftOf(level) };
}

/** Where it really stands: in the middle of its place, on those below it. */
export function raisedAt(view: MaskerView, level: number): Raised {
  const { width, depth, cross } = layoutOf(view);
  return { dx: width / 2 - cross.x, dy: depth / 2 - cross.y + liftOf(level), up: level };
}

/** In which order the crosses of a cell are drawn: stacks behind others first. */
export const orderAt = (view: MaskerView, cell: string): number => (isTower(view) ? (2 - row(cell)) * 8 : 0);

const STACK = { width: 1.12, height: SHORTENED + 3 * FRONT };

export function pileBox(index: number): Box {
  const stack = Math.floor(index / 3);
  const y = STACK.height - (1 + (index % 3)) * FRONT - SHORTENED / 2;
  return { x: (stack + 0.5) * STACK.width, y, width: 1, depth: SHORTENED };
}

export const pileSize = (places: number): Pick<Box, 'width' | 'depth'> => ({
  width: (places / 3) * STACK.width,
  depth: STACK.height + 0.06,
});

export const sizeOf = (view: MaskerView): Pick<Scene, 'width' | 'height' | 'grid'> => {
  const { size, width, depth } = layoutOf(view);
  return {
    width: size * width + 2 * RIM,
    height: size * depth + 2 * RIM + LEDGE,
    grid: { x: RIM, y: RIM, columns: size * width, rows: size * depth },
  };
};

/** The place of a capture on the ledge: 0 to 2, at the right. */
export function slotBox(view: MaskerView, index: number): Box {
  const { width, height } = sizeOf(view);
  return { x: width - RIM - 0.5 - (2 - index) * 1.08, y: height - 0.25 - LEDGE / 2, width: 1, depth: 1 };
}

export function rimLabels(view: MaskerView): Label[] {
  const { size, width, depth } = layoutOf(view);
  const look = { role: 'near', size: 0.22 } as const;
  return Array.from({ length: size }, (_, index): Label[] => [
    { x: RIM + (index + 0.5) * width, y: RIM * 1.5 + size * depth, text: 'abcdef'.charAt(index), ...look },
    { x: RIM / 2, y: RIM + (size - index - 0.5) * depth, text: String(index + 1), ...look },
  ]).flat();
}

/** The number of letters that fit before the slots of the ledge; longer text is smaller. */
const LEDGE_LETTERS = 20;

export function ledgeLabel(view: MaskerView, text: string): Label {
  const { x, y } = slotBox(view, 0);
  return { x: (RIM + x - 0.5) / 2, y, text, role: 'strong', size: 0.25 * Math.min(1, LEDGE_LETTERS / text.length) };
}

const ARM_END = 0.47;
const HALF_ARM = 0.2;

/** The outline of a cross that fills a cell of 1 by 1, less `inset`, about a point that is moved the other way by `cut`. */
export function plus(cut: Point = { x: 0, y: 0 }, inset = 0): string {
  const { x, y } = cut;
  const [end, arm] = [ARM_END - inset, HALF_ARM - inset];
  const at = (across: number, along: number): string => `${across - x} ${along - y}`;
  return `M${at(-arm, -end)}H${arm - x}V${-arm - y}H${end - x}V${arm - y}H${arm - x}V${end - y}H${-arm - x}V${arm - y}H${-end - x}V${-arm - y}H${-arm - x}z`;
}

/** The width of the lines of a sign. */
const LINE = 0.075;
/** The signs of the colours by their letters, filled or drawn, about 0.36 wide: for users who cannot distinguish the colours. */
export const SIGNS: Readonly<Record<string, { readonly path: string; readonly line?: number }>> = {
  R: { path: 'M0-.16A.16 .16 0 1 1 0 .16A.16 .16 0 1 1 0-.16z' },
  Y: { path: 'M0-.2 .053-.062 .19-.062 .085 .03 .12 .17 0 .088-.12 .17-.085 .03-.19-.062-.053-.062z' },
  G: { path: 'M-.16-.14H-.06V.14H-.16zM.06-.14H.16V.14H.06z' },
  B: { path: 'M-.18 .05-.09-.08 0 .05 .09-.08 .18 .05', line: LINE },
  P: { path: 'M-.13-.13 .13 .13M.13-.13-.13 .13', line: LINE },
  W: { path: 'M0-.13A.13 .13 0 1 1 0 .13A.13 .13 0 1 1 0-.13z', line: LINE },
};
