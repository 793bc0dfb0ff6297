import { randomInt } from 'node:crypto';
import type { OnProgress } from '@tablier/store';

/** The options of a proof on the command line: `--NAME VALUE`. The default says whether it is a number or a text. */
type OptionDefaults = Readonly<Record<string, number | string>>;

export type OptionValues<D extends OptionDefaults> = {
  readonly [Name in keyof D]: D[Name] extends number ? number : string;
};

/** The result of a proof. */
export interface Verdict {
  /** Whether nothing was lost, leaked or left open. */
  readonly ok: boolean;
  /** What was counted and measured, printed as one line of JSON. */
  readonly figures: Readonly<Record<string, unknown>>;
}

/** A claim about Tablier, and the program that tries to break it. */
export interface Proof<D extends OptionDefaults = OptionDefaults> {
  /** One line for `npm run prove`. */
  readonly claim: string;
  readonly defaults: D;
  /** `print` receives what is found, line by line, and `at` how much of the work is done. */
  run(options: OptionValues<D>, print: Print, at?: OnProgress): Promise<Verdict>;
}

export type Print = (line: string) => void;

/** What a part of a proof reports to while it runs. */
export interface Report {
  readonly print: Print;
  readonly at: OnProgress;
}

/** For a caller that shows no progress. */
export const noProgress: OnProgress = () => undefined;

/** Reads `--name value` pairs over the defaults. A text says what is wrong with them. */
export function parseOptions<D extends OptionDefaults>(
  { defaults }: Pick<Proof<D>, 'defaults'>,
  args: readonly string[],
): OptionValues<D> | string {
  const values: Record<string, number | string> = { ...defaults };
  for (let at = 0; at < args.length; at += 2) {
    const name = (args[at] ?? '').replace(/^--/, '');
    const text = args[at + 1];
    const usual = values[name];
    if (!args[at]?.startsWith('--') || usual === undefined || !Object.hasOwn(defaults, name)) {
      return `unknown option ${args[at]}: there are ${Object.keys(defaults)
        .map((known) => `--${known}`)
        .join(', ')}`;
    }
    if (text === undefined) return `--${name} needs a value`;
    const value = typeof usual === 'number' ? Number(text) : text;
    if (typeof value === 'number' && (text.trim() === '' || !Number.isFinite(value) || value < 0)) {
      return `--${name} needs a number, not ${text}`;
    }
    values[name] = value;
  }
  // Every name is one of the defaults', and every value has the type of its default.
  return values as OptionValues<D>;
}

/** The seed that was given, or a new one. */
export const seedOf = ({ seed }: { readonly seed: string }): string =>
  seed === '' ? String(randomInt(2 ** 31)) : seed;
