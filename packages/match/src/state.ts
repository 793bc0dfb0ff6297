import {
  type Ending,
  endOtherwise,
  type Game,
  makeRecord,
  NOBODY,
  type Options,
  type Position,
  type RecordedPeek,
  type RecordEnd,
  type Seat,
  type Setup,
  type StoredRecord,
  words,
} from '@tablier/core';
import { type Awaited, type ClockState, makeClock } from './clock/clock.ts';
import type { ClockTerms, SeatTime } from './clock/terms.ts';

/** `asked`: if the others agree. With a clock `free` means that too, because a take-back restores time. An unfinished turn is free. */
export type TakeBackPolicy = 'free' | 'asked' | 'never';

/** What is agreed for a match before it begins, besides the game's setup. */
export interface MatchTerms {
  readonly takeBack: TakeBackPolicy;
  /** Absent: no clock. */
  readonly clock?: ClockTerms;
}

export interface ShownMove {
  /** Counted from 1. */
  readonly ply: number;
  readonly seat: Seat;
  readonly turnIndex: number;
  readonly text: string;
  /** The seats that had to pass after it, in order; public. */
  readonly passed: readonly Seat[];
}

export interface MadeMove {
  readonly seat: Seat;
  readonly move: number;
  readonly turnIndex: number;
  /** Whether it revealed hidden information to anyone. Such a move cannot be taken back. */
  readonly revealed: boolean;
  /** The time of each seat when the turn began; `null` without a clock. */
  readonly times: readonly SeatTime[] | null;
  /** Created once and shared by all views, so that comparing two views is fast. */
  readonly shown: ShownMove;
}

/** A peek: after how many moves, and what all players saw. */
export interface MadePeek {
  readonly seat: Seat;
  readonly after: number;
  readonly peek: string;
  readonly seen: unknown;
}

export interface MadeClaim {
  readonly seat: Seat;
  readonly absent: Seat;
  readonly as: Claim;
}

/** Seats whose request was declined since the last move, so that they may not repeat it before the next. */
export interface Declined {
  readonly draw: readonly Seat[];
  readonly takeBack: readonly Seat[];
}

export const NOTHING_DECLINED: Declined = { draw: [], takeBack: [] };

/** A match at one moment. Immutable: moves are never played on `position`. */
export interface MatchState {
  readonly game: Game;
  readonly setup: Setup;
  readonly terms: MatchTerms;
  /** The number of events so far, which is the number of the next one. */
  readonly version: number;
  readonly position: Position;
  readonly moves: readonly MadeMove[];
  readonly peeks: readonly MadePeek[];
  /** Seats that agree to a draw, by offer or answer. */
  readonly drawAgreed: readonly Seat[];
  readonly takeBack: { readonly seat: Seat; readonly to: number; readonly agreed: readonly Seat[] } | null;
  readonly declined: Declined;
  readonly claimed: MadeClaim | null;
  readonly end: RecordEnd | null;
  /** `null` if the terms have no clock. */
  readonly clock: ClockState | null;
}

export function createMatch(game: Game, setup: Setup, terms: MatchTerms): MatchState {
  const state: MatchState = {
    game,
    setup,
    terms,
    version: 0,
    position: game.start(setup),
    moves: [],
    peeks: [],
    drawAgreed: [],
    takeBack: null,
    declined: NOTHING_DECLINED,
    claimed: null,
    end: null,
    clock: makeClock(terms.clock, setup.players),
  };
  return state.position.turn === NOBODY ? { ...state, end: endByRules(state.position) } : state;
}

export const endByRules = (position: Position): RecordEnd => ({ by: 'rules', ...position.outcome() });

/** An end that the rules of the game did not cause; `losers` come last. */
export function endBy(state: MatchState, by: Exclude<Ending, 'rules'>, losers: readonly Seat[]): RecordEnd {
  const { game, setup, position } = state;
  // Partners lose together, as they win together.
  const sides = losers.flatMap((seat) => [...game.partners(setup.players, seat)]);
  return endOtherwise(by, position.outcome().scores, sides);
}

/** The record of a match so far with deal, moves and peeks. Only for viewers who may see everything. */
export function recordOf(state: MatchState): StoredRecord {
  const known = RECORDS.get(state);
  if (known !== undefined) return known;
  const record = madeRecord(state);
  RECORDS.set(state, record);
  return record;
}

/** Building a record replays the whole match, and every viewer of a finished match is shown it, so it is cached. */
const RECORDS = new WeakMap<MatchState, StoredRecord>();

function madeRecord(state: MatchState): StoredRecord {
  const record = makeRecord(
    state.game,
    state.setup,
    state.moves.map(({ move }) => move),
  );
  const ended = state.end === null ? record : { ...record, end: state.end };
  const peeks: RecordedPeek[] = state.peeks.map(({ after, seat, peek }) => ({ after, seat, peek }));
  return peeks.length === 0 ? ended : { ...ended, peeks };
}

/** A log that does not fit its match: a bug or a damaged store, never caused by a player. */
export class BrokenLogError extends Error {
  override readonly name = 'BrokenLogError';
}

/** A moment, in milliseconds of the injected time. Required where a clock runs; otherwise ignored. */
export interface Timed {
  /** For a command, when it was received; for an event, when it took effect. An integer. */
  readonly at?: number;
}

/** A request of a player. The seat of the sender has already been checked. */
export type Command = Timed & PlayerAction;

type PlayerAction = { readonly seat: Seat } &
  /** `plies`: the number of moves before it, if it is for that position only. `lag`: the transit time in ms, measured by the server. */
  (
    | { readonly kind: 'move'; readonly move: string; readonly plies?: number; readonly lag?: number }
    | { readonly kind: 'peek'; readonly peek: string; readonly plies?: number }
    /** To return to the position after `to` moves. */
    | { readonly kind: 'take-back'; readonly to: number }
    | { readonly kind: 'answer-draw' | 'answer-take-back'; readonly accept: boolean }
    /** The player to move has left. `from`: since when that may be claimed, by the host of the match; `null` while they are present. */
    | { readonly kind: 'claim'; readonly as: Claim; readonly from: number | null }
    | { readonly kind: 'resign' | 'offer-draw' | 'abort' }
    /** Only with days per turn. */
    | { readonly kind: 'begin-vacation' | 'end-vacation' }
  );

/** The results that can be claimed in a match whose player has left. */
export const CLAIMS = ['win', 'draw'] as const;
export type Claim = (typeof CLAIMS)[number];

/** Commands of the host of the match, such as the server. Never read from a client. */
export type HostCommand = { readonly at: number } &
  /**
   * `start`: all players are present, so the first clock starts. `flag`: the timer set to `flagAt` fired. `expire`: no player has come back for
   * long enough that the match is given up at any stage, with or without a clock. `return`: the player to move was awaited and is present again.
   */
  (
    | { readonly kind: 'start' | 'flag' | 'pause' | 'resume' | 'expire' | 'return' }
    /** The first turns are overdue. With or without a clock. */
    | { readonly kind: 'break-off'; readonly absent?: readonly Seat[] }
    /** The server works again since `at`, and did until `aliveAt`. `awaited`: the players who were cut off by that. */
    | { readonly kind: 'restart'; readonly aliveAt: number; readonly awaited?: Awaited }
  );

/** Events as plain data, in stored order. The list of events is the match. */
export type MatchEvent = Timed & (PlayerEvent | HostEvent);

type PlayerEvent = { readonly seat: Seat } &
  /** `lag` of the command, if it had one. */
  (
    | { readonly kind: 'moved'; readonly move: string; readonly lag?: number }
    /** `seen` is what all players were shown. */
    | { readonly kind: 'peeked'; readonly peek: string; readonly seen: unknown }
    | { readonly kind: 'take-back-asked' | 'taken-back'; readonly to: number }
    /** By a seat; by `NOBODY` if the first turns were overdue or the match expired. `absent`: the seats that did not come. */
    | { readonly kind: 'aborted'; readonly absent?: readonly Seat[] }
    | { readonly kind: 'claimed'; readonly absent: Seat; readonly as: Claim }
    /** `take-back-agreed`: one of several players who must agree. */
    | { readonly kind: 'draw-offered' | 'draw-agreed' | 'draw-declined' | 'take-back-agreed' | 'take-back-declined' }
    /** `timed-out`: the clock of `seat` ran out. */
    | { readonly kind: 'resigned' | 'vacation-began' | 'vacation-ended' | 'timed-out' }
  );

type HostEvent =
  | { readonly kind: 'started' | 'paused' | 'resumed' | 'returned' }
  | { readonly kind: 'restarted'; readonly aliveAt: number; readonly awaited?: Awaited };

/** Why a command can be refused, which changes nothing. */
export const REFUSALS = words(
  'match-over position-changed no-such-seat not-your-turn unreadable-move illegal-move illegal-peek no-draws',
  'no-offer already-offered no-take-back already-revealed too-late-to-abort no-claim not-absent',
  'too-early-to-claim no-clock bad-time not-started already-started paused not-paused not-running not-fallen',
  'no-vacation',
);

export interface MatchError {
  readonly name: (typeof REFUSALS)[number];
  readonly detail?: string;
}

/** Whether moves can be prepared: only if every viewer sees everything, or no player could know the position to prepare for. */
export const canPrepare = ({ secrets }: Pick<Game, 'secrets'>, options: Options): boolean =>
  !secrets.hides(options) && secrets.movesShown(options) === 'all';
