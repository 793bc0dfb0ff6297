import { expect, test } from 'vitest';
import { Coalescer } from '../../src/lib/coalesce.ts';

/** Work that ends when the test says so. */
function work() {
  const ends: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const coalescer = new Coalescer(
    () => new Promise<void>((resolve, reject) => void ends.push({ done: resolve, fail: reject })),
  );
  return { coalescer, ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('calls during a run share one more run, and resolve after it', async () => {
  const { coalescer, ends } = work();
  const first = coalescer.run();
  let ended = 0;
  const later = [coalescer.run(), coalescer.run()].map((each) => each.then(() => ended++));
  expect(ends).toHaveLength(1);
  ends[0]?.done();
  await turn();
  expect([ends.length, ended]).toEqual([2, 0]);
  ends[1]?.done();
  await Promise.all([first, ...later]);
  expect([ends.length, ended]).toEqual([2, 2]);
});

test('a failure is that of its callers, and the next call runs again', async () => {
  const { coalescer, ends } = work();
  const failed = expect(coalescer.run()).rejects.toThrow('lost');
  ends[0]?.fail(new Error('lost'));
  await failed;
  const again = coalescer.run();
  expect(ends).toHaveLength(2);
  ends[1]?.done();
  await again;
  expect(ends).toHaveLength(2);
});

test('a call at any moment around the end of a run has a run of its own', async () => {
  for (let moments = 0; moments < 10; moments++) {
    let runs = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const coalescer = new Coalescer(async () => {
      runs++;
      await gate;
    });
    const first = coalescer.run();
    release();
    for (let passed = 0; passed < moments; passed++) await Promise.resolve();
    await coalescer.run();
    expect([moments, runs]).toEqual([moments, 2]);
    await first;
  }
});
