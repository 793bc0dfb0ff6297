/** Days, moments and lengths of time in the language and, unless something else is said, in the time zone of the reader. */
import { momentText, withOrdinal } from '@tablier/protocol/language';
import * as m from '../paraglide/messages.js';

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `13 March 2026`; `medium` in lists. */
export const dayText = (at: number, dateStyle: 'long' | 'medium' = 'long', timeZone = ownZone()): string =>
  withOrdinal(m.language_tag(), new Intl.DateTimeFormat(m.language_tag(), { dateStyle, timeZone }).format(at));

/** A day given as its beginning in UTC. */
export const utcDayText = (at: number): string => dayText(at, 'long', 'UTC');

/** With weekday, date, hour and time zone; `short` in lists. */
export const dateText = (at: number, length: 'long' | 'short', zone = ownZone()): string =>
  momentText(at, { language: m.language_tag(), zone, length });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The number of the day of a moment, by UTC: the same everywhere. */
export const dayOf = (at: number): number => Math.floor(at / DAY);

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** The time since a moment: `3 minutes ago`, `yesterday`, `now`. Days are those of the calendar, of which some have 23 or 25 hours. */
export function agoText(at: number, now: number): string {
  const format = new Intl.RelativeTimeFormat(m.language_tag(), { numeric: 'auto', style: 'short' });
  const passed = Math.max(0, now - at);
  const days = passed < DAY ? 0 : Math.round((startOfDay(now) - startOfDay(at)) / DAY);
  if (days > 0) return format.format(-days, 'day');
  if (passed >= HOUR) return format.format(-Math.floor(passed / HOUR), 'hour');
  return passed >= MINUTE ? format.format(-Math.floor(passed / MINUTE), 'minute') : format.format(0, 'second');
}

/** Milliseconds as a clock shows them: `4:05`, `1:00:00`; from a day on in days and hours. */
export function formatTime(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours >= 24) return m.online_clock_days({ days: Math.floor(hours / 24), hours: hours % 24 });
  const tail = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
