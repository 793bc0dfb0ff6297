import type { Seat } from '@tablier/core';
import type { ShownGame } from './read-game.ts';

/** The properties of a viewer that may change at any time. */
export interface ViewerOptions {
  /** Plies played; `null`: the end. A number beyond it is the end, too. */
  readonly ply: number | null;
  /** The seat at the bottom of the board. */
  readonly bottom: Seat;
  readonly hasControls: boolean;
}

export interface ViewerProps extends ViewerOptions {
  readonly shown: ShownGame;
  /** Whether it has the height of its container; otherwise its height follows from its width. */
  readonly fills: boolean;
  /** The user asks for another ply, among `last`. */
  readonly onstep: (ply: number, last: number) => void;
}
