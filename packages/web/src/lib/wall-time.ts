/** Times as the clock on the wall of a time zone shows them, as a field for a date and an hour has them: `2027-03-27T20:00`. */

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
