import { failure, type Result, success } from './game.ts';

/** A value of an option: text, or a number for a quantity (`rounds`). */
export type OptionValue = string | number;

/** One option: the finite list of its values, and which of them is the default. */
export interface OptionSpec {
  readonly values: readonly OptionValue[];
  readonly default: OptionValue;
}

/** The options of a game. The order of the keys is the order in which options are written. */
export type OptionsSpec = Readonly<Record<string, OptionSpec>>;

/** A value for every option of a game, defaults included. */
export type Options = Readonly<Record<string, OptionValue>>;

/** The exact type of the options that a declaration describes. */
export type OptionsOf<S extends OptionsSpec> = { readonly [K in keyof S]: S[K]['values'][number] };

/** Why options were refused. `detail` names the option or the value. */
export interface OptionsError {
  readonly name: 'unknown-option' | 'bad-option-value';
  readonly detail: string;
}

/** Every option at its default. */
export function defaultOptions<S extends OptionsSpec>(spec: S): OptionsOf<S> {
  return Object.fromEntries(Object.entries(spec).map(([name, option]) => [name, option.default])) as OptionsOf<S>;
}

/** Options from untrusted values by name, in declared order. A missing option gets its default. */
export function completeOptions<S extends OptionsSpec>(
  spec: S,
  given: Readonly<Record<string, unknown>>,
): Result<OptionsOf<S>, OptionsError> {
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(spec, name)) return failure({ name: 'unknown-option', detail: name });
  }
  const complete: Record<string, OptionValue> = {};
  for (const [name, option] of Object.entries(spec)) {
    const wanted = Object.hasOwn(given, name) ? given[name] : option.default;
    const value = option.values.find((candidate) => candidate === wanted);
    if (value === undefined) return failure({ name: 'bad-option-value', detail: `${name}=${shown(wanted, option)}` });
    complete[name] = value;
  }
  return success(complete as OptionsOf<S>);
}

/** A value of an option that is written as text; the text itself if there is none. */
export const parseOptionValue = (option: OptionSpec | undefined, text: string): OptionValue =>
  option?.values.find((value) => String(value) === text) ?? text;

/** Characters of a refused value that are shown. */
const MAX_SHOWN = 80;

/** A refused value; a text that only looks like a value has quotation marks. */
function shown(wanted: unknown, { values }: OptionSpec): string {
  const isPlain = typeof wanted === 'string' && !values.some((value) => String(value) === wanted);
  return (isPlain ? wanted : (JSON.stringify(wanted) ?? '')).slice(0, MAX_SHOWN);
}

/** Parses `name=value,name=value`. The empty text and `-` mean the defaults. */
export function parseOptions<S extends OptionsSpec>(spec: S, text: string): Result<OptionsOf<S>, OptionsError> {
  const pairs: [string, OptionValue][] = [];
  for (const pair of text === '-' ? [] : text.split(',').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    if (equals < 0) return failure({ name: 'bad-option-value', detail: pair });
    const name = pair.slice(0, equals).trim();
    const option = Object.hasOwn(spec, name) ? spec[name] : undefined;
    pairs.push([name, parseOptionValue(option, pair.slice(equals + 1).trim())]);
  }
  // `fromEntries` and not assignment: assigning to `__proto__` would not create a key.
  return completeOptions(spec, Object.fromEntries(pairs));
}

/** The canonical text of options: every option, in declared order. */
export function formatOptions(spec: OptionsSpec, options: Options): string {
  return Object.keys(spec)
    .map((name) => `${name}=${options[name]}`)
    .join(',');
}

/** Every combination of option values. The last option changes fastest. */
export function allOptions<S extends OptionsSpec>(spec: S): OptionsOf<S>[] {
  let combinations: Record<string, OptionValue>[] = [{}];
  for (const [name, option] of Object.entries(spec)) {
    combinations = combinations.flatMap((rest) => option.values.map((value) => ({ ...rest, [name]: value })));
  }
  return combinations as OptionsOf<S>[];
}

/** Whether untrusted data, as parsed from JSON, is an object: neither `null` nor an array. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
