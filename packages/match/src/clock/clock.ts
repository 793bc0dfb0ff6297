import { NOBODY, type Seat } from '@tablier/core';
import {
  type Awaited,
  type ClockState,
  creditOf,
  isFlagged,
  isRunning,
  nextQuota,
  type SeatClock,
  spentAt,
} from './face.ts';
import { charge, type SeatTime, timeAfterTurn } from './terms.ts';

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
