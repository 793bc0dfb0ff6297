import { type ClockFace, type ClockReading, isRunning, readClock } from '@tablier/match';
import { formatTime } from '../../lib/dates.ts';
import * as m from '../../paraglide/messages.js';

export interface ClockShown {
  readonly time: string;
  /** Further information: other periods, a delay, a pause, a vacation. */
  readonly note: string | null;
  readonly isLow: boolean;
}

/** Below this time a clock is low. Milliseconds. */
const LOW = 10_000;

export const clocksShown = (clock: ClockFace, now: number): ClockShown[] =>
  clock.seats.map((own, seat) => {
    const reading = readClock(clock, seat, now);
    const runs = seat === clock.seat && isRunning(clock);
    const isTurn = seat === clock.seat;
    const interruption = own.away ? m.table_clock_vacation() : isTurn && clock.paused ? m.table_clock_paused() : null;
    return {
      time: formatTime(inPeriods(reading) ? reading.period : reading.main),
      note: interruption ?? noteOf(clock, reading),
      isLow: runs && reading.total <= LOW && clock.terms.system !== 'days',
    };
  });

const inPeriods = ({ main, periods }: ClockReading): boolean => main === 0 && periods > 0;

function noteOf({ terms }: ClockFace, reading: ClockReading): string | null {
  if (terms.system === 'byo-yomi') {
    if (inPeriods(reading)) return m.table_clock_periods({ count: reading.periods });
    return m.table_clock_then({ count: reading.periods, time: formatTime(terms.period * 1000) });
  }
  // Always shown for every clock, because a note that comes and goes would move the board each turn.
  if (terms.system === 'delay') return m.table_clock_delay({ time: formatTime(reading.delay) });
  return null;
}

/** The seconds below which the user's own clock is announced. */
const WARNINGS = [10, 30];

/** The announcement about the user's own running clock for screen readers. It changes rarely, because every change is read out. */
export function clockWarning(clock: ClockFace, you: number, now: number): string {
  if (clock.seat !== you || !isRunning(clock) || clock.terms.system === 'days') return '';
  const { total } = readClock(clock, you, now);
  const count = WARNINGS.find((seconds) => total <= seconds * 1000);
  return count === undefined ? '' : m.table_clock_warn({ count });
}
