/** `localStorage` that never throws: it may be forbidden or full. Users can edit its values, so they are untrusted. And cookies for the server. */

/** The key under which a member's browser stores changed settings that were not sent yet. */
export const SETTINGS_SYNC = 'tablier.settings-sync';

/** What `use` returns; `otherwise` if the browser forbids it, or what it reads is damaged. */
export function ifAllowed<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

export const isStorageAllowed = (): boolean => ifAllowed(() => localStorage.length >= 0, false);

export const readItem = (key: string): string | null => ifAllowed(() => localStorage.getItem(key), null);

/** The keys that begin with a text. */
export const itemKeys = (prefix: string): string[] =>
  ifAllowed(() => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? ''), []).filter(
    (key) => key.startsWith(prefix),
  );

/** Returns whether the browser allowed it. */
export const writeItem = (key: string, text: string): boolean =>
  ifAllowed(() => {
    localStorage.setItem(key, text);
    return true;
  }, false);

export const removeItem = (key: string): void => ifAllowed(() => localStorage.removeItem(key), undefined);

/** `undefined` if it cannot be parsed. */
export const parseJson = (text: string): unknown => ifAllowed((): unknown => JSON.parse(text), undefined);

/** The JSON under a key, not validated; `null` if there is none or it cannot be parsed. */
export const readJson = (key: string): unknown => parseJson(readItem(key) ?? 'null') ?? null;

/** The object under a key, its values not validated; empty if there is none. */
export function readObject(key: string): Readonly<Record<string, unknown>> {
  const data = readJson(key);
  return isObject(data) ? data : {};
}

export const writeJson = (key: string, value: unknown): boolean => writeItem(key, JSON.stringify(value));

/** Whether untrusted data, as parsed from JSON, is an object. The first script has no other part of `core`, which declares the same. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** A cookie for a year, for the server to read. */
export const setCookie = (name: string, value: string): unknown =>
  ifAllowed(() => (document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`), null);

/** Whether a cookie that scripts may read has this value; never where the browser forbids it, or the build draws the frame of a page. */
export const hasCookie = (name: string, value: string): boolean =>
  ifAllowed(() => document.cookie.split('; ').includes(`${name}=${value}`), false);
