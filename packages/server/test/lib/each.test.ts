import { StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { eachOf } from '../../src/lib/tasks.ts';
import { turnsDuring } from './loop-turns.ts';

const NUMBERS = [1, 2, 3, 4, 5];

test('other work runs between the items, even if the work for each never waits', async () => {
  const turns = await turnsDuring(() => eachOf(NUMBERS, () => Promise.resolve()));
  expect(turns).toBeGreaterThanOrEqual(NUMBERS.length);
});

test('an item that fails keeps no other from its turn, and the first error is thrown at the end', async () => {
  const done: number[] = [];
  const work = (number: number): Promise<void> => {
    done.push(number);
    return number % 2 === 0 ? Promise.reject(new Error(`bad ${number}`)) : Promise.resolve();
  };
  await expect(eachOf(NUMBERS, work)).rejects.toThrow('bad 2');
  expect(done).toEqual(NUMBERS);
});

test('a database that does not answer ends it at once', async () => {
  const done: number[] = [];
  const work = (number: number): Promise<void> => {
    done.push(number);
    return Promise.reject(new StoreUnavailable('no answer'));
  };
  await expect(eachOf(NUMBERS, work)).rejects.toThrow('no answer');
  expect(done).toEqual([1]);
});
