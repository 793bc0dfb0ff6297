import type { Seat } from '@tablier/core';
import type { Awaited } from './clock/face.ts';

/** A moment, in milliseconds of the injected time. Needed where a clock runs, ignored by nobody else. */
export interface Timed {
  /** Of a command, when it was received; of an event, when it took effect. Whole. */
  readonly at?: number;
}

/** What somebody at the table asks for. Its sender has been matched with the seat before it comes here. */
export type Command = Timed & PlayerAction;

type PlayerAction =
  /** `move` is in the game's notation. `lag`: how long it was on its way, in ms, as the server measured it; never what a client says. */
  | { readonly kind: 'move'; readonly seat: Seat; readonly move: string; readonly lag?: number }
  | { readonly kind: 'peek'; readonly seat: Seat; readonly peek: string }
  | { readonly kind: 'resign'; readonly seat: Seat }
  | { readonly kind: 'offer-draw'; readonly seat: Seat }
  | { readonly kind: 'answer-draw'; readonly seat: Seat; readonly accept: boolean }
  /** To go back to the position after `to` moves. */
  | { readonly kind: 'take-back'; readonly seat: Seat; readonly to: number }
  | { readonly kind: 'answer-take-back'; readonly seat: Seat; readonly accept: boolean }
  | { readonly kind: 'abort'; readonly seat: Seat }
  /**
   * That who is to move has gone: the match is won, or drawn where the game has draws. `from`: since when that may be claimed, as
   * whoever holds the match knows, never what a client says; `null` while he is there.
   */
  | { readonly kind: 'claim'; readonly seat: Seat; readonly as: Claim; readonly from: number | null }
  /** Only with days per turn. */
  | { readonly kind: 'begin-vacation'; readonly seat: Seat }
  | { readonly kind: 'end-vacation'; readonly seat: Seat };

/** What is claimed of a match whose player has gone. */
export type Claim = 'win' | 'draw';

/** What whoever holds the match does, where it has a clock. Never read from a player's line. */
export type HostCommand =
  /** Everybody is there: the first clock starts. */
  | { readonly kind: 'start'; readonly at: number }
  /** The timer set to `flagAt` went off. */
  | { readonly kind: 'flag'; readonly at: number }
  | { readonly kind: 'pause'; readonly at: number }
  | { readonly kind: 'resume'; readonly at: number }
  /** The first turns were waited for in vain. With or without a clock. */
  | { readonly kind: 'break-off'; readonly at: number }
  /** Nobody has come back for so long that the match is given up, however far it is. With or without a clock. */
  | { readonly kind: 'expire'; readonly at: number }
  /** The server works again since `at`; it was last known to work at `aliveAt`. `awaited`: who was cut off by that, and not before. */
  | { readonly kind: 'restart'; readonly aliveAt: number; readonly at: number; readonly awaited?: Awaited }
  /** Who is to move, and was awaited, is there again. */
  | { readonly kind: 'return'; readonly at: number };

/** What happened, as plain data in the order in which it is kept. The list of events is the match. */
export type MatchEvent = Timed & (PlayerEvent | HostEvent);

type PlayerEvent =
  /** `lag` as the command told it, where it had any. */
  | { readonly kind: 'moved'; readonly seat: Seat; readonly move: string; readonly lag?: number }
  /** `seen` is what everybody was told. */
  | { readonly kind: 'peeked'; readonly seat: Seat; readonly peek: string; readonly seen: unknown }
  | { readonly kind: 'resigned'; readonly seat: Seat }
  | { readonly kind: 'draw-offered'; readonly seat: Seat }
  | { readonly kind: 'draw-agreed'; readonly seat: Seat }
  | { readonly kind: 'draw-declined'; readonly seat: Seat }
  | { readonly kind: 'take-back-asked'; readonly seat: Seat; readonly to: number }
  /** One of several who have to agree. */
  | { readonly kind: 'take-back-agreed'; readonly seat: Seat }
  | { readonly kind: 'take-back-declined'; readonly seat: Seat }
  | { readonly kind: 'taken-back'; readonly seat: Seat; readonly to: number }
  /** By a seat; by `NOBODY` where the first turns were waited for in vain, or nobody came back for long. */
  | { readonly kind: 'aborted'; readonly seat: Seat }
  | { readonly kind: 'claimed'; readonly seat: Seat; readonly absent: Seat; readonly as: Claim }
  | { readonly kind: 'vacation-began'; readonly seat: Seat }
  | { readonly kind: 'vacation-ended'; readonly seat: Seat }
  /** The clock of `seat` fell. */
  | { readonly kind: 'timed-out'; readonly seat: Seat };

type HostEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'restarted'; readonly aliveAt: number; readonly awaited?: Awaited }
  | { readonly kind: 'returned' };

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
    | 'too-late-to-abort'
    | 'no-claim'
    | 'not-absent'
    | 'too-early-to-claim'
    | 'no-clock'
    | 'bad-time'
    | 'not-started'
    | 'already-started'
    | 'paused'
    | 'not-paused'
    | 'not-running'
    | 'not-fallen'
    | 'no-vacation';
  readonly detail?: string;
}
