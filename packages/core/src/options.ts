import { failure, type Result, success } from './vocabulary.ts';

/** A value of an option: text, or a number where the rules count (`rounds`). */
export type OptionValue = string | number;

/** One option: the finite list of its values, the first-named default among them. */
export interface OptionSpec {
  readonly values: readonly OptionValue[];
  readonly default: OptionValue;
}

/** The options of a game as data, in the order in which they are always written. */
export type OptionsSpec = Readonly<Record<string, OptionSpec>>;

/** Every option of a game with a value, those at their default too. */
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

/**
 * Options from named values of unknown origin, in declared order; what is not named is at its default.
 * A number may be given as its text.
 */
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
    const value = option.values.find((candidate) => candidate === wanted || String(candidate) === wanted);
    if (value === undefined) return failure({ name: 'bad-option-value', detail: `${name}=${String(wanted)}` });
    complete[name] = value;
  }
  return success(complete as OptionsOf<S>);
}

/** Parses `name=value,name=value`; the empty text and `-` stand for the defaults. */
export function parseOptions<S extends OptionsSpec>(spec: S, text: string): Result<OptionsOf<S>, OptionsError> {
  const pairs: [string, string][] = [];
  for (const pair of text === '-' ? [] : text.split(',').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    if (equals < 0) return failure({ name: 'bad-option-value', detail: pair });
    pairs.push([pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]);
  }
  // Not by assignment, which a name like __proto__ would escape.
  return completeOptions(spec, Object.fromEntries(pairs));
}

/** The one canonical text of options: every option, in declared order. */
export function formatOptions(spec: OptionsSpec, options: Options): string {
  return Object.keys(spec)
    .map((name) => `${name}=${options[name]}`)
    .join(',');
}

/** Every combination of option values, the last option changing fastest. */
export function allOptions<S extends OptionsSpec>(spec: S): OptionsOf<S>[] {
  let combinations: Record<string, OptionValue>[] = [{}];
  for (const [name, option] of Object.entries(spec)) {
    combinations = combinations.flatMap((rest) => option.values.map((value) => ({ ...rest, [name]: value })));
  }
  return combinations as OptionsOf<S>[];
}
