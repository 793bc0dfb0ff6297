import { type Game, type Move, NOBODY, type Seat, type View, type Viewer } from '@tablier/core';
import { type BoardModule, type BoardState, type SeenPeek, stillState } from '../../board/board-module.ts';
import type { SpokenGame } from '../../games/positions.ts';
import type { People } from '../../lib/people.ts';
import type { MadeTurn } from './said-turn.ts';
import type { CommandWords } from './words.ts';

/**
 * What a page with a board lets a player ask and do, besides moves. What is absent cannot be done there. `on` ends a pause that waits for the
 * player, such as that between two rounds.
 */
export type Acts = { readonly [Name in 'on' | 'hint' | 'undo' | 'draw' | 'resign']?: (() => void) | undefined };

/** The board of a page, as its commands see it: what is on it, for whom, and what may be done. */
export interface Seen {
  readonly game: Game;
  readonly board: BoardModule;
  readonly view: View;
  readonly viewer: Viewer;
  readonly people: People;
  readonly choices: readonly Move[];
  readonly shared?: boolean;
  readonly peeks?: readonly SeenPeek[];
  /** The last move or turn; `null` before the first. */
  readonly last: MadeTurn | null;
  /** What the page asks for or says of the game. */
  readonly status: string;
  readonly clocks?: readonly { readonly time: string; readonly note: string | null }[] | null;
  /** Earlier and later positions; `null` if there is only this one. */
  readonly steps?: { readonly at: number; readonly last: number; go(ply: number): unknown } | null;
  readonly acts?: Acts;
  /** What a search has found about the position that is shown, as lines of text. */
  readonly found?: { readonly best: readonly string[]; readonly worth: readonly string[] };
  readonly onmove?: (move: Move) => void;
  readonly onpeek?: (peek: string) => void;
}

/** The same with the words of its game, and how the focus moves over the board. */
export interface AtTable extends Seen {
  readonly spoken: SpokenGame;
  readonly words: CommandWords;
  /** Moves the focus to the next target that fits, in reading order, or backwards; `null` if there is none. */
  readonly reach: (fits: (place: Place) => boolean, step: 1 | -1) => string | null;
  /** Moves the focus to the edge of the board in this direction. */
  readonly edge: (key: Edge) => string | null;
  /** All places, in reading order. */
  readonly places: () => readonly Place[];
  /** The place of the focus by its name; `null` if it is not on the board. */
  readonly here: () => string | null;
}

export interface Place {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
}

export type Edge = 'left' | 'right' | 'top' | 'bottom';

/** The state of the board as this person sees it, with nothing in hand. */
export function stateOf(seen: Seen): BoardState<View, unknown> {
  const { game, board, view, viewer, people, choices, shared = false, peeks = [] } = seen;
  return { ...stillState(game, board, view), viewer, people, choices, shared, peeks };
}

/** The seat whose pieces are one's own: that of the user, else the one to move. */
export const ownSeat = ({ viewer, view }: Seen): Seat =>
  typeof viewer === 'number' ? viewer : view.turn === NOBODY ? 0 : view.turn;
