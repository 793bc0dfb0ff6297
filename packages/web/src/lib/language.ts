import { isolated } from '@tablier/protocol/language';
import { baseLanguage, catalogues, type Language } from '../paraglide/languages.js';

export { baseLanguage, type Language };

export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  nl: 'Nederlands',
};

interface Selector {
  readonly input: string;
  readonly plural: boolean;
}

/** A text with `{parameters}`, or one text for each plural form or value of some inputs. */
export type Message = string | { readonly by: readonly Selector[]; readonly cases: Readonly<Record<string, string>> };
export type Catalogue = Readonly<Record<string, Message>>;
export type Inputs = Readonly<Record<string, string | number>>;

/** A text with its `{parameters}`, which may be names of people. */
export const fill = (text: string, inputs: Inputs): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => isolated(String(inputs[name] ?? gap)));

interface Loaded {
  readonly catalogue: Catalogue;
  readonly plurals: Intl.PluralRules;
}

export const languages = Object.keys(catalogues).filter(isLanguage);
const loaded = new Map<Language, Loaded>();
let current = (): Language => baseLanguage;

export function isLanguage(tag: unknown): tag is Language {
  return typeof tag === 'string' && Object.hasOwn(catalogues, tag);
}

/** Sets the function that every message asks for its language. */
export function followLanguage(language: () => Language): void {
  current = language;
}

/** Reactive, if the function that was set is. */
export const currentLanguage = (): Language => current();

/** Loads the messages of a language, once. Rejects if they cannot be loaded. */
export async function loadMessages(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const { default: catalogue } = await catalogues[language]();
  loaded.set(language, { catalogue, plurals: new Intl.PluralRules(language) });
}

export const hasMessage = (key: string): boolean => {
  const catalogue = loaded.get(current())?.catalogue;
  return catalogue !== undefined && Object.hasOwn(catalogue, key);
};

/** The function of a message. It returns the key if the catalogue has no such message, so that the gap is visible. */
export function message(key: string): (inputs?: Inputs) => string {
  return (inputs = {}) => {
    const language = loaded.get(current());
    if (language === undefined || !Object.hasOwn(language.catalogue, key)) return key;
    return fill(formOf(language, language.catalogue[key] ?? key, inputs), inputs);
  };
}

function formOf({ plurals }: Loaded, chosen: Message, inputs: Inputs): string {
  if (typeof chosen === 'string') return chosen;
  const { by, cases } = chosen;
  const keyOf = (formOfNumber: (count: number) => string): string =>
    by.map(({ input, plural }) => (plural ? formOfNumber(Number(inputs[input])) : String(inputs[input]))).join(' ');
  // A language can have more plural forms than a message needs, such as that of millions in French.
  return cases[keyOf((count) => plurals.select(count))] ?? cases[keyOf(() => 'other')] ?? '';
}
