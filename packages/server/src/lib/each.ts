import { Slices } from './time-slices.ts';
import { isUnavailable } from './unavailable.ts';

/**
 * Does work for each item, one after the other. An item whose work fails keeps no other from it: the first error is thrown after the last
 * item. Only a database that does not answer ends it at once. Other work runs in between: reads of SQLite alone would not let it.
 */
export async function eachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const slices = new Slices();
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      failures.push(error);
    }
    await slices.pause();
  }
  if (failures.length > 0) throw failures[0];
}
