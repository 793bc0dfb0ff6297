import type { Move } from '@tablier/core';
import { formatCell } from './notation.ts';
import { CELLS, cellsOf, COLOUR_LETTERS, type ColourLetter, isTouching } from './tables.ts';
import type { MaskerView } from './view.ts';

/** What a capture would come to, as far as the table tells. */
export interface CapturePreview {
  readonly cross: ColourLetter | 'W';
  /** How many of them stay in play. 0 for a colour: somebody may go out, which the table cannot tell [M12]. */
  readonly left: number;
  /** Why the capture after it may be of any cross [M9] [M10]. */
  readonly free: 'isolation' | 'white' | null;
  /** The cross goes to the player who is out, towards a debt [M13]. */
  readonly pays: boolean;
  /** It fills the mover's stacks [M11]. */
  readonly fills: boolean;
  /** The turn is over with it, nobody going out. */
  readonly endsTurn: boolean;
}

/** The crosses on a cell that can be taken from above: the colourless one is lifted first [M18]. */
export function stackAt(view: MaskerView, cell: string): string {
  const crosses = view.board.find((stack) => stack.cell === cell)?.crosses ?? '';
  return crosses.replace('N', '');
}

/** What `move` would come to; `null` where it is not a capture of something. Whether it is legal, `choices` says. */
export function previewCapture(view: MaskerView, move: Move): CapturePreview | null {
  const cross = move < CELLS ? stackAt(view, formatCell(move)).at(-1) : undefined;
  const mover = view.seats[view.turn];
  if (cross === undefined || mover === undefined || !isCross(cross)) return null;
  const free = cross === 'W' ? 'white' : touchesAny(view, move) ? null : 'isolation';
  const pays = mover.owes > 0;
  const fills = !pays && mover.pile + 1 >= view.fullPile;
  const endsTurn = view.capturesLeft <= 1 || free === 'isolation' || fills;
  return { cross, left: view.inPlay[cross] - 1, free, pays, fills, endsTurn };
}

const isCross = (letter: string): letter is ColourLetter | 'W' =>
  letter === 'W' || COLOUR_LETTERS.some((colour) => colour === letter);

/** Whether a cross touches a cell, the colourless one having left its own. */
const touchesAny = (view: MaskerView, cell: number): boolean =>
  cellsOf(view.options.board).some(
    (other) => isTouching(view.options.touch, cell, other) && stackAt(view, formatCell(other)) !== '',
  );
