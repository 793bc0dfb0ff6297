import type { Seat } from '@tablier/core';

/** What somebody at the table asks for. Its sender has been matched with the seat before it comes here. */
export type Command =
  /** `move` is in the game's notation. */
  | { readonly kind: 'move'; readonly seat: Seat; readonly move: string }
  | { readonly kind: 'peek'; readonly seat: Seat; readonly peek: string }
  | { readonly kind: 'resign'; readonly seat: Seat }
  | { readonly kind: 'offer-draw'; readonly seat: Seat }
  | { readonly kind: 'answer-draw'; readonly seat: Seat; readonly accept: boolean }
  /** To go back to the position after `to` moves. */
  | { readonly kind: 'take-back'; readonly seat: Seat; readonly to: number }
  | { readonly kind: 'answer-take-back'; readonly seat: Seat; readonly accept: boolean }
  | { readonly kind: 'abort'; readonly seat: Seat };

/** What happened, as plain data in the order in which it is kept. The list of events is the match. */
export type MatchEvent =
  | { readonly kind: 'moved'; readonly seat: Seat; readonly move: string }
  /** `seen` is what everybody was told. */
  | { readonly kind: 'peeked'; readonly seat: Seat; readonly peek: string; readonly seen: unknown }
  | { readonly kind: 'resigned'; readonly seat: Seat }
  | { readonly kind: 'draw-offered'; readonly seat: Seat }
  | { readonly kind: 'draw-agreed'; readonly seat: Seat }
  | { readonly kind: 'draw-declined'; readonly seat: Seat }
  | { readonly kind: 'take-back-asked'; readonly seat: Seat; readonly to: number }
  | { readonly kind: 'take-back-declined'; readonly seat: Seat }
  | { readonly kind: 'taken-back'; readonly seat: Seat; readonly to: number }
  | { readonly kind: 'aborted'; readonly seat: Seat };

/** Why a command was refused; nothing has changed then. */
export interface MatchError {
  readonly name:
    | 'match-over'
    | 'no-such-seat'
    | 'not-your-turn'
    | 'unreadable-move'
    | 'illegal-move'
    | 'illegal-peek'
    | 'no-draws'
    | 'no-offer'
    | 'already-offered'
    | 'no-take-back'
    | 'already-revealed'
    | 'too-late-to-abort';
  readonly detail?: string;
}
