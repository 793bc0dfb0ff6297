import { expect, test } from 'vitest';
import { after, coalesced, SerialQueue } from '../../src/lib/tasks.ts';

/** Work that ends when the test says so. */
function work() {
  const ends: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const coalescer = coalesced(
    () => new Promise<void>((resolve, reject) => void ends.push({ done: resolve, fail: reject })),
  );
  return { coalescer, ends };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('calls during a run share one more run, and resolve after it', async () => {
  const { coalescer, ends } = work();
  const first = coalescer();
  let ended = 0;
  const later = [coalescer(), coalescer()].map((each) => each.then(() => ended++));
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
  const failed = expect(coalescer()).rejects.toThrow('lost');
  ends[0]?.fail(new Error('lost'));
  await failed;
  const again = coalescer();
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
    const coalescer = coalesced(async () => {
      runs++;
      await gate;
    });
    const first = coalescer();
    release();
    for (let passed = 0; passed < moments; passed++) await Promise.resolve();
    await coalescer();
    expect([moments, runs]).toEqual([moments, 2]);
    await first;
  }
});

test('calls back once, not too early, unless it is prevented', async () => {
  const called: string[] = [];
  const begun = performance.now();
  const prevent = after(20, () => called.push('prevented'));
  await new Promise<void>((resolve) => {
    after(40, () => {
      called.push('done');
      resolve();
    });
    prevent();
  });
  expect(performance.now() - begun).toBeGreaterThan(38);
  expect(called).toEqual(['done']);
});

test('tasks run one after the other, and one that fails does not stop the next', async () => {
  const queue = new SerialQueue();
  const done: string[] = [];
  const task = (name: string) => async () => {
    done.push(`${name} begins`);
    await Promise.resolve();
    done.push(`${name} ends`);
    if (name === 'second') throw new Error(name);
    return name;
  };
  const [first, second, third] = ['first', 'second', 'third'].map((name) => queue.run(task(name)));
  await expect(second).rejects.toThrow('second');
  expect([await first, await third]).toEqual(['first', 'third']);
  expect(done).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
});

test('it is idle when all tasks are done, also failed ones', async () => {
  const queue = new SerialQueue();
  await queue.idle();
  let isDone = false;
  const failing = queue.run(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isDone = true;
    throw new Error('lost');
  });
  const failed = expect(failing).rejects.toThrow('lost');
  await queue.idle();
  expect(isDone).toBe(true);
  await failed;
});
