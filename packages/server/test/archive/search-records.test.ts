import { expect, test } from 'vitest';
import { linesOf } from '../../src/archive/search-api.ts';

test('a long search for records that finds nothing lets other work run between its pages', async () => {
  let [pages, turns] = [0, 0];
  const search = async () => {
    pages++;
    return { games: [], next: { endedAt: 1, seq: 1 } };
  };
  const count = (): void => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const never = (): never => {
    throw new Error('nothing is found');
  };
  for await (const line of linesOf({}, { finished: { search } as never, find: never })) throw new Error(line);
  clearImmediate(timer);
  expect(pages, 'it gives up').toBe(40);
  expect(turns).toBeGreaterThanOrEqual(pages - 1);
});
