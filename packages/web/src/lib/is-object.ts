/** Whether untrusted data, as parsed from JSON, is an object. The first script has no other part of `core`, which declares the same. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
