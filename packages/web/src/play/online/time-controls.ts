import { type ClockField, type ClockTerms, formatClockTerms } from '@tablier/match';
import { type Pace, PACE_NAMES, PACES } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';
import { text } from '../../lib/text.ts';

export const paceOf = (terms: ClockTerms): Pace | null =>
  PACE_NAMES.find((pace) => formatClockTerms(PACES[pace]) === formatClockTerms(terms)) ?? null;

export function paceIn(query: string): Pace | null {
  const asked = new URLSearchParams(query).get('pace');
  return PACE_NAMES.find((pace) => pace === asked) ?? null;
}

/** The name of a pace: `Quick`. */
export const paceName = (pace: Pace): string => text(`lobby_pace_${pace}`);

export function paceLabel(pace: Pace): string {
  const labels = {
    quick: m.online_clock_5_3,
    calm: m.online_clock_15_10,
    days: m.online_clock_3days,
    untimed: m.online_clock_none,
  };
  return labels[pace]();
}

/** A time control in few words: `15 min + 10 s`. */
export function clockText(terms: ClockTerms): string {
  if (terms.system === 'none') return m.online_clock_none();
  const { system, ...numbers } = terms;
  const base = 'base' in terms ? minutes(terms.base) : '';
  return text(`clock_says_${system}`, { ...numbers, base });
}

/** Seconds as a number of minutes: `0.5`. */
const minutes = (seconds: number): string =>
  (seconds / 60).toLocaleString(m.language_tag(), { maximumFractionDigits: 2 });

/** How many units of a field one unit of its input is: main times are typed in minutes. */
export const stepOf = (name: string, { unit }: ClockField): number =>
  unit === 'seconds' && (name === 'base' || name === 'cap') ? 60 : 1;
