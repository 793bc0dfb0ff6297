import { failure, NOBODY, type Result, success } from '@tablier/core';
import { FIRST_MOVES } from './absence.ts';
import { type ClockState, isAwaited, isFlagged, isRunning, isTooLate } from './clock/index.ts';
import type { Command, HostCommand, MatchError, MatchEvent } from './messages.ts';
import type { MatchState } from './state.ts';

export type Decision = Result<MatchEvent, MatchError>;

export const refuse = (name: MatchError['name'], detail?: string): Decision =>
  failure(detail === undefined ? { name } : { name, detail });

export const isMoment = (at: number | undefined): at is number => Number.isSafeInteger(at);

export const timedOut = ({ seat }: ClockState, at: number): Decision => success({ kind: 'timed-out', seat, at });

/**
 * Whether the time of the seat to move was over when it did this: a move that its lag does not excuse, or a vacation
 * that began with no time left.
 */
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

/** Decides the commands of the host of the match. */
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
