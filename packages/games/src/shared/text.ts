import type { View } from '@tablier/core';

/** The inks of a board drawn as text. What they look like is decided by the terminal. */
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

/** A run of characters in one ink; plain text is in none. */
export type Span = string | readonly [text: string, ink: Ink];

/** A board drawn as lines of text: read without the inks it must still say everything. */
export type TextBoard = readonly (readonly Span[])[];

/** The words of a game in one language of the terminal. */
export interface GameWords {
  /** How moves are typed, one line each. */
  readonly notation: readonly string[];
  /** What a peek has shown; `names` are those of the seats. Required of games with peeks. */
  seen?(seen: unknown, names: readonly string[]): string;
}

/** What a game puts on a terminal. */
export interface GameText<V extends View = View> {
  /** The board. */
  draw(view: V): TextBoard;
  /** By language: `en`, `fr`, `de`, `nl`. */
  readonly words: Readonly<Record<string, GameWords>>;
}

/** The lines without their inks, trailing blanks cut. */
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
