import {
  type Ending,
  endOtherwise,
  type Game,
  makeRecord,
  NOBODY,
  type Position,
  type RecordedPeek,
  type RecordEnd,
  type Seat,
  type Setup,
  type StoredRecord,
} from '@tablier/core';
import { type ClockState, makeClock } from './clock/clock.ts';
import { type ClockTerms, type SeatTime } from './clock/terms.ts';
import type { Claim } from './messages.ts';

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

export type { RecordedPeek } from '@tablier/core';

/** Peeks do not affect the game; they are kept for its review. */
export type MatchRecord = StoredRecord;

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
export function recordOf(state: MatchState): MatchRecord {
  const known = RECORDS.get(state);
  if (known !== undefined) return known;
  const record = madeRecord(state);
  RECORDS.set(state, record);
  return record;
}

/** Building a record replays the whole match, and every viewer of a finished match is shown it, so it is cached. */
const RECORDS = new WeakMap<MatchState, MatchRecord>();

function madeRecord(state: MatchState): MatchRecord {
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
