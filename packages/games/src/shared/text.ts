import type { View } from '@tablier/core';

export type Ink =
  | 'seat0'
  | 'seat1'
  | 'seat2'
  | 'seat3'
  | 'neutral'
  | 'label'
  | 'faint'
  | 'strong'
  | 'red'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'purple'
  | 'white';

/** A run of characters in one ink, or plain text without an ink. */
export type Span = string | readonly [text: string, ink: Ink];

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

export const formatColumn = (column: number): string => String.fromCharCode(97 + column);

/** The name of a cell on a board with `columns` columns: the letter of its column, then its row counted from 1. */
export const formatGridCell = (cell: number, columns: number): string =>
  `${formatColumn(cell % columns)}${Math.floor(cell / columns) + 1}`;
