import {
  type Ending,
  type Game,
  makeRecord,
  endOtherwise,
  NOBODY,
  type KeptRecord,
  type Position,
  type RecordedPeek,
  type RecordEnd,
  type Seat,
  type Setup,
} from '@tablier/core';
import { type ClockState, type ClockTerms, makeClock, type SeatTime } from './clock/index.ts';
import type { Claim } from './messages.ts';

/**
 * When moves are taken back: `free`, at once (against a bot, or two people on one device); `asked`, when the
 * others agree; `never`. The steps of a turn that is still one's own can always be taken back. Where there is a clock `free`
 * means `asked`: turns that are taken back give their time back, which nobody may grant himself.
 */
export type TakeBackPolicy = 'free' | 'asked' | 'never';

/** What is agreed for a match before it begins, beside the game's setup. */
export interface MatchTerms {
  readonly takeBack: TakeBackPolicy;
  /** Absent: no clock. */
  readonly clock?: ClockTerms;
}

/** A move as the move list shows it. */
export interface ShownMove {
  /** Counted from 1. */
  readonly ply: number;
  readonly seat: Seat;
  readonly turnIndex: number;
  readonly text: string;
  /** The seats that had to pass after it, in their order: everybody sees that. */
  readonly passed: readonly Seat[];
}

/** A move as it was made. */
export interface MadeMove {
  readonly seat: Seat;
  readonly move: number;
  readonly turnIndex: number;
  /** Whether it told anybody something that was hidden: what was seen cannot be taken back. */
  readonly revealed: boolean;
  /** The time that each seat had when the turn began; `null` where there is no clock. */
  readonly times: readonly SeatTime[] | null;
  /** Made once and shared by all views, so that two of them are soon compared. */
  readonly shown: ShownMove;
}

/** A peek as it was made: after how many moves, and what everybody saw. */
export interface MadePeek {
  readonly seat: Seat;
  readonly after: number;
  readonly peek: string;
  readonly seen: unknown;
}

export type { RecordedPeek } from '@tablier/core';

/** Nothing is judged by the peeks in it: they are for whoever looks back. */
export type MatchRecord = KeptRecord;

/** A claim as it was made: by whom, and who had gone. */
export interface MadeClaim {
  readonly seat: Seat;
  readonly absent: Seat;
  readonly as: Claim;
}

/** Who was told no since the last move, and so may not ask the same again before the next. */
export interface Declined {
  readonly draw: readonly Seat[];
  readonly takeBack: readonly Seat[];
}

export const NOTHING_DECLINED: Declined = { draw: [], takeBack: [] };

/** A match at one moment. Immutable: `position` is never played on. */
export interface MatchState {
  readonly game: Game;
  readonly setup: Setup;
  readonly terms: MatchTerms;
  /** How many events led here: the number of the next one. */
  readonly version: number;
  readonly position: Position;
  readonly moves: readonly MadeMove[];
  readonly peeks: readonly MadePeek[];
  /** Seats that agree to a draw, by offer or answer. */
  readonly drawAgreed: readonly Seat[];
  readonly takeBack: { readonly seat: Seat; readonly to: number; readonly agreed: readonly Seat[] } | null;
  readonly declined: Declined;
  /** Who gave up, in order. */
  readonly resigned: readonly Seat[];
  /** The claim that ended the match, if one did. */
  readonly claimed: MadeClaim | null;
  readonly end: RecordEnd | null;
  /** `null` where the terms know no clock. */
  readonly clock: ClockState | null;
}

/** A match before its first move. The setup has been checked (`makeSetup`). */
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
    resigned: [],
    claimed: null,
    end: null,
    clock: makeClock(terms.clock, setup.players),
  };
  return state.position.turn === NOBODY ? { ...state, end: endByRules(state.position) } : state;
}

export const endByRules = (position: Position): RecordEnd => ({ by: 'rules', ...position.outcome() });

/** An end that the rules of the game did not bring; `losers` come last. */
export function endBy(state: MatchState, by: Exclude<Ending, 'rules'>, losers: readonly Seat[]): RecordEnd {
  const { game, setup, position } = state;
  // Partners lose together, as they win together.
  const sides = losers.flatMap((seat) => [...game.partners(setup.players, seat)]);
  return endOtherwise(by, position.outcome().scores, sides);
}

/**
 * The record of a match, at any moment. It holds the deal, all moves and, where there were any, the peeks, which are no moves:
 * for whoever may see everything.
 */
export function recordOf(state: MatchState): MatchRecord {
  const known = RECORDS.get(state);
  if (known !== undefined) return known;
  const record = madeRecord(state);
  RECORDS.set(state, record);
  return record;
}

/** A record is made by playing the whole match again, and each audience of a match that is over is shown it. */
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
