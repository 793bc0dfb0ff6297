import { describe, expect, test } from 'vitest';
import { FairQueue, type Waiting } from '../../src/lib/fair-queue.ts';

interface Request extends Waiting {
  readonly name: string;
}

/** `Paris/ada` is a request of Ada in Paris. */
const request = (from: string, cost = 4, name = from): Request => {
  const [place = '', person = ''] = from.split('/');
  return { place, person, cost, name };
};
const add = (queue: FairQueue<Request>, ...requests: readonly Request[]) => {
  for (const each of requests) queue.add(each);
};

/** The names of the requests in the order in which one thread serves them. */
function served(queue: FairQueue<Request>, most = Number.POSITIVE_INFINITY): string[] {
  const names: string[] = [];
  while (names.length < most) {
    const next = queue.next();
    if (next === undefined) return names;
    names.push(next.name);
    queue.done(next);
  }
  return names;
}

describe('the queue for the threads', () => {
  test('is bounded', () => {
    const queue = new FairQueue<Request>(2);
    expect([queue.size, queue.isFull]).toEqual([0, false]);
    add(queue, request('Paris/ada'));
    expect([queue.size, queue.isFull]).toEqual([1, false]);
    add(queue, request('Paris/basil'));
    expect([queue.size, queue.isFull]).toEqual([2, true]);
    queue.next();
    expect([queue.size, queue.isFull]).toEqual([1, false]);
    queue.clear();
    expect([queue.size, queue.next()]).toEqual([0, undefined]);
  });

  test('keeps the order of arrival among equals', () => {
    const queue = new FairQueue<Request>(9);
    add(queue, request('Paris/ada'), request('Rome/basil'), request('Oslo/cleo'));
    expect(served(queue)).toEqual(['Paris/ada', 'Rome/basil', 'Oslo/cleo']);
  });

  test('gives each person one search at a time', () => {
    const queue = new FairQueue<Request>(9);
    const [first, second] = [request('Paris/ada', 4, 'first'), request('Paris/ada', 4, 'second')];
    add(queue, first, second);
    expect(queue.next()).toBe(first);
    expect([queue.next(), queue.size]).toEqual([undefined, 1]);
    queue.done(first);
    expect(queue.next()).toBe(second);
  });

  test('lets others pass those whose search still runs', () => {
    const queue = new FairQueue<Request>(9);
    add(queue, request('Paris/ada'), request('Paris/ada'), request('Rome/basil'));
    expect([queue.next()?.name, queue.next()?.name, queue.next()]).toEqual(['Paris/ada', 'Rome/basil', undefined]);
  });

  test('shares the threads between places, however many people of one place request', () => {
    const queue = new FairQueue<Request>(99);
    for (let person = 0; person < 6; person++) add(queue, request(`Paris/p${person}`, 4, 'Paris'));
    for (let round = 0; round < 3; round++) add(queue, request('Rome/basil', 4, 'Rome'));
    expect(served(queue, 6)).toEqual(['Paris', 'Rome', 'Paris', 'Rome', 'Paris', 'Rome']);
  });

  test('shares the part of a place between its people, however much one of them requests', () => {
    const queue = new FairQueue<Request>(99);
    for (let round = 0; round < 6; round++) add(queue, request('Paris/ada'));
    for (let round = 0; round < 3; round++) add(queue, request('Paris/basil'));
    const [ada, basil] = ['Paris/ada', 'Paris/basil'];
    expect(served(queue)).toEqual([ada, basil, ada, basil, ada, basil, ada, ada, ada]);
  });

  test('counts an item by its cost', () => {
    const queue = new FairQueue<Request>(99);
    for (let round = 0; round < 3; round++) add(queue, request('Paris/ada', 16, 'S'));
    for (let round = 0; round < 9; round++) add(queue, request('Rome/basil', 4, 'm'));
    expect(served(queue, 10).join('')).toBe('mmmSmmmmSm');
    const weaker = new FairQueue<Request>(99);
    for (let round = 0; round < 3; round++) add(weaker, request('Paris/ada', 4, 'M'));
    for (let round = 0; round < 9; round++) add(weaker, request('Rome/basil', 1, 'b'));
    expect(served(weaker, 10).join('')).toBe('bbbMbbbbMb');
  });

  test('serves the cheaper item first if two wait for the first time', () => {
    const queue = new FairQueue<Request>(9);
    add(queue, request('Paris/ada', 16), request('Rome/basil', 1), request('Oslo/cleo'));
    expect(served(queue)).toEqual(['Rome/basil', 'Oslo/cleo', 'Paris/ada']);
    add(queue, request('Bern/dora', 16), request('Bern/eve', 4));
    expect(served(queue)).toEqual(['Bern/eve', 'Bern/dora']);
  });

  test('saves up nothing for those who requested nothing for a while', () => {
    const queue = new FairQueue<Request>(99);
    for (let round = 0; round < 9; round++) add(queue, request('Paris/ada', 4, 'P'));
    served(queue, 5);
    for (let round = 0; round < 4; round++) add(queue, request('Rome/basil', 4, 'R'));
    expect(served(queue).join('')).toBe('RPPRPRPR');
  });

  test('serves the newcomer first if both would then have been given the same', () => {
    const queue = new FairQueue<Request>(99);
    add(queue, request('Paris/ada'));
    served(queue);
    add(queue, request('Paris/ada'), request('Rome/basil'));
    expect(served(queue)).toEqual(['Rome/basil', 'Paris/ada']);
    const oneplace = new FairQueue<Request>(99);
    add(oneplace, request('Paris/ada'));
    served(oneplace);
    add(oneplace, request('Paris/ada'), request('Paris/basil'));
    expect(served(oneplace)).toEqual(['Paris/basil', 'Paris/ada']);
  });

  test('forgets after a hundred searches what those were given who have nothing waiting', () => {
    const firstAfter = (searches: number, ...next: readonly Request[]): string | undefined => {
      const queue = new FairQueue<Request>(999);
      for (let round = 0; round < searches; round++) add(queue, request('Paris/ada'));
      served(queue);
      add(queue, ...next);
      return queue.next()?.name;
    };
    expect(firstAfter(99, request('Paris/ada'), request('Oslo/cleo'))).toBe('Oslo/cleo');
    expect(firstAfter(100, request('Paris/ada'), request('Oslo/cleo'))).toBe('Paris/ada');
    expect(firstAfter(99, request('Paris/ada'), request('Paris/basil'))).toBe('Paris/basil');
    expect(firstAfter(100, request('Paris/ada'), request('Paris/basil'))).toBe('Paris/ada');
  });

  test.each(['Oslo/cleo', 'Paris/basil'])(
    'does not forget what those were given who still wait: %s is next',
    (from) => {
      const queue = new FairQueue<Request>(999);
      for (let round = 0; round < 102; round++) add(queue, request('Paris/ada'));
      served(queue, 100);
      add(queue, request(from));
      expect(queue.next()?.name).toBe(from);
    },
  );
});
