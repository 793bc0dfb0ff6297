/** Names the language of an address: `/isaac?lang=de`. */
export const LANGUAGE_PARAMETER = 'lang';
/** Tells the server the language that was chosen in the page. Scripts may read it: it is not secret. */
export const LANGUAGE_COOKIE = 'tablier-language';

/** Tells the server the theme that was chosen in the page, so that the first HTML has it. */
export const THEME_COOKIE = 'tablier-theme';
/** Tells the server that the browser has the typefaces, so that the first HTML uses them. On a first visit they would delay the scripts. */
export const TYPEFACES_COOKIE = 'tablier-typefaces';
/** Tells the page that the server knows this browser: script storage may be wiped while the session lasts. `yes`, or empty. */
export const KNOWN_COOKIE = 'tablier-known';

/** Letters that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name or another text of a person as a part of a sentence, whose order it must not change: in Unicode isolates where it could. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

type Values<Names extends readonly string[]> = { readonly [Place in keyof Names]: string | number };

/** Those of a language; the ones with `{names}` in them as functions of their values, in the order of `inputs`. */
export const writtenTexts = <
  Given extends Readonly<Record<string, unknown>>,
  const Inputs extends { readonly [Key in keyof Given]?: readonly string[] },
>(
  given: Given,
  inputs: Inputs,
) =>
  Object.fromEntries(
    Object.entries(given).map(([key, text]) => {
      const names = (inputs as Readonly<Record<string, readonly string[]>>)[key];
      const written = (...values: readonly (string | number)[]): string =>
        String(text).replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[names?.indexOf(name) ?? -1] ?? gap));
      return [key, names === undefined ? text : written];
    }),
  ) as Omit<Given, keyof Inputs> & {
    readonly [Key in keyof Inputs]: Inputs[Key] extends readonly string[]
      ? (...values: Values<Inputs[Key]>) => string
      : never;
  };

/** The themes that can be chosen; without one the system chooses. */
export type Theme = 'light' | 'dark';

/**
 * The first preferred language that is available, or `base`. Page and server choose the same: both pass the language of the address, then
 * the one that was chosen, then those of the browser (`Accept-Language`). Only the first part of a tag counts: `de-AT` is `de`.
 */
export function chooseLanguage<Language extends string>(
  wanted: readonly string[],
  available: readonly Language[],
  base: Language,
): Language {
  for (const tag of wanted) {
    const language = available.find((each) => each === tag.split('-', 1)[0]?.toLowerCase());
    if (language !== undefined) return language;
  }
  return base;
}

/** The tags of an `Accept-Language` header, the most preferred first, without those of quality 0. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',', MAX_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}

/** More than browsers send. */
const MAX_TAGS = 30;

/** Moments as people write them: with weekday, date, hour and time zone. */

const LONG = { weekday: 'long', month: 'long', timeZoneName: 'long' } as const;
const SHORT = { weekday: 'short', month: 'short', timeZoneName: 'short' } as const;

/** A date as French writes the first of a month: `1er mars`, where `Intl` writes `1 mars`. */
export const withOrdinal = (language: string, date: string): string =>
  language === 'fr' ? date.replace(/\b1 (?=\p{L})/u, '1er ') : date;

/** `Samstag, 27. März 2027 um 20:00 Mitteleuropäische Normalzeit`; in lists shorter. */
export const momentText = (
  at: number,
  { language, zone, length }: { readonly language: string; readonly zone: string; readonly length: 'long' | 'short' },
): string =>
  withOrdinal(
    language,
    new Intl.DateTimeFormat(language, {
      ...(length === 'long' ? LONG : SHORT),
      day: 'numeric',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }).format(at),
  );
