import { BrokenLogError, type MatchState } from './state.ts';
import {
  type ClockState,
  pauseClock,
  restartClock,
  resumeClock,
  rewindClock,
  seatReturned,
  type SeatTime,
  setAway,
  startClock,
  stopClock,
  type TurnEnd,
  turnEnded,
} from './clock/index.ts';
import type { MatchEvent } from './messages.ts';

/** The clocks after an event that led from `before` to `after`. */
export function clockAfter(before: MatchState, after: MatchState, event: MatchEvent): ClockState | null {
  const { clock, position, moves } = before;
  if (clock === null) return null;
  const { at: now } = event;
  if (now === undefined) throw new BrokenLogError(`${event.kind} without a time`);
  if (after.end !== null && event.kind !== 'moved') return stopClock(clock, now);
  const next = after.position.turn;
  const isSameTurn = after.position.turnIndex === position.turnIndex && next === position.turn;
  switch (event.kind) {
    case 'moved':
      return afterMove(seatReturned(clock, now), { now, next, lag: event.lag ?? 0, isSameTurn });
    case 'taken-back':
      return isSameTurn ? clock : rewindClock(clock, moves[event.to]?.times ?? [], { now, next });
    case 'started':
      return startClock(clock, position.turn, now);
    case 'paused':
      return pauseClock(clock, now);
    case 'resumed':
      return resumeClock(clock, now);
    case 'restarted':
      return restartClock(clock, {
        aliveAt: event.aliveAt,
        upAt: now,
        ...(event.awaited && { awaited: event.awaited }),
      });
    case 'returned':
      return seatReturned(clock, now);
    case 'vacation-began':
    case 'vacation-ended':
      return setAway(clock, event.seat, { now, away: event.kind === 'vacation-began' });
    default:
      return clock;
  }
}

const afterMove = (clock: ClockState, { isSameTurn, ...end }: TurnEnd & { readonly isSameTurn: boolean }): ClockState =>
  isSameTurn ? clock : turnEnded(clock, end);

/** Charged when a turn ends, so at any step of a turn this is the time it began with. */
export const timesOf = ({ clock }: MatchState): readonly SeatTime[] | null =>
  clock === null ? null : clock.seats.map(({ left, periods }) => ({ left, periods }));
