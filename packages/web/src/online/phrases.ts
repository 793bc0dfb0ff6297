import * as m from '../paraglide/messages.js';
import { inEveryLanguage } from '../paraglide/in-every-language.js';

/** What can be said by one press, also by who cannot write yet. */
const KEYS = ['chat_hello', 'chat_luck', 'chat_well', 'chat_thanks'] as const;
export const PHRASES = KEYS.map((key) => m[key]);

/** Lines of chat come back with plain spaces. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

const KNOWN = new Map(
  KEYS.flatMap((key) => (inEveryLanguage[key] ?? []).map((text) => [spaced(text), m[key]] as const)),
);

/** A line of chat as it is shown: what was said by one press in another language is read in one's own. */
export const phraseShown = (text: string): string => KNOWN.get(spaced(text))?.() ?? text;
