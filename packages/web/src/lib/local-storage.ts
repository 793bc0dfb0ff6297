/**
 * `localStorage` that never throws: a browser may forbid it, and it may be full. Values under a key of this site are still untrusted,
 * because users can edit them. And cookies, which the server reads, too.
 */

/** The key under which a member's browser stores changed settings that were not sent yet. */
export const SETTINGS_SYNC = 'tablier.settings-sync';

export function isStorageAllowed(): boolean {
  try {
    localStorage.getItem('');
    return true;
  } catch {
    return false;
  }
}

export function readItem(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function itemKeys(prefix: string): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Stores a text; returns whether the browser allowed it. */
export function writeItem(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function removeItem(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The JSON under a key, not validated; `null` if there is none or it cannot be parsed. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(readItem(key) ?? 'null');
  } catch {
    return null;
  }
}

export const writeJson = (key: string, value: unknown): boolean => writeItem(key, JSON.stringify(value));

/** Whether untrusted data, as parsed from JSON, is an object. The first script has no other part of `core`, which declares the same. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** A cookie for a year, for the server to read. */
export function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

/** Whether a cookie that scripts may read has this value; never where the build draws the frame of a page. */
export const hasCookie = (name: string, value: string): boolean =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${name}=${value}`);
