import type { ClockTerms } from '@tablier/match';
import type { Writer } from './page-texts.ts';

/** What the link to a waiting table says: a person who has the link sees all of it at the table. */
export interface Invitation {
  readonly game: string;
  /** The name of the person who invites; empty if it is not shown. */
  readonly name: string;
  readonly clock: ClockTerms;
}

/** `5 min + 3 s`, as the lobby writes it. */
export function clockWords(clock: ClockTerms, writer: Writer): string {
  if (clock.system === 'none') return writer.text('online_clock_none');
  if (clock.system === 'days')
    return writer.text(clock.days === 1 ? 'meta_clock_day' : 'meta_clock_days', { days: String(clock.days) });
  const numbers = Object.entries(clock).map(([field, value]) => [
    field,
    field === 'base' ? minutes(Number(value), writer.language) : String(value),
  ]);
  const says = {
    'sudden-death': 'clock_says_sudden_death',
    fischer: 'clock_says_fischer',
    bronstein: 'clock_says_bronstein',
    delay: 'clock_says_delay',
    'byo-yomi': 'clock_says_byo_yomi',
  } as const;
  return writer.text(says[clock.system], Object.fromEntries(numbers) as Record<string, string>);
}

const minutes = (seconds: number, language: string): string =>
  (seconds / 60).toLocaleString(language, { maximumFractionDigits: 2 });
