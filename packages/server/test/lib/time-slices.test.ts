import { expect, test } from 'vitest';
import { arrivalTurn, ownTurn, Slices } from '../../src/lib/tasks.ts';
import { turnsDuring } from './loop-turns.ts';

const NUMBERS = [1, 2, 3, 4, 5, 6];

/** Work that takes a slice and answers after promises that are settled, as a read of SQLite does. */
async function request(number: number, done: number[], address = '192.0.2.1'): Promise<void> {
  await ownTurn(address);
  for (let step = 0; step < 50; step++) await Promise.resolve();
  performance.now();
  done.push(number);
}

test('requests that arrive together share no turn of the event loop, and run in their order', async () => {
  const done: number[] = [];
  const turns = await turnsDuring(() => Promise.all(NUMBERS.map((number) => request(number, done))));
  expect(done).toEqual(NUMBERS);
  expect(turns).toBeGreaterThanOrEqual(NUMBERS.length - 2);
});

test('many requests from one address keep another waiting for one of them only', async () => {
  const done: number[] = [];
  await turnsDuring(() =>
    Promise.all([...NUMBERS.map((number) => request(number, done)), request(7, done, '192.0.2.2'), request(8, done)]),
  );
  expect(done.indexOf(7)).toBeLessThanOrEqual(3);
  expect(done.filter((number) => number !== 7)).toEqual([...NUMBERS, 8]);
});

test('those who open connections wait for the requests of who has one, but not for ever', async () => {
  const done: string[] = [];
  const arrive = async (number: number): Promise<void> => {
    await arrivalTurn(`192.0.2.${number}`);
    performance.now();
    done.push('arrival');
  };
  const ask = (number: number) => request(number, [], '198.51.100.1').then(() => done.push('request'));
  await turnsDuring(() => Promise.all([...NUMBERS.map(arrive), ...NUMBERS.map(ask)]));
  expect(done.slice(0, 4)).toEqual(['arrival', 'request', 'arrival', 'request']);
  expect(done).toHaveLength(2 * NUMBERS.length);
});

test('a request that arrives alone waits for no turn', async () => {
  const turns = await turnsDuring(() => request(1, []));
  expect(turns).toBe(0);
});

test('long work that runs in several places at once shares no turn either, and requests go first', async () => {
  const done: string[] = [];
  const long = async (name: string): Promise<void> => {
    const slices = new Slices();
    for (let step = 0; step < 3; step++) {
      performance.now();
      done.push(name);
      await slices.pause();
    }
  };
  const turns = await turnsDuring(() => Promise.all([long('a'), long('b'), request(1, []).then(() => done.push('r'))]));
  expect(done).toEqual(['a', 'b', 'r', 'a', 'b', 'a', 'b']);
  expect(turns).toBeGreaterThanOrEqual(5);
});
