import type { TokenScope } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** Those of the protocol, without all of it. */
export const TOKEN_SCOPES = ['read', 'play', 'bot'] as const satisfies readonly TokenScope[];

/** Patterns for browsers, in the order of the search: many user agents name other browsers as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser of a user agent: `Firefox on Windows`. */
export function agentText(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(agent))?.[1]);
  if (browser === undefined) return system ?? m.account_some_browser();
  return system === undefined ? browser : m.account_browser_on({ browser, system });
}
