import { failure, type Result } from '@tablier/core';
import { type ClockTerms, type ClockTermsError, completeClockTerms } from './terms.ts';

/** Minutes, or minutes and seconds: `5`, `0:30`. */
const time = (name: string): string => `(?<${name}>\\d{1,4}(?::[0-5]\\d)?)`;
const count = (name: string): string => `(?<${name}>\\d{1,4})`;

/** The forms of the notation. No text has two of them. */
const FORMS: readonly (readonly [system: ClockTerms['system'], form: RegExp])[] = [
  ['none', /^-$/],
  ['sudden-death', new RegExp(`^${time('base')}$`)],
  ['fischer', new RegExp(`^${time('base')}\\+${count('increment')}(?:max${time('cap')})?$`)],
  ['bronstein', new RegExp(`^${time('base')}b${count('delay')}$`)],
  ['delay', new RegExp(`^${time('base')}d${count('delay')}$`)],
  ['byo-yomi', new RegExp(`^${time('base')}\\+${count('periods')}x${count('period')}$`)],
  ['days', new RegExp(`^${count('days')}days?(?:\\+${count('vacation')})?$`)],
];
const TIMES = ['base', 'cap'];

/**
 * The one canonical text of clock terms. Main times are minutes or `minutes:seconds`, additions per turn are seconds:
 * `-` none, `10` sudden death, `5+3` Fischer, `5+3max10` with a cap, `10b5` Bronstein, `10d5` simple delay,
 * `10+5x30` byo-yomi, `3days` and `3days+14` days per turn, with days of vacation.
 */
export function formatClockTerms(terms: ClockTerms): string {
  switch (terms.system) {
    case 'none':
      return '-';
    case 'sudden-death':
      return formatTime(terms.base);
    case 'fischer':
      return `${formatTime(terms.base)}+${terms.increment}${terms.cap === undefined ? '' : `max${formatTime(terms.cap)}`}`;
    case 'bronstein':
      return `${formatTime(terms.base)}b${terms.delay}`;
    case 'delay':
      return `${formatTime(terms.base)}d${terms.delay}`;
    case 'byo-yomi':
      return `${formatTime(terms.base)}+${terms.periods}x${terms.period}`;
    case 'days':
      return `${terms.days}day${terms.days === 1 ? '' : 's'}${terms.vacation === 0 ? '' : `+${terms.vacation}`}`;
  }
}

/** Clock terms from their canonical text; any other text is refused. */
export function parseClockTerms(text: string): Result<ClockTerms, ClockTermsError> {
  for (const [system, form] of FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const terms = completeClockTerms({ system, ...valuesOf(found.groups ?? {}) });
    return terms.ok && formatClockTerms(terms.value) !== text ? unreadable(text) : terms;
  }
  return unreadable(text);
}

const unreadable = (text: string) => failure<ClockTermsError>({ name: 'unreadable-clock', detail: text });

function valuesOf(groups: Readonly<Record<string, string | undefined>>): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [name, text] of Object.entries(groups)) {
    if (text !== undefined) values[name] = TIMES.includes(name) ? parseTime(text) : Number(text);
  }
  return values;
}

function parseTime(text: string): number {
  const [minutes, rest = '0'] = text.split(':');
  return Number(minutes) * 60 + Number(rest);
}

function formatTime(seconds: number): string {
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
