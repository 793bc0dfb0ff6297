import type { TournamentStart, TournamentSummary } from '@tablier/protocol';
import { isZone } from '@tablier/protocol/moments';
import { dateText, ownZone } from '../../lib/dates.ts';
import { isSameWall, momentAt, wallText } from '../../lib/wall-time.ts';
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

/** What the form shows for a stored start. */
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
