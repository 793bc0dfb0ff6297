/** `<tablier-board>`: a finished or unfinished game to step through, without a server. */
export interface TablierBoardElement extends HTMLElement {
  /** The record: its JSON as a text, or the same parsed; `null` for none. It comes before `src`. */
  record: unknown;
  /** Plies played in the position that is shown; `null` without a game. Setting it beyond the end shows the end. */
  ply: number | null;
  readonly last: number | null;
}

/** The user, or a script, went to another ply. `move` led there, in notation; `null` at the beginning. */
export type TablierStepEvent = CustomEvent<{
  readonly ply: number;
  readonly last: number;
  readonly move: string | null;
}>;

export type TablierLoadEvent = CustomEvent<{ readonly game: string; readonly last: number }>;

/** The game cannot be shown: `unreachable`, `too-large`, `bad-json`, or an error of the record such as `illegal-move`, with its `ply`. */
export type TablierErrorEvent = CustomEvent<{
  readonly name: string;
  readonly ply?: number;
  readonly detail?: string;
}>;

/** What HTML, JSX and templates can set. */
export interface TablierBoardAttributes {
  src?: string | undefined;
  record?: unknown;
  ply?: number | null | undefined;
  /** The seat at the bottom of the board, from 1. */
  orientation?: number | undefined;
  theme?: 'light' | 'dark' | undefined;
  boards?: 'light' | 'dark' | 'contrast' | 'distinct' | undefined;
  controls?: 'none' | undefined;
  lang?: string | undefined;
}

/** The events, by the names that JSX has for their listeners. */
export interface TablierBoardListeners {
  onload?: (event: TablierLoadEvent) => void;
  onstep?: (event: TablierStepEvent) => void;
  onerror?: (event: TablierErrorEvent) => void;
}

declare global {
  interface HTMLElementTagNameMap {
    'tablier-board': TablierBoardElement;
  }
}
