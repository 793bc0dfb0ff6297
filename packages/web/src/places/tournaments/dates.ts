import { isZone, offsetOf, type TournamentStart, type TournamentSummary } from '@tablier/protocol';
import { dateText, ownZone } from '../../lib/dates.ts';
import * as m from '../../paraglide/messages.js';

/** A moment in the zone of the organiser; `null` if the clocks of the reader show the same. */
export const organiserDate = (at: number, zone: string | null): string | null =>
  zone === null || !isZone(zone) || isSameWall(at, zone, ownZone())
    ? null
    : `${m.label_before({ label: zone })} ${dateText(at, 'long', zone)}`;

type Dates = Pick<TournamentSummary, 'status' | 'startsAt' | 'startedAt' | 'endedAt'>;

/** The moment that matters for a status, and the name of its text; `null` if it is not known. */
export function momentOf({ status, startsAt, startedAt, endedAt }: Dates) {
  if (status === 'open') return startsAt === null ? null : ({ at: startsAt, name: 'starts' } as const);
  if (status === 'running') return startedAt === null ? null : ({ at: startedAt, name: 'began' } as const);
  return endedAt === null ? null : ({ at: endedAt, name: 'ended' } as const);
}

/** The next start first, those without a date last. */
export const byStart = <T extends Dates>(tournaments: readonly T[]): T[] =>
  tournaments.toSorted((one, other) => (one.startsAt ?? Infinity) - (other.startsAt ?? Infinity) || 0);

/** `in 3 days`, from now on. */
export function relativeText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const format = new Intl.RelativeTimeFormat(m.language_tag());
  if (seconds >= 2 * 86_400) return format.format(Math.round(seconds / 86_400), 'day');
  if (seconds >= 2 * 3600) return format.format(Math.round(seconds / 3600), 'hour');
  return seconds >= 120 ? format.format(Math.round(seconds / 60), 'minute') : format.format(seconds, 'second');
}

/** How the form gives a start: by the organiser, in so many minutes, or at a wall time of a zone. */
export interface GivenStart {
  choice: '' | '15' | '60' | 'date';
  wall: string;
  zone: string;
}

export function givenStart({ startsAt, timeZone }: Pick<TournamentSummary, 'startsAt' | 'timeZone'>): GivenStart {
  const zone = timeZone !== null && isZone(timeZone) ? timeZone : ownZone();
  return { choice: startsAt === null ? '' : 'date', wall: startsAt === null ? '' : wallText(startsAt, zone), zone };
}

/** A start as the form gives it, by the clock of the server; `null` if it is past or missing. */
export function startOf({ choice, wall, zone }: GivenStart, now: number): TournamentStart | null {
  if (choice === '') return { startsAt: null };
  const startsAt = choice === 'date' ? momentAt(wall, zone) : now + Number(choice) * 60_000;
  return startsAt === null || startsAt <= now ? null : { startsAt, timeZone: zone };
}

/** What the clock on the wall of a zone shows, as if it were UTC. Milliseconds. */
const wallOf = (at: number, zone: string): number => at + offsetOf(at, zone);

/** `2027-03-27T20:00` in a zone, as a field for a date and an hour has it. */
export const wallText = (at: number, zone: string): string => new Date(wallOf(at, zone)).toISOString().slice(0, 16);

const DAY = 86_400_000;

/**
 * The moment of `2027-03-27T20:00` in a zone; `null` if the text is none. An hour that occurs twice, when clocks go back, is the first one. One
 * that is left out is as much later as the clocks go forward.
 */
export function momentAt(text: string, zone: string): number | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  if (Number.isNaN(wall)) return null;
  const [before, after] = [wall - DAY, wall + DAY].map((near) => offsetOf(near, zone));
  const found = [wall - (before ?? 0), wall - (after ?? 0)].filter((at) => wallOf(at, zone) === wall);
  return found.length === 0 ? wall - (before ?? 0) : Math.min(...found);
}

/** Whether the clocks of two zones show the same at a moment. */
export const isSameWall = (at: number, one: string, other: string): boolean => wallOf(at, one) === wallOf(at, other);
