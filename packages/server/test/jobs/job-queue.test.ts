import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Store, StoreUnavailable } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { defineJob } from '../../src/jobs/job-kind.ts';
import { JobQueue, type QueuedJobs } from '../../src/jobs/job-queue.ts';

const GREET = defineJob({
  kind: 'greet',
  payload: z.object({ name: z.string() }),
  parallel: 2,
  retries: 1,
  retrySeconds: 1,
  longestSeconds: 1,
});
const TIDY = defineJob({ ...GREET, kind: 'tidy', payload: z.null(), parallel: 1, retries: 0 });
const WAIT = { interval: 20 };

let folder = '';
let store: Store;
let queues: JobQueue[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-jobs-'));
  store = await mustOpen({ folder });
});
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.close()));
  await store.close();
  rmSync(folder, { recursive: true });
});

function makeQueue(jobs: QueuedJobs = store.jobs) {
  const runs: string[] = [];
  const errors: string[] = [];
  const log = { info: () => undefined, error: (_: object, message: string) => void errors.push(message) };
  const onRun = (kind: string, result: string): void => void runs.push(`${kind} ${result}`);
  const queue = new JobQueue({ jobs, log, now: Date.now, pace: 50, onRun });
  queues = [...queues, queue];
  return { queue, runs, errors };
}

/** The jobs of the database, which refuses those that `isRefused` names. */
const refusing = (isRefused: (operation: 'take' | 'add', key: string) => boolean): QueuedJobs => {
  const { jobs } = store;
  const unless = <T>(isAway: boolean, run: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new StoreUnavailable('away')) : run();
  return {
    open: (kinds) => jobs.open(kinds),
    add: (job) => unless(isRefused('add', job.key), () => jobs.add(job)),
    take: (kind, most, now) => unless(isRefused('take', ''), () => jobs.take(kind, most, now)),
    done: (job) => jobs.done(job),
    fail: (job, error, now) => jobs.fail(job, error, now),
  };
};

test('jobs with one key are merged until they run, and each is done once', async () => {
  const { queue, runs } = makeQueue();
  const names: string[] = [];
  queue.handle(GREET, ({ name }) => Promise.resolve(void names.push(name)));
  for (const name of ['ada', 'basil', 'ada', 'ada']) await queue.enqueue(GREET, { name }, { key: name });
  queue.start();
  await expect.poll(() => names.toSorted(), WAIT).toEqual(['ada', 'basil']);
  await queue.enqueue(GREET, { name: 'ada' }, { key: 'ada' });
  await expect.poll(() => names.length, WAIT).toBe(3);
  await expect.poll(() => runs, WAIT).toEqual(['greet done', 'greet done', 'greet done']);
  expect(await store.jobs.list(9)).toEqual([]);
});

test('a failed job is tried again, and one that never succeeds or takes too long is dead in the end', async () => {
  const { queue, runs } = makeQueue();
  const tried = new Map<string, number>();
  queue.handle(GREET, async ({ name }) => {
    const before = tried.get(name) ?? 0;
    tried.set(name, before + 1);
    if (name === 'slow') await new Promise(() => undefined);
    if (name === 'never' || before === 0) throw new Error(`${name} is not there`);
  });
  queue.start();
  for (const name of ['later', 'never', 'slow']) await queue.enqueue(GREET, { name }, { key: name });
  const dead = async () =>
    (await store.jobs.list(9)).flatMap(({ state, key, error }) => (state === 'dead' ? [`${key}: ${error}`] : []));
  await expect
    .poll(async () => (await dead()).toSorted(), WAIT)
    .toEqual(['never: never is not there', 'slow: the job exceeded its time limit']);
  expect(tried).toEqual(
    new Map([
      ['later', 2],
      ['never', 2],
      ['slow', 2],
    ]),
  );
  const ended = () => runs.filter((run) => run !== 'greet failed').toSorted();
  await expect.poll(ended).toEqual(['greet dead', 'greet dead', 'greet done']);
});

test('periodic work goes on after a failure, is planned once for several nodes, and survives a restart', async () => {
  const [one, other] = [makeQueue(), makeQueue()];
  let times = 0;
  for (const { queue } of [one, other]) {
    queue.repeat(TIDY, 100, () => {
      times++;
      return times === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
    });
    queue.start();
  }
  await expect.poll(() => times, WAIT).toBeGreaterThan(3);
  await Promise.all([one, other].map(({ queue }) => queue.close()));
  const left = await store.jobs.list(9);
  expect(left.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  const before = times;
  const { queue } = makeQueue();
  queue.repeat(TIDY, 3_600_000, () => Promise.resolve(void times++));
  queue.start();
  await expect.poll(() => times, WAIT).toBeGreaterThan(before);
});

test('no more jobs of a kind run at once than it allows, and the others follow', async () => {
  const { queue, runs } = makeQueue();
  const waiting: (() => void)[] = [];
  let most = 0;
  let running = 0;
  queue.handle(GREET, async () => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => waiting.push(resolve));
    running--;
  });
  for (const key of ['a', 'b', 'c', 'd', 'e']) await queue.enqueue(GREET, { name: key }, { key });
  queue.start();
  await expect.poll(() => waiting.length, WAIT).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect([waiting.length, running]).toEqual([2, 2]);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => waiting.length, WAIT).toBeGreaterThan(0);
    waiting.shift()?.();
  }
  await expect.poll(() => runs.length, WAIT).toBe(5);
  expect(most).toBe(2);
});

test('a queue that closes tells its work, waits for it, and takes nothing more', async () => {
  const { queue, runs } = makeQueue();
  let begun = 0;
  let stopped = 0;
  queue.handle(GREET, async (_, signal) => {
    begun++;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    stopped++;
  });
  await queue.enqueue(GREET, { name: 'ada' }, { key: 'ada' });
  queue.start();
  await expect.poll(() => begun, WAIT).toBe(1);
  await queue.close();
  expect([stopped, runs]).toEqual([1, ['greet done']]);
  await queue.enqueue(GREET, { name: 'bob' }, { key: 'bob' });
  queue.start();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(begun).toBe(1);
});

test('a database that is away is waited for, and said once each time', async () => {
  let isAway = true;
  const { queue, runs, errors } = makeQueue(refusing((operation) => operation === 'take' && isAway));
  queue.handle(GREET, () => Promise.resolve());
  await queue.enqueue(GREET, { name: 'ada' }, { key: 'ada' });
  queue.start();
  const away = 'background jobs wait for the database';
  await expect.poll(() => errors, WAIT).toEqual([away]);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect([errors, runs]).toEqual([[away], []]);
  isAway = false;
  await expect.poll(() => runs, WAIT).toEqual(['greet done']);
  isAway = true;
  await expect.poll(() => errors, WAIT).toEqual([away, away]);
});

test('periodic work whose next run could not be stored is planned again', async () => {
  let refusals = 0;
  let times = 0;
  const { queue, errors } = makeQueue(refusing((operation) => operation === 'add' && times === 1 && refusals++ === 0));
  queue.repeat(TIDY, 100, () => Promise.resolve(void times++));
  queue.start();
  await expect.poll(() => times, WAIT).toBeGreaterThan(2);
  expect(errors).toEqual(['the next run of a periodic job could not be stored']);
});

test('a payload that does not fit its kind fails its job, does not reach the work, and leaves no timer behind', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  const { queue } = makeQueue();
  queue.handle(GREET, () => Promise.reject(new Error('reached')));
  await store.jobs.add({ kind: 'greet', key: 'x', payload: { name: 7 }, delay: 0 });
  queue.start();
  await expect.poll(async () => (await store.jobs.list(9))[0]?.error ?? '', WAIT).toContain('expected string');
  await new Promise((resolve) => setTimeout(resolve, GREET.longestSeconds * 1000 + 100));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
