import { failure, type Result, success } from '@tablier/core';

/** One number of a clock system: an integer from `min` to `max`. A `default` of `null` means that it is optional. */
export interface ClockField {
  readonly unit: 'seconds' | 'days' | 'times';
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

const DAY_SECONDS = 86_400;
const seconds = (min: number, max: number, preset: number | null): ClockField => ({
  unit: 'seconds',
  min,
  max,
  default: preset,
});
const base = seconds(5, DAY_SECONDS, 600);
/** With an addition per turn, the main time may be zero. */
const anyBase = seconds(0, DAY_SECONDS, 600);

/** The clock systems and their numbers as data, in the order in which they are shown. Forms and schemas come from here. */
export const CLOCK_SYSTEMS = {
  none: {},
  'sudden-death': { base },
  fischer: { base, increment: seconds(1, 600, 5), cap: seconds(5, DAY_SECONDS, null) },
  bronstein: { base, delay: seconds(1, 600, 5) },
  delay: { base: anyBase, delay: seconds(1, 600, 5) },
  'byo-yomi': { base: anyBase, periods: { unit: 'times', min: 1, max: 60, default: 5 }, period: seconds(5, 3600, 30) },
  days: {
    days: { unit: 'days', min: 1, max: 30, default: 3 },
    vacation: { unit: 'days', min: 0, max: 90, default: 0 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ClockField>>>>;

export type ClockSystem = keyof typeof CLOCK_SYSTEMS;

/** An agreed time control. Seconds, except for `days`; `docs/clocks.md` describes each system. */
export type ClockTerms =
  | { readonly system: 'none' }
  | { readonly system: 'sudden-death'; readonly base: number }
  | { readonly system: 'fischer'; readonly base: number; readonly increment: number; readonly cap?: number }
  | { readonly system: 'bronstein'; readonly base: number; readonly delay: number }
  | { readonly system: 'delay'; readonly base: number; readonly delay: number }
  | { readonly system: 'byo-yomi'; readonly base: number; readonly periods: number; readonly period: number }
  | { readonly system: 'days'; readonly days: number; readonly vacation: number };

export type TimedTerms = Exclude<ClockTerms, { readonly system: 'none' }>;

/** Why a time control was refused. `detail` names the field or the text. */
export interface ClockTermsError {
  readonly name: 'unknown-clock' | 'unknown-clock-field' | 'bad-clock-value' | 'unreadable-clock';
  readonly detail: string;
}

export const isClockSystem = (name: unknown): name is ClockSystem =>
  typeof name === 'string' && Object.hasOwn(CLOCK_SYSTEMS, name);

type FieldError = ClockTermsError & { readonly name: Exclude<ClockTermsError['name'], 'unreadable-clock'> };

/** A time control from named values of unknown origin; missing values get their default. */
export function completeClockTerms(given: Readonly<Record<string, unknown>>): Result<ClockTerms, FieldError> {
  const { system } = given;
  if (!isClockSystem(system)) return failure({ name: 'unknown-clock', detail: String(system) });
  const fields: Readonly<Record<string, ClockField>> = CLOCK_SYSTEMS[system];
  for (const name of Object.keys(given)) {
    if (name !== 'system' && !Object.hasOwn(fields, name))
      return failure({ name: 'unknown-clock-field', detail: name });
  }
  const values: Record<string, number> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(given, name) ? given[name] : field.default;
    if (value === null && field.default === null) continue;
    if (!isWithin(field, value)) return badValue(name, value);
    values[name] = value;
  }
  const { cap, base: begin = 0 } = values;
  if (cap !== undefined && cap < begin) return badValue('cap', cap);
  // Every field of the system was checked against its declaration above.
  return success({ system, ...values } as ClockTerms);
}

const badValue = (name: string, value: unknown) =>
  failure<FieldError>({ name: 'bad-clock-value', detail: `${name}=${String(value)}` });

const isWithin = ({ min, max }: ClockField, value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** The time a seat has. Milliseconds. */
export interface SeatTime {
  /** Main time; with days per turn, the time for this turn. */
  readonly left: number;
  /** Remaining byo-yomi periods, including the current one; otherwise 0. */
  readonly periods: number;
}

/** What the clock of a seat shows in a turn. Milliseconds. */
export interface ClockReading {
  /** How long until it runs out if the turn does not end: the sum of all of the following. */
  readonly total: number;
  /** What passes before the main time does (simple delay). */
  readonly delay: number;
  readonly main: number;
  /** Remaining byo-yomi periods, including the current one. */
  readonly periods: number;
  /** What is left of the current period; a whole one while main time lasts. */
  readonly period: number;
}

const SECOND = 1000;
export const DAY = 86_400 * SECOND;

export function firstTime(terms: TimedTerms): SeatTime {
  if (terms.system === 'days') return { left: terms.days * DAY, periods: 0 };
  return { left: terms.base * SECOND, periods: terms.system === 'byo-yomi' ? terms.periods : 0 };
}

export const firstVacation = (terms: TimedTerms): number => (terms.system === 'days' ? terms.vacation * DAY : 0);

const delayOf = (terms: TimedTerms): number => (terms.system === 'delay' ? terms.delay * SECOND : 0);
const periodOf = (terms: TimedTerms): number => (terms.system === 'byo-yomi' ? terms.period * SECOND : 0);

/** How much time a seat can spend on a turn. Spending exactly this much is too much. */
export const allowance = (terms: TimedTerms, { left, periods }: SeatTime): number =>
  delayOf(terms) + left + periods * periodOf(terms);

/** What a seat's clock shows after `spent` ms of its turn. */
export function readTime(terms: TimedTerms, time: SeatTime, spent: number): ClockReading {
  const length = periodOf(terms);
  const charged = Math.max(0, spent - delayOf(terms));
  const over = Math.max(0, charged - time.left);
  const periods = length === 0 ? 0 : Math.max(0, time.periods - Math.floor(over / length));
  return {
    total: Math.max(0, allowance(terms, time) - spent),
    delay: Math.max(0, delayOf(terms) - spent),
    main: Math.max(0, time.left - charged),
    periods,
    period: periods === 0 ? 0 : length - (over % length),
  };
}

/** The time left when `spent` ms are charged and nothing is added. */
export function charge(terms: TimedTerms, time: SeatTime, spent: number): SeatTime {
  const { main, periods } = readTime(terms, time, spent);
  return { left: main, periods };
}

/** The time after a turn that took `spent` ms, which is less than the allowance. */
export function timeAfterTurn(terms: TimedTerms, time: SeatTime, spent: number): SeatTime {
  const { left, periods } = charge(terms, time, spent);
  switch (terms.system) {
    case 'sudden-death':
    case 'delay':
    case 'byo-yomi':
      return { left, periods };
    case 'fischer': {
      const granted = left + terms.increment * SECOND;
      return { left: terms.cap === undefined ? granted : Math.min(terms.cap * SECOND, granted), periods };
    }
    case 'bronstein':
      return { left: left + Math.min(spent, terms.delay * SECOND), periods };
    case 'days':
      return { left: terms.days * DAY, periods };
  }
}

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
