import * as m from '../../paraglide/messages.js';

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

export function readAgent(agent: string): { readonly browser: string | null; readonly system: string | null } {
  const find = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}

/** `Firefox on Windows`. */
export function agentText(agent: string): string {
  const { browser, system } = readAgent(agent);
  if (browser === null) return system ?? m.account_some_browser();
  return system === null ? browser : m.account_browser_on({ browser, system });
}
