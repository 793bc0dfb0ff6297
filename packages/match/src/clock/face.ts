import { NOBODY, type Seat } from '@tablier/core';
import { creditOf, firstQuota, MAX_GRACE } from './lag.ts';
import { allowance, type ClockReading, firstTime, firstVacation, readTime, type SeatTime } from './systems.ts';
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

/** Players who were cut off and may not have found back yet: each is waited for until he has, or until `until`. */
export interface Awaited {
  readonly seats: readonly Seat[];
  /** Milliseconds of the injected time. */
  readonly until: number;
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
  /** For whom no time passes yet; `null` or left out for nobody. What is shown says it by a `since` that lies ahead. */
  readonly awaited?: Awaited | null;
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

/** From when on time passes for whoever is to move. */
export const passesFrom = ({ seat, since, awaited = null }: ClockFace): number =>
  awaited?.seats.includes(seat) ? Math.max(since, awaited.until) : since;

/** Whether a clock runs, if only after somebody was waited for. */
export const isRunning = ({ seat, paused }: ClockFace): boolean => seat !== NOBODY && !paused;

/** How much of the turn and of the vacation is gone at `now`. */
export function spentAt(clock: ClockFace, now: number): { readonly spent: number; readonly vacation: number } {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return { spent: clock.spent, vacation: 0 };
  const elapsed = Math.max(0, now - passesFrom(clock));
  const vacation = own.away ? Math.min(elapsed, own.vacation) : 0;
  return { spent: clock.spent + elapsed - vacation, vacation };
}

/** What the clock of `seat` shows at `now`. */
export function readClock(clock: ClockFace, seat: Seat, now: number): ClockReading {
  const own = clock.seats[seat];
  if (own === undefined) throw new RangeError(`no clock for seat ${seat}`);
  return readTime(clock.terms, own, seat === clock.seat ? spentAt(clock, now).spent : 0);
}

/** How long `seat` could think from `now` on before its clock shows nothing, vacation not counted. Milliseconds, never negative. */
export const remaining = (clock: ClockFace, seat: Seat, now: number): number => readClock(clock, seat, now).total;

/** How much vacation `seat` has at `now`, in milliseconds; what it is using passes. */
export const vacationLeft = (clock: ClockFace, seat: Seat, now: number): number =>
  (clock.seats[seat]?.vacation ?? 0) - (seat === clock.seat ? spentAt(clock, now).vacation : 0);

/**
 * When the running clock will fall: the moment for which a server sets its timer. It lies after the moment at which the
 * clock shows nothing by as much as a move on its way may be credited, `MAX_GRACE` at most. `null` while no clock runs.
 */
export function flagAt(clock: ClockState): number | null {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return null;
  const vacation = own.away ? own.vacation : 0;
  const grace = Math.min(own.quota, MAX_GRACE);
  return passesFrom(clock) + vacation + allowance(clock.terms, own) - clock.spent + grace;
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
