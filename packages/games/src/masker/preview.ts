import type { Move } from '@tablier/core';
import { formatCell } from './notation.ts';
import { CELLS, cellsOf, COLOUR_LETTERS, type ColourLetter, isTouching } from './tables.ts';
import type { MaskerView } from './view.ts';

export interface CapturePreview {
  readonly cross: ColourLetter | 'W';
  /** The number of crosses of that kind left in play. At 0 a player may go out, which the view does not tell [M12]. */
  readonly left: number;
  /** Why the capture after it may be of any cross [M9] [M10]; `null` if it may not. */
  readonly free: 'isolation' | 'white' | null;
  /** Whether the cross pays a debt to the player who is out [M13]. */
  readonly pays: boolean;
  /** Whether it fills the mover's stacks [M11]. */
  readonly fills: boolean;
  /** Whether it ends the turn, if no player goes out. */
  readonly endsTurn: boolean;
}

/** The crosses on a cell without the colourless one, which is lifted first [M18]. Bottom first. */
export function stackAt(view: MaskerView, cell: string): string {
  const crosses = view.board.find((stack) => stack.cell === cell)?.crosses ?? '';
  return crosses.replace('N', '');
}

/** The result of `move`; `null` if it captures nothing. Does not check whether it is legal: see `choices`. */
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

/** Whether any cross touches a cell, after the colourless one has left its own. */
const touchesAny = (view: MaskerView, cell: number): boolean =>
  cellsOf(view.options.board).some(
    (other) => isTouching(view.options.touch, cell, other) && stackAt(view, formatCell(other)) !== '',
  );
