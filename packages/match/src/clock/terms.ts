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

/** Time controls with a running clock. */
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
