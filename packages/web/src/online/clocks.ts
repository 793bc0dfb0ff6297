import { type ClockFace, type ClockTerms, parseClockTerms, remaining } from '@tablier/match';
import * as m from '../paraglide/messages.js';

/** The clocks that are offered, as they are written. */
export const CLOCKS = ['-', '5+3', '15+10', '3days'] as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The terms of one of the clocks offered. */
export function clockTerms(written: string): ClockTerms {
  const parsed = parseClockTerms(written);
  return parsed.ok ? parsed.value : { system: 'none' };
}

/** What a clock is, for those who choose one. */
export function clockLabel(written: string): string {
  if (written === '5+3') return m.online_clock_5_3();
  if (written === '15+10') return m.online_clock_15_10();
  return written === '3days' ? m.online_clock_3days() : m.online_clock_none();
}

/** Milliseconds as a clock shows them: `4:05`, `1:00:00`, and in days and hours above a day. */
export function formatTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor((seconds % HOUR) / MINUTE)];
  if (seconds >= DAY) return m.online_clock_days({ days: Math.floor(hours / 24), hours: hours % 24 });
  const tail = String(seconds % MINUTE).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** What every clock shows at `now`. */
export const clockTexts = (clock: ClockFace, now: number): string[] =>
  clock.seats.map((_, seat) => formatTime(remaining(clock, seat, now)));
