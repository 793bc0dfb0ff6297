import { StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { linesOf } from '../../src/archive/search.ts';

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

test('a damaged game is left out of a file of records, and an outage ends it', async () => {
  const found = ['a', 'damaged', 'b'].map((record) => ({ record }));
  const search = () => Promise.resolve({ games: found, next: null });
  const linesWith = async (error: Error): Promise<string> => {
    const find = (id: string) => (id === 'damaged' ? Promise.reject(error) : Promise.resolve({ record: id }));
    let text = '';
    for await (const line of linesOf({}, { finished: { search } as never, find: find as never })) text += line;
    return text;
  };
  expect(await linesWith(new Error('the archived game is damaged'))).toBe('"a"\n"b"\n');
  await expect(linesWith(new StoreUnavailable('no answer'))).rejects.toThrow('no answer');
});
