import type { Game, Options, Seat } from '@tablier/core';
import type { Awaited } from './clock/clock.ts';

/** A moment, in milliseconds of the injected time. Required where a clock runs; otherwise ignored. */
export interface Timed {
  /** For a command, when it was received; for an event, when it took effect. An integer. */
  readonly at?: number;
}

/** A request of a player. The seat of the sender has already been checked. */
export type Command = Timed & PlayerAction;

type PlayerAction =
  /** `plies`: the number of moves before it, if it is for that position only. `lag`: the transit time in ms, measured by the server. */
  | {
      readonly kind: 'move';
      readonly seat: Seat;
      readonly move: string;
      readonly plies?: number;
      readonly lag?: number;
    }
  | { readonly kind: 'peek'; readonly seat: Seat; readonly peek: string; readonly plies?: number }
  | { readonly kind: 'resign'; readonly seat: Seat }
  | { readonly kind: 'offer-draw'; readonly seat: Seat }
  | { readonly kind: 'answer-draw'; readonly seat: Seat; readonly accept: boolean }
  /** To return to the position after `to` moves. */
  | { readonly kind: 'take-back'; readonly seat: Seat; readonly to: number }
  | { readonly kind: 'answer-take-back'; readonly seat: Seat; readonly accept: boolean }
  | { readonly kind: 'abort'; readonly seat: Seat }
  /** The player to move has left. `from`: since when that may be claimed, by the host of the match; `null` while they are present. */
  | { readonly kind: 'claim'; readonly seat: Seat; readonly as: Claim; readonly from: number | null }
  /** Only with days per turn. */
  | { readonly kind: 'begin-vacation'; readonly seat: Seat }
  | { readonly kind: 'end-vacation'; readonly seat: Seat };

/** The results that can be claimed in a match whose player has left. */
export const CLAIMS = ['win', 'draw'] as const;
export type Claim = (typeof CLAIMS)[number];

/** Commands of the host of the match, such as the server. Never read from a client. */
export type HostCommand =
  /** All players are present: the first clock starts. */
  | { readonly kind: 'start'; readonly at: number }
  /** The timer set to `flagAt` fired. */
  | { readonly kind: 'flag'; readonly at: number }
  | { readonly kind: 'pause'; readonly at: number }
  | { readonly kind: 'resume'; readonly at: number }
  /** The first turns are overdue. With or without a clock. */
  | { readonly kind: 'break-off'; readonly at: number; readonly absent?: readonly Seat[] }
  /** No player has come back for long enough that the match is given up at any stage. With or without a clock. */
  | { readonly kind: 'expire'; readonly at: number }
  /** The server works again since `at`, and did until `aliveAt`. `awaited`: the players who were cut off by that. */
  | { readonly kind: 'restart'; readonly aliveAt: number; readonly at: number; readonly awaited?: Awaited }
  /** The player to move was awaited and is present again. */
  | { readonly kind: 'return'; readonly at: number };

/** Events as plain data, in stored order. The list of events is the match. */
export type MatchEvent = Timed & (PlayerEvent | HostEvent);

type PlayerEvent =
  /** `lag` of the command, if it had one. */
  | { readonly kind: 'moved'; readonly seat: Seat; readonly move: string; readonly lag?: number }
  /** `seen` is what all players were shown. */
  | { readonly kind: 'peeked'; readonly seat: Seat; readonly peek: string; readonly seen: unknown }
  | { readonly kind: 'resigned'; readonly seat: Seat }
  | { readonly kind: 'draw-offered'; readonly seat: Seat }
  | { readonly kind: 'draw-agreed'; readonly seat: Seat }
  | { readonly kind: 'draw-declined'; readonly seat: Seat }
  | { readonly kind: 'take-back-asked'; readonly seat: Seat; readonly to: number }
  /** Consent of one of several players who must agree. */
  | { readonly kind: 'take-back-agreed'; readonly seat: Seat }
  | { readonly kind: 'take-back-declined'; readonly seat: Seat }
  | { readonly kind: 'taken-back'; readonly seat: Seat; readonly to: number }
  /** By a seat; by `NOBODY` if the first turns were overdue or the match expired. `absent`: the seats that did not come. */
  | { readonly kind: 'aborted'; readonly seat: Seat; readonly absent?: readonly Seat[] }
  | { readonly kind: 'claimed'; readonly seat: Seat; readonly absent: Seat; readonly as: Claim }
  | { readonly kind: 'vacation-began'; readonly seat: Seat }
  | { readonly kind: 'vacation-ended'; readonly seat: Seat }
  /** The clock of `seat` ran out. */
  | { readonly kind: 'timed-out'; readonly seat: Seat };

type HostEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'paused' }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'restarted'; readonly aliveAt: number; readonly awaited?: Awaited }
  | { readonly kind: 'returned' };

/** Why a command was refused. A refused command changes nothing. */
export interface MatchError {
  readonly name:
    | 'match-over'
    | 'position-changed'
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

/** Whether moves can be prepared: only if every viewer sees everything, or no player could know the position to prepare for. */
export const canPrepare = ({ secrets }: Pick<Game, 'secrets'>, options: Options): boolean =>
  !secrets.hides(options) && secrets.movesShown(options) === 'all';
