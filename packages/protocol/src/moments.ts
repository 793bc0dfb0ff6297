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
