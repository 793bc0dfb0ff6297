import type { Ink, TextBoard } from '@tablier/games';
import pc from 'picocolors';

type Paint = (text: string) => string;

/** The look of each ink. picocolors omits colours if NO_COLOR is set or the terminal does not support them. */
const INKS: Readonly<Record<Ink, Paint>> = {
  seat0: (text) => pc.bold(pc.cyan(text)),
  seat1: (text) => pc.bold(pc.yellow(text)),
  seat2: (text) => pc.bold(pc.magenta(text)),
  seat3: (text) => pc.bold(pc.green(text)),
  neutral: pc.white,
  label: pc.dim,
  faint: pc.dim,
  strong: pc.bold,
  red: pc.red,
  yellow: pc.yellow,
  green: pc.green,
  blue: pc.blue,
  purple: pc.magenta,
  white: pc.whiteBright,
};

/** A board for the terminal. */
export function paintBoard(board: TextBoard): string {
  return board
    .map((line) =>
      line
        .map((span) => (typeof span === 'string' ? span : INKS[span[1]](span[0])))
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

/** Words in columns as wide as the widest, filling lines of `width` characters. */
export function inColumns(words: readonly string[], width: number): string {
  const cell = Math.max(...words.map((word) => word.length)) + 2;
  const perLine = Math.max(1, Math.trunc(width / cell));
  const lines: string[] = [];
  for (let from = 0; from < words.length; from += perLine) {
    lines.push(
      words
        .slice(from, from + perLine)
        .map((word) => word.padEnd(cell))
        .join('')
        .trimEnd(),
    );
  }
  return lines.join('\n');
}

/** Clears a terminal and its scrollback, so the next player sees nothing of the previous one. */
export const WIPE = '\u001b[2J\u001b[3J\u001b[H';

/** Clears the line of the cursor. */
export const CLEAR_LINE = '\r\u001b[K';
