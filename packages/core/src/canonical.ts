/** JSON with the keys of every object sorted, so that equal data gives equal text. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (isObject(value) ? sorted(value) : value));
}

const sorted = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));

/** Whether untrusted data, as parsed from JSON, is an object: neither `null` nor an array. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/** The encoding of a text that another program saved, for a `TextDecoder`: UTF-8, or UTF-16 by its byte order mark. */
export function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
