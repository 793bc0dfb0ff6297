import { expect, test } from 'vitest';
import { SerialQueue } from '../../src/lib/serial-queue.ts';

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
