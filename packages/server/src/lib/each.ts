import { isUnavailable } from './unavailable.ts';

/**
 * Does work for each item, one after the other. An item whose work fails keeps no other from it: the first error is thrown after the last
 * item. Only a database that does not answer ends it at once.
 */
export async function eachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
