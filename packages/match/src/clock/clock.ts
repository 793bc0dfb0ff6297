import { NOBODY, type Seat } from '@tablier/core';
import {
  allowance,
  charge,
  type ClockReading,
  type ClockTerms,
  firstTime,
  firstVacation,
  readTime,
  type SeatTime,
  timeAfterTurn,
  type TimedTerms,
} from './terms.ts';

/**
 * Lag is credited from a quota, so an occasionally slow connection does not lose the game and no player gains by
 * causing lag. The figures are those of scalachess (`LagTracker`): a game of T seconds (main time and 40 turns' worth
 * of increments) earns min(100, T * 2/5 + 15) centiseconds per turn, begins with three times that, and keeps at most
 * seven times that.
 */
const EXPECTED_TURNS = 40;
const BEGIN_GAINS = 3;
const MAX_GAINS = 7;

/** The longest wait for a move in transit, in ms, once a clock shows zero. */
export const MAX_GRACE = 2000;

/** Milliseconds of quota that a turn earns. */
export function quotaGain(terms: TimedTerms): number {
  return Math.min(1000, expectedSeconds(terms) * 4 + 150);
}

export const firstQuota = (terms: TimedTerms): number => BEGIN_GAINS * quotaGain(terms);

/** The quota after a turn for which `credited` was taken from it. */
export const nextQuota = (terms: TimedTerms, quota: number, credited: number): number =>
  Math.min(MAX_GAINS * quotaGain(terms), quota - credited + quotaGain(terms));

/** A measured lag in whole milliseconds; an invalid one counts as none. */
export const wholeLag = (lag = 0): number => (Number.isFinite(lag) ? Math.max(0, Math.floor(lag)) : 0);

/** What is credited for a lag: never more than the quota, nor than the time that passed. */
export const creditOf = (lag: number, quota: number, spent: number): number => Math.min(wholeLag(lag), quota, spent);

/** The expected duration of a game for one player: main time and 40 turns' worth of increments. */
export function expectedSeconds(terms: TimedTerms): number {
  switch (terms.system) {
    case 'sudden-death':
      return terms.base;
    case 'fischer':
      return terms.base + EXPECTED_TURNS * terms.increment;
    case 'bronstein':
    case 'delay':
      return terms.base + EXPECTED_TURNS * terms.delay;
    case 'byo-yomi':
      return terms.base + EXPECTED_TURNS * terms.period;
    case 'days':
      return EXPECTED_TURNS * terms.days * 86_400;
  }
}

/** The public state of a seat's clock: at the beginning of its turn, or at `since` for `vacation`. */
export interface SeatFace extends SeatTime {
  /** Milliseconds of vacation left. */
  readonly vacation: number;
  /** Whether the seat is on vacation. Then its vacation passes before its time does. */
  readonly away: boolean;
}

export interface SeatClock extends SeatFace {
  /** Milliseconds of lag that can be credited. */
  readonly quota: number;
}

/** Players who were cut off and may not have reconnected yet. Each is awaited until they have reconnected, but not after `until`. */
export interface Awaited {
  readonly seats: readonly Seat[];
  /** Milliseconds of the injected time. */
  readonly until: number;
}

/** The public state of all clocks of a match. Plain data; times are milliseconds of the injected time. */
export interface ClockFace<S extends SeatFace = SeatFace> {
  readonly terms: TimedTerms;
  readonly seats: readonly S[];
  /** The seat whose turn is timed; `NOBODY` before the start and after the end. */
  readonly seat: Seat;
  /** The time that the turn used until `since`. */
  readonly spent: number;
  /** The moment for which this state is exact. From here time passes, unless `paused`. */
  readonly since: number;
  readonly paused: boolean;
  /** Players for whom no time passes yet; `null` or absent for none. Views express it by a `since` in the future. */
  readonly awaited?: Awaited | null;
}

/** The clocks of a match. Immutable. A time earlier than `since` counts as `since`: no clock runs backwards. */
export type ClockState = ClockFace<SeatClock>;

/** Clocks before the start; `null` if the terms have none. */
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

/** From when on time passes for the player to move. */
export const passesFrom = ({ seat, since, awaited = null }: ClockFace): number =>
  awaited?.seats.includes(seat) ? Math.max(since, awaited.until) : since;

/** Whether a clock runs, possibly only after waiting for a player. */
export const isRunning = ({ seat, paused }: ClockFace): boolean => seat !== NOBODY && !paused;

export function spentAt(clock: ClockFace, now: number): { readonly spent: number; readonly vacation: number } {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return { spent: clock.spent, vacation: 0 };
  const elapsed = Math.max(0, now - passesFrom(clock));
  const vacation = own.away ? Math.min(elapsed, own.vacation) : 0;
  return { spent: clock.spent + elapsed - vacation, vacation };
}

export function readClock(clock: ClockFace, seat: Seat, now: number): ClockReading {
  const own = clock.seats[seat];
  if (own === undefined) throw new RangeError(`no clock for seat ${seat}`);
  return readTime(clock.terms, own, seat === clock.seat ? spentAt(clock, now).spent : 0);
}

/** How long `seat` can think from `now` on, without vacation. Milliseconds, never negative. */
export const remaining = (clock: ClockFace, seat: Seat, now: number): number => readClock(clock, seat, now).total;

/** The vacation of `seat` at `now`, in milliseconds. Vacation in use passes. */
export const vacationLeft = (clock: ClockFace, seat: Seat, now: number): number =>
  (clock.seats[seat]?.vacation ?? 0) - (seat === clock.seat ? spentAt(clock, now).vacation : 0);

/** When the running clock runs out: at most `MAX_GRACE` after it shows zero, for a move in transit. `null` while none runs. */
export function flagAt(clock: ClockState): number | null {
  const own = clock.seats[clock.seat];
  if (own === undefined || clock.paused) return null;
  const vacation = own.away ? own.vacation : 0;
  const grace = Math.min(own.quota, MAX_GRACE);
  return passesFrom(clock) + vacation + allowance(clock.terms, own) - clock.spent + grace;
}

export function isFlagged(clock: ClockState, now: number): boolean {
  const flag = flagAt(clock);
  return flag !== null && now >= flag;
}

/** Whether a turn that ends at `now`, with this lag as measured by the server, took too long. */
export function isTooLate(clock: ClockState, now: number, lag: number): boolean {
  const own = clock.seats[clock.seat];
  if (own === undefined) return false;
  const { spent } = spentAt(clock, now);
  return isFlagged(clock, now) || spent - creditOf(lag, own.quota, spent) >= allowance(clock.terms, own);
}

export const startClock = (clock: ClockState, seat: Seat, now: number): ClockState => beginTurn(clock, seat, now);

const beginTurn = (clock: ClockState, seat: Seat, now: number): ClockState => ({
  ...clock,
  seat,
  spent: 0,
  since: Math.max(now, clock.since),
});

/** The same clocks, advanced to `now`. */
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

export interface TurnEnd {
  readonly now: number;
  /** The seat whose turn begins; `NOBODY` when the game is over. Seats left out are not charged. */
  readonly next: Seat;
  /** Transit time of the last move, as measured by the server. Milliseconds. */
  readonly lag?: number;
}

/** A turn has ended in time: it is charged, its increment added, and its player no longer awaited. */
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

export function stopClock(clock: ClockState, now: number): ClockState {
  const settled = settle(clock, now);
  const charged = withSeat(settled, clock.seat, (own) => ({ ...own, ...charge(clock.terms, own, settled.spent) }));
  return { ...beginTurn(charged, NOBODY, now), paused: false };
}

/** No time passes until `resumeClock`. A clock that has run out stays so, and a paused clock is unchanged. */
export function pauseClock(clock: ClockState, now: number): ClockState {
  return isRunning(clock) && !isFlagged(clock, now) ? { ...settle(clock, now), paused: true } : clock;
}

export function resumeClock(clock: ClockState, now: number): ClockState {
  return clock.paused ? { ...clock, paused: false, since: Math.max(now, clock.since) } : clock;
}

/** The span in which the server did not work: from when it was last known to, until it did again. */
export interface Downtime {
  readonly aliveAt: number;
  readonly upAt: number;
  /** The players who must reconnect after it. */
  readonly awaited?: Awaited;
}

/** The server was down: no player is charged for that, nor for the time to reconnect while awaited. An expired clock stays so. */
export function restartClock(clock: ClockState, { aliveAt, upAt, awaited }: Downtime): ClockState {
  const stopped = pauseClock(clock, aliveAt);
  return clock.paused || !stopped.paused ? clock : { ...resumeClock(stopped, upAt), awaited: awaited ?? null };
}

/** Whether the player to move has not reconnected yet and is awaited at `now`. */
export const isAwaited = ({ seat, awaited = null }: ClockState, now: number): boolean =>
  awaited !== null && now < awaited.until && awaited.seats.includes(seat);

/** The player to move has reconnected, if they had to, and is no longer awaited. */
export function seatReturned(clock: ClockState, now: number): ClockState {
  const { seat, awaited = null } = clock;
  if (!awaited?.seats.includes(seat)) return clock;
  return { ...settle(clock, now), awaited: { ...awaited, seats: awaited.seats.filter((other) => other !== seat) } };
}

export function setAway(clock: ClockState, seat: Seat, { now, away }: { now: number; away: boolean }): ClockState {
  return withSeat(settle(clock, now), seat, (own) => ({ ...own, away }));
}

/** Turns are taken back: all seats get the time they had at the beginning of the earlier turn, which begins again. */
export function rewindClock(clock: ClockState, times: readonly SeatTime[], { now, next }: TurnEnd): ClockState {
  const settled = settle(clock, now);
  const seats = settled.seats.map((own, seat) => {
    const { left, periods } = times[seat] ?? own;
    return { ...own, left, periods };
  });
  return beginTurn({ ...settled, seats }, next, now);
}
