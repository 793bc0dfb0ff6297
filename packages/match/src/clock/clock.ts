import { NOBODY, type Seat } from '@tablier/core';
import { creditOf, firstQuota, MAX_GRACE, nextQuota } from './lag.ts';
import {
  allowance,
  type ClockReading,
  charge,
  firstTime,
  firstVacation,
  readTime,
  type SeatTime,
  timeAfterTurn,
} from './systems.ts';
import type { ClockTerms, TimedTerms } from './terms.ts';

/** What everybody may know of a seat's clock: as it stood when its turn began, or at `since` for `vacation`. */
export interface SeatFace extends SeatTime {
  /** Milliseconds of vacation left. */
  readonly vacation: number;
  /** Whether the seat is on vacation: then its vacation passes before its time does. */
  readonly away: boolean;
}

export interface SeatClock extends SeatFace {
  /** Milliseconds of lag that can be credited. */
  readonly quota: number;
}

/** All clocks of a match as everybody may see them. Plain data; times are milliseconds of the injected time. */
export interface ClockFace<S extends SeatFace = SeatFace> {
  readonly terms: TimedTerms;
  readonly seats: readonly S[];
  /** Whose turn is being timed; `NOBODY` before the start and after the end. */
  readonly seat: Seat;
  /** What the turn took until `since`. */
  readonly spent: number;
  /** When this was last true to the millisecond; from here time passes, unless `paused`. */
  readonly since: number;
  readonly paused: boolean;
}

/** The clocks of a match. Immutable; a time earlier than `since` counts as `since`: no clock runs backwards. */
export type ClockState = ClockFace<SeatClock>;

/** Clocks before the start; `null` where the terms know none. */
export function makeClock(terms: ClockTerms | undefined, players: number): ClockState | null {
  if (terms === undefined || terms.system === 'none') return null;
  const own: SeatClock = {
    ...firstTime(terms),
    vacation: firstVacation(terms),
    away: false,
    quota: firstQuota(terms),
  };
  return { terms, seats: Array.from({ length: players }, () => own), seat: NOBODY, spent: 0, since: 0, paused: false };
}

/** The first turn begins. */
export const startClock = (clock: ClockState, seat: Seat, now: number): ClockState => beginTurn(clock, seat, now);

const beginTurn = (clock: ClockState, seat: Seat, now: number): ClockState => ({
  ...clock,
  seat,
  spent: 0,
  since: Math.max(now, clock.since),
});

/** Whether time passes for somebody. */
export const isRunning = ({ seat, paused }: ClockFace): boolean => seat !== NOBODY && !paused;

/** How much of the turn and of the vacation is gone at `now`. */
function spentAt(clock: ClockFace, now: number): { readonly spent: number; readonly vacation: number } {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return { spent: clock.spent, vacation: 0 };
  const elapsed = Math.max(0, now - clock.since);
  const vacation = own.away ? Math.min(elapsed, own.vacation) : 0;
  return { spent: clock.spent + elapsed - vacation, vacation };
}

/** The same clocks, true at `now`. */
function settle(clock: ClockState, now: number): ClockState {
  const { spent, vacation } = spentAt(clock, now);
  const settled = { ...clock, spent, since: Math.max(now, clock.since) };
  return vacation === 0
    ? settled
    : withSeat(settled, clock.seat, (own) => ({ ...own, vacation: own.vacation - vacation }));
}

const withSeat = (clock: ClockState, seat: Seat, change: (own: SeatClock) => SeatClock): ClockState => ({
  ...clock,
  seats: clock.seats.map((own, index) => (index === seat ? change(own) : own)),
});

/** What the clock of `seat` shows at `now`. */
export function readClock(clock: ClockFace, seat: Seat, now: number): ClockReading {
  const own = clock.seats[seat];
  if (own === undefined) throw new RangeError(`no clock for seat ${seat}`);
  return readTime(clock.terms, own, seat === clock.seat ? spentAt(clock, now).spent : 0);
}

/** How long `seat` could think from `now` on before its clock shows nothing, vacation not counted. Milliseconds, never negative. */
export const remaining = (clock: ClockFace, seat: Seat, now: number): number => readClock(clock, seat, now).total;

/**
 * When the running clock will fall: the moment for which a server sets its timer. It lies after the moment at which the
 * clock shows nothing by as much as a move on its way may be credited, `MAX_GRACE` at most. `null` while no clock runs.
 */
export function flagAt(clock: ClockState): number | null {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return null;
  const vacation = own.away ? own.vacation : 0;
  const grace = Math.min(own.quota, MAX_GRACE);
  return clock.since + vacation + allowance(clock.terms, own) - clock.spent + grace;
}

/** Whether the running clock has fallen by `now`. */
export function isFlagged(clock: ClockState, now: number): boolean {
  const flag = flagAt(clock);
  return flag !== null && now >= flag;
}

/** Whether a turn that ends at `now`, with this lag as the server measured it, took too long. */
export function isTooLate(clock: ClockState, now: number, lag: number): boolean {
  const own = clock.seats[clock.seat];
  if (own === undefined) return false;
  const { spent } = spentAt(clock, now);
  return isFlagged(clock, now) || spent - creditOf(lag, own.quota, spent) >= allowance(clock.terms, own);
}

/** What ends a turn. */
export interface TurnEnd {
  readonly now: number;
  /** The seat whose turn begins; `NOBODY` when the game is over. Seats left out are not charged. */
  readonly next: Seat;
  /** How long the last move was on its way, as the server measured it. Milliseconds. */
  readonly lag?: number;
}

/** A turn, of one move or several, has ended in time: it is charged as one and earns what a turn earns. Who moves is no longer away. */
export function turnEnded(clock: ClockState, { now, next, lag = 0 }: TurnEnd): ClockState {
  const settled = settle(clock, now);
  const { terms, seat, spent } = settled;
  const charged = withSeat(settled, seat, (own) => {
    const credit = creditOf(lag, own.quota, spent);
    const time = timeAfterTurn(terms, own, spent - credit);
    return { ...own, ...time, away: false, quota: nextQuota(terms, own.quota, credit) };
  });
  return beginTurn(charged, next, now);
}

/** The game is over: no clock runs. What the unfinished turn took is charged. */
export function stopClock(clock: ClockState, now: number): ClockState {
  const settled = settle(clock, now);
  const charged = withSeat(settled, clock.seat, (own) => ({ ...own, ...charge(clock.terms, own, settled.spent) }));
  return { ...beginTurn(charged, NOBODY, now), paused: false };
}

/** No time passes until `resumeClock`. A clock that has fallen stays so, and what is paused stays as it is. */
export function pauseClock(clock: ClockState, now: number): ClockState {
  return isRunning(clock) && !isFlagged(clock, now) ? { ...settle(clock, now), paused: true } : clock;
}

export function resumeClock(clock: ClockState, now: number): ClockState {
  return clock.paused ? { ...clock, paused: false, since: Math.max(now, clock.since) } : clock;
}

/** The time in which nobody was served: `aliveAt`, when the server was last known to work, and `upAt`, when it did again. */
export interface Downtime {
  readonly aliveAt: number;
  readonly upAt: number;
}

/** The server was away: exactly that time is charged to nobody. A clock that had fallen before stays so. */
export function restartClock(clock: ClockState, { aliveAt, upAt }: Downtime): ClockState {
  return clock.paused ? clock : resumeClock(pauseClock(clock, aliveAt), upAt);
}

/** Begins or ends the vacation of a seat. */
export function setAway(clock: ClockState, seat: Seat, { now, away }: { now: number; away: boolean }): ClockState {
  return withSeat(settle(clock, now), seat, (own) => ({ ...own, away }));
}

/**
 * Turns are taken back: everybody has the time that he had when the turn gone back to began (`times`), and it begins anew.
 * Quotas of lag and vacation stay as they are.
 */
export function rewindClock(clock: ClockState, times: readonly SeatTime[], { now, next }: TurnEnd): ClockState {
  const settled = settle(clock, now);
  const seats = settled.seats.map((own, seat) => {
    const { left, periods } = times[seat] ?? own;
    return { ...own, left, periods };
  });
  return beginTurn({ ...settled, seats }, next, now);
}
