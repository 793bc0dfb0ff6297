/** The inks of a board drawn as text. What they look like is the terminal's affair. */
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
