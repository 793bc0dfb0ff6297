/** JSON with the keys of every object sorted, so that equal data gives equal text. */
export function canonicalJson(data: unknown): string {
  return JSON.stringify(data, (_key, value: unknown) => (isPlainObject(value) ? sorted(value) : value));
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
