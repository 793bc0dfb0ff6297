import type { NotificationSettings } from '@tablier/protocol';

const MINUTE = 60_000;
const DAY_MINUTES = 1440;

/** How long nothing may be sent, by the quiet hours of a person; 0 if it may be sent now. Milliseconds. Pure. */
export function quietFor({ quiet, zone }: Pick<NotificationSettings, 'quiet' | 'zone'>, now: number): number {
  if (quiet === null) return 0;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const minute = minutesIn(zone, now);
  const isQuiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return 0;
  const minutes = (until - minute + DAY_MINUTES) % DAY_MINUTES;
  return minutes * MINUTE - (now % MINUTE);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The minute of the day in a time zone. */
function minutesIn(zone: string, now: number): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return minutesOf(format.format(now));
}
