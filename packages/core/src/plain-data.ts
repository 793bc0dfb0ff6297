/** Whether untrusted data, as parsed from JSON, is an object: neither `null` nor an array. */
export const isObject = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
