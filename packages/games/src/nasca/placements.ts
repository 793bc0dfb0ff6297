import { formatGridCell } from '../shared/text.ts';

/** Lines of cells for pieces, numbered as `position.ts` says. Cells: `column + 11 * row`, `a1` = 0 [N1]. */
export const COLUMNS = 11;
export const ROWS = 10;
export const CELLS = COLUMNS * ROWS;

/** The lengths of the players' pieces [N2]. */
export const LENGTHS = [2, 3, 4, 5] as const;
export const SHORTEST = 2;
export const LONGEST = 5;

export const DIRECTIONS = 2;
export const STEPS = [1, COLUMNS] as const;

interface Line {
  readonly start: number;
  readonly direction: 0 | 1;
  readonly length: number;
}

/** The number of cells of a line from `cell` to the edge of the board, at most the length of the longest piece. */
function roomFrom(cell: number, direction: number): number {
  const toEdge = direction === 0 ? COLUMNS - (cell % COLUMNS) : ROWS - Math.floor(cell / COLUMNS);
  return Math.min(toEdge, LONGEST);
}

function allLines(): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < CELLS; start++) {
    for (const direction of [0, 1] as const) {
      for (let length = SHORTEST; length <= roomFrom(start, direction); length++)
        lines.push({ start, direction, length });
    }
  }
  return lines;
}

const LINES = allLines();

/** The number of placements of the players' pieces on an empty board: 670. */
export const PLACEMENTS = LINES.length;
/** The placements of a neutral piece of length 1 are `SINGLES + cell`. They are never moves of a player. */
export const SINGLES = PLACEMENTS;

const SINGLE_LINES = Array.from({ length: CELLS }, (_, start): Line => ({ start, direction: 0, length: 1 }));
const EVERY_LINE = [...LINES, ...SINGLE_LINES];

/** By placement: first cell, number of cells, distance between neighbouring cells, last cell. */
export const STARTS = Uint8Array.from(EVERY_LINE, (line) => line.start);
export const SIZES = Uint8Array.from(EVERY_LINE, (line) => line.length);
export const STRIDES = Uint8Array.from(EVERY_LINE, (line) => STEPS[line.direction]);
export const ENDS = Uint8Array.from(EVERY_LINE, (line) => line.start + (line.length - 1) * STEPS[line.direction]);

/** By placement: its lowest row, its highest row, and its columns, as bits, in each of these rows. */
export const FIRST_ROWS = STARTS.map((start) => Math.floor(start / COLUMNS));
export const LAST_ROWS = ENDS.map((end) => Math.floor(end / COLUMNS));
export const COLUMN_MASKS = Uint16Array.from(EVERY_LINE, ({ start, direction, length }) =>
  direction === 0 ? ((1 << length) - 1) << (start % COLUMNS) : 1 << (start % COLUMNS),
);

/** By `cell * 2 + direction`: cells to the edge of the board, at most 5. */
export const ROOMS = Uint8Array.from({ length: CELLS * DIRECTIONS }, (_, line) => roomFrom(line >> 1, line & 1));

/** By `cell * 2 + direction`: the placement of length 2 there, which longer ones follow. */
export const FIRSTS = firstPlacements();

function firstPlacements(): Uint16Array {
  const firsts = new Uint16Array(CELLS * DIRECTIONS);
  let next = 0;
  for (const [line, room] of ROOMS.entries()) {
    firsts[line] = next;
    next += Math.max(0, room - 1);
  }
  return firsts;
}

/** By set of lengths (bit `length`): all placements of these lengths, ascending. */
export const CANDIDATES: readonly Uint16Array[] = Array.from({ length: 1 << (LONGEST + 1) }, (_, lengths) =>
  Uint16Array.from([...LINES.keys()].filter((placement) => ((lengths >> (SIZES[placement] as number)) & 1) === 1)),
);

export function cellsOf(placement: number): number[] {
  const start = STARTS[placement] as number;
  return Array.from(
    { length: SIZES[placement] as number },
    (_, index) => start + index * (STRIDES[placement] as number),
  );
}

/** Cells grouped by those that share a side [N13], each group in ascending order. */
export function connected(cells: readonly number[]): number[][] {
  const left = new Set(cells);
  const groups: number[][] = [];
  for (const first of cells) {
    if (!left.delete(first)) continue;
    const group = [first];
    // The group grows while it is read.
    for (const cell of group) group.push(...neighbours(cell).filter((next) => left.delete(next)));
    groups.push(group.toSorted((one, other) => one - other));
  }
  return groups;
}

const neighbours = (cell: number): number[] => [
  ...(cell % COLUMNS === 0 ? [] : [cell - 1]),
  ...(cell % COLUMNS === COLUMNS - 1 ? [] : [cell + 1]),
  cell - COLUMNS,
  cell + COLUMNS,
];

export const formatCell = (cell: number): string => formatGridCell(cell, COLUMNS);

/** The text of a placement: its two end cells, the smaller first. For a neutral piece of length 1: its cell. */
export function formatMove(placement: number): string {
  const start = formatCell(STARTS[placement] as number);
  return placement >= SINGLES ? start : `${start}-${formatCell(ENDS[placement] as number)}`;
}

const BY_TEXT: ReadonlyMap<string, number> = new Map(
  Array.from({ length: SINGLES + CELLS }, (_, placement) => [formatMove(placement), placement]),
);

/** The placement with this text, including those of length 1; `null` if the text names no line of the board. */
export function parsePlacement(text: string): number | null {
  return BY_TEXT.get(text) ?? null;
}

/** By placement: itself, and what it is on the board seen from the other sides, ascending. */
export function mirrors(placement: number): number[] {
  const ends = [STARTS[placement] as number, ENDS[placement] as number];
  const across = (cell: number): number => cell + COLUMNS - 1 - 2 * (cell % COLUMNS);
  const turned = (cell: number): number => CELLS - 1 - cell;
  const seen = [ends, ends.map(across), ends.map(turned), ends.map((cell) => turned(across(cell)))];
  const texts = seen.map((pair) =>
    [...pair]
      .sort((one, other) => one - other)
      .map(formatCell)
      .join('-'),
  );
  return [...new Set(texts.map((text) => parsePlacement(text) as number))].sort((one, other) => one - other);
}
