import * as m from '../../paraglide/messages.js';
import { inEveryLanguage } from '../../paraglide/in-every-language.js';

/** Phrases that a single press sends, also for users who cannot write yet. */
const KEYS = ['chat_hello', 'chat_luck', 'chat_well', 'chat_thanks'] as const;
export const PHRASES = KEYS.map((key) => m[key]);

/** The server returns chat lines with plain spaces. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

const KNOWN = new Map(
  KEYS.flatMap((key) => (inEveryLanguage[key] ?? []).map((text) => [spaced(text), m[key]] as const)),
);

/** A chat line as it is shown: a phrase sent in another language appears in the user's language. */
export const phraseShown = (text: string): string => KNOWN.get(spaced(text))?.() ?? text;
