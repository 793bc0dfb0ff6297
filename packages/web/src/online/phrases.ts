import * as m from '../paraglide/messages.js';
import { locales } from '../paraglide/runtime.js';

/** What can be said by one press, also by who cannot write yet. */
export const PHRASES = [m.chat_hello, m.chat_luck, m.chat_well, m.chat_thanks] as const;

/** Lines of chat come back with plain spaces. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

const KNOWN = new Map<string, () => string>(
  PHRASES.flatMap((phrase) =>
    locales.map((locale): [string, () => string] => [spaced(phrase({}, { locale })), phrase]),
  ),
);

/** A line of chat as it is shown: what was said by one press in another language is read in one's own. */
export const phraseShown = (text: string): string => KNOWN.get(spaced(text))?.() ?? text;
