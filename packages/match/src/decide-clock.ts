import { failure, type Game, NOBODY, type Result, type Seat, success } from '@tablier/core';
import { type ClockState, isAwaited, isFlagged, isRunning, isTooLate } from './clock/clock.ts';
import type { ClockTerms } from './clock/terms.ts';
import { expectedSeconds } from './clock/clock.ts';
import type { Command, HostCommand, MatchError, MatchEvent } from './messages.ts';
import type { MatchState } from './state.ts';

/** How a person left: `left` closed the page or navigated away, `broken` lost the connection. */
export const DEPARTURES = ['left', 'broken'] as const;
export type Departure = (typeof DEPARTURES)[number];

/** A person who is absent. */
export interface Absence {
  /** Milliseconds of the injected time. */
  readonly since: number;
  readonly how: Departure;
}

/** How long absence is tolerated, in milliseconds; `null` for without limit, because only the clock decides. */
export interface AbsencePolicy {
  /** After this time the others may claim that the player to move has left. */
  claim(terms: ClockTerms, how: Departure): number | null;
  /** After this time a match whose first turns are overdue is aborted. */
  lostGame(terms: ClockTerms): number | null;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LEAST = 15 * SECOND;
const MOST = 300 * SECOND;
/** A broken connection comes back more often than a person who left on purpose. */
const BROKEN = 3;
const LEAST_LOST = 90 * SECOND;

/** For a deliberate departure: a twentieth of the expected time of one player, from 15 seconds to 5 minutes. */
const waitByClock = (terms: Exclude<ClockTerms, { readonly system: 'none' | 'days' }>): number =>
  Math.min(MOST, Math.max(LEAST, (expectedSeconds(terms) * SECOND) / 20));

/** The default: longer for slower clocks, and longer for a broken connection than for a deliberate departure. */
export const DEFAULT_ABSENCE_POLICY: AbsencePolicy = {
  claim(terms, how) {
    if (terms.system === 'days') return null;
    const left = terms.system === 'none' ? HOUR : waitByClock(terms);
    return how === 'left' ? left : BROKEN * left;
  },
  lostGame(terms) {
    if (terms.system === 'days') return null;
    return terms.system === 'none' ? 24 * HOUR : Math.max(LEAST_LOST, 4 * waitByClock(terms));
  },
};

/** Moves after which a match counts: until then it is aborted, not claimed. */
export const FIRST_MOVES = 2;

/** What a claim depends on besides the absence. A match and its view both have it. */
export interface ClaimMoment {
  readonly players: number;
  readonly turn: Seat;
  readonly plies: number;
}

/** The seat whose absence `seat` could claim: the seat to move, unless both would lose together. `NOBODY` before two moves. */
export function claimTarget(game: Pick<Game, 'partners'>, moment: ClaimMoment, seat: Seat): Seat {
  const { players, turn, plies } = moment;
  if (turn === NOBODY || turn === seat || plies < FIRST_MOVES) return NOBODY;
  return game.partners(players, turn).includes(seat) ? NOBODY : turn;
}

export type Decision = Result<MatchEvent, MatchError>;

export const refuse = (name: MatchError['name'], detail?: string): Decision =>
  failure(detail === undefined ? { name } : { name, detail });

export const isMoment = (at: number | undefined): at is number => Number.isSafeInteger(at);

export const timedOut = ({ seat }: ClockState, at: number): Decision => success({ kind: 'timed-out', seat, at });

/** Whether the time was over when the seat to move did this, and its lag does not excuse it. */
export function endsTooLate(clock: ClockState, event: MatchEvent): boolean {
  const { kind, at = clock.since } = event;
  if (kind === 'moved') return isTooLate(clock, at, event.lag ?? 0);
  return kind === 'vacation-began' && event.seat === clock.seat && isTooLate(clock, at, 0);
}

/** Why no seat can move now, independent of the turn. */
export function refusalToMove(clock: ClockState | null): Decision | null {
  if (clock === null || isRunning(clock)) return null;
  return refuse(clock.paused ? 'paused' : 'not-started');
}

export function decideVacation(
  clock: ClockState | null,
  { kind, seat }: Command & { readonly kind: 'begin-vacation' | 'end-vacation' },
): Decision {
  const own = clock?.seats[seat];
  if (clock === null || own === undefined) return refuse('no-clock');
  if (clock.paused) return refuse('paused');
  const begins = kind === 'begin-vacation';
  if (own.away === begins || (begins && own.vacation === 0)) return refuse('no-vacation');
  return success({ kind: begins ? 'vacation-began' : 'vacation-ended', seat });
}

/** A player who never came does not lose, not even on time in their first turn. */
function decideBreakOff(
  { end, moves }: MatchState,
  { at, absent }: HostCommand & { readonly kind: 'break-off' },
): Decision {
  if (end !== null) return refuse('match-over');
  if (!isMoment(at)) return refuse('bad-time', String(at));
  if (moves.length >= FIRST_MOVES) return refuse('too-late-to-abort');
  return success({ kind: 'aborted', seat: NOBODY, at, ...(absent !== undefined && { absent }) });
}

/** No player loses a match that expires. */
function decideExpiry({ end }: MatchState, at: number): Decision {
  if (end !== null) return refuse('match-over');
  return isMoment(at) ? success({ kind: 'aborted', seat: NOBODY, at }) : refuse('bad-time', String(at));
}

function decideRestart(
  clock: ClockState,
  { aliveAt, at, awaited }: HostCommand & { readonly kind: 'restart' },
): Decision {
  if (awaited !== undefined && !(isMoment(awaited.until) && awaited.until >= at))
    return refuse('bad-time', String(awaited.until));
  if (!isRunning(clock)) return refuse('not-running');
  return success({ kind: 'restarted', aliveAt, at, ...(awaited && { awaited }) });
}

export function decideHost(state: MatchState, command: HostCommand): Decision {
  const { clock, end } = state;
  if (command.kind === 'break-off') return decideBreakOff(state, command);
  if (command.kind === 'expire') return decideExpiry(state, command.at);
  if (clock === null) return refuse('no-clock');
  if (end !== null) return refuse('match-over');
  const { kind, at } = command;
  const servedUntil = kind === 'restart' ? command.aliveAt : at;
  if (!isMoment(at) || !isMoment(servedUntil) || servedUntil > at) return refuse('bad-time', String(at));
  if (isFlagged(clock, servedUntil)) return timedOut(clock, at);
  switch (kind) {
    case 'start':
      return clock.seat === NOBODY ? success({ kind: 'started', at }) : refuse('already-started');
    case 'flag':
      return refuse('not-fallen');
    case 'pause':
      return refusalToMove(clock) ?? success({ kind: 'paused', at });
    case 'resume':
      return clock.paused ? success({ kind: 'resumed', at }) : refuse('not-paused');
    case 'restart':
      return decideRestart(clock, command);
    case 'return':
      return isAwaited(clock, at) ? success({ kind: 'returned', at }) : refuse('not-absent');
  }
}
