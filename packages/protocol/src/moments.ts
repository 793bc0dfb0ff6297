/** Moments as people write them: with weekday, date, hour and time zone. Zones have names such as `Europe/Paris`. */

const LONG = { weekday: 'long', month: 'long', timeZoneName: 'long' } as const;
const SHORT = { weekday: 'short', month: 'short', timeZoneName: 'short' } as const;

/** Whether this is the name of a time zone. */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/** `Samstag, 27. März 2027 um 20:00 Mitteleuropäische Normalzeit`; in lists shorter. */
export const momentText = (
  at: number,
  { language, zone, length }: { readonly language: string; readonly zone: string; readonly length: 'long' | 'short' },
): string =>
  new Intl.DateTimeFormat(language, {
    ...(length === 'long' ? LONG : SHORT),
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  }).format(at);

/** What the clock on the wall of a zone shows, as if it were UTC. Milliseconds. */
function wallOf(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
    timeZone: zone,
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

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
  const [before, after] = [wall - DAY, wall + DAY].map((near) => wallOf(near, zone) - near);
  const found = [wall - (before ?? 0), wall - (after ?? 0)].filter((at) => wallOf(at, zone) === wall);
  return found.length === 0 ? wall - (before ?? 0) : Math.min(...found);
}

/** Whether the clocks of two zones show the same at a moment. */
export const isSameWall = (at: number, one: string, other: string): boolean => wallOf(at, one) === wallOf(at, other);
