import type { Seat, View, Word } from '@tablier/core';

export type Ink = Word<'seat0 seat1 seat2 seat3 neutral label faint strong red yellow green blue purple white'>;

const SEAT_INKS: readonly Ink[] = ['seat0', 'seat1', 'seat2', 'seat3'];
/** The ink of a seat, and of what is of none. */
export const inkOf = (seat: Seat | undefined): Ink => SEAT_INKS[seat ?? -1] ?? 'neutral';

/** A run of characters in one ink, or plain text without an ink. Those of a piece stand out as a block of its colour. */
export type Span = string | readonly [text: string, ink: Ink, as?: 'piece'];

/** A board drawn as lines of text. The text alone, without inks, must contain all information. */
export type TextBoard = readonly (readonly Span[])[];

export interface GameWords {
  /** How to type moves, as lines of text. */
  readonly notation: readonly string[];
  /** A sentence about the answer to a peek. `names` are the names of the seats. Required for games with peeks. */
  seen?(seen: unknown, names: readonly string[]): string;
}

export interface GameText<V extends View = View> {
  draw(view: V): TextBoard;
  /** By language: `en`, `fr`, `de`, `nl`. */
  readonly words: Readonly<Record<string, GameWords>>;
}

/** The words of a game without peeks. */
export const notationIn = (lines: Readonly<Record<string, GameWords['notation']>>): GameText['words'] =>
  Object.fromEntries(Object.entries(lines).map(([language, notation]) => [language, { notation }]));

export function plainText(board: TextBoard): string {
  return board
    .map((line) =>
      line
        .map((span) => (typeof span === 'string' ? span : span[0]))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** A board of cells, each of the same width, with the names of rows and columns. Cells are counted along the rows, from the lowest. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  /** Of a cell, in characters. */
  readonly width: number;
  cell(cell: number): readonly Span[];
  /** What joins a cell to the one above, as wide as a cell. Absent: rows follow each other without a line between them. */
  up?(cell: number): readonly Span[];
  /** Absent: letters, and rows counted from 1. */
  readonly names?: { row(row: number): string; column(column: number): string };
}

export function drawGrid(grid: Grid): TextBoard {
  const { columns, rows, width, up, names } = grid;
  const nameOf = names ?? { row: (row) => `${row + 1}`, column: formatColumn };
  const lines: Span[][] = [];
  for (let row = rows - 1; row >= 0; row--) {
    const cells = Array.from({ length: columns }, (_, column) => row * columns + column);
    lines.push([[`${nameOf.row(row).padStart(2)} `, 'label'], ...cells.flatMap((cell) => grid.cell(cell))]);
    if (up !== undefined && row > 0) lines.push(['   ', ...cells.flatMap((cell) => up(cell - columns))]);
  }
  const letters = Array.from({ length: columns }, (_, column) => ` ${nameOf.column(column)}`.padEnd(width));
  return [...lines, [[`   ${letters.join('')}`, 'label']]];
}

export const formatColumn = (column: number): string => String.fromCharCode(97 + column);

/** The name of a cell on a board with `columns` columns: the letter of its column, then its row counted from 1. */
export const formatGridCell = (cell: number, columns: number): string =>
  `${formatColumn(cell % columns)}${Math.floor(cell / columns) + 1}`;
