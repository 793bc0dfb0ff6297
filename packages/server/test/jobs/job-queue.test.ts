import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Store, StoreFault, StoreUnavailable } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defineJob, JobQueue, type QueuedJobs } from '../../src/jobs/job-queue.ts';
import { AT } from '../a-store.ts';
import { HandClock } from './hand-clock.ts';
import * as z from 'zod';

const SECOND = 1000;
const PACE = 5 * SECOND;
const GREET = defineJob({
  kind: 'greet',
  payload: z.object({ name: z.string() }),
  parallel: 2,
  retries: 1,
  retrySeconds: 20,
  longestSeconds: 60,
});
const TIDY = defineJob({ ...GREET, kind: 'tidy', payload: z.null(), parallel: 1, retries: 0 });
const EVERY = 100 * SECOND;
const AWAY = 'background jobs wait for the database';

let folder = '';
let store: Store;
let clock: HandClock;
let queues: JobQueue[] = [];
/** Requests to the database that it has not answered yet. */
let pending = 0;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-jobs-'));
  clock = new HandClock(AT);
  store = await mustOpen({ folder, now: clock.now });
});
afterEach(async () => {
  const closing = Promise.all(queues.splice(0).map((queue) => queue.close()));
  await pass(5 * SECOND);
  await closing;
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Lets time pass, and the queues do what is due in it. */
const pass = (milliseconds: number): Promise<void> => clock.advance(milliseconds, settled);

/** Resolves when the queues wait for nothing but the clock and the work of their jobs. */
async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 5; quiet++) {
    await setImmediate();
    if (pending > 0) quiet = -1;
  }
}

type Refuses = (operation: keyof QueuedJobs, key: string) => Error | false;

/** The jobs of the database, which refuses what `refuses` says. */
function counted(refuses: Refuses = () => false): QueuedJobs {
  const { jobs } = store;
  const ask = async <T>(error: Error | false, run: () => Promise<T>): Promise<T> => {
    pending++;
    try {
      if (error !== false) throw error;
      return await run();
    } finally {
      pending--;
    }
  };
  return {
    open: (kinds) => ask(refuses('open', ''), () => jobs.open(kinds)),
    add: (job) => ask(refuses('add', job.key), () => jobs.add(job)),
    take: (kind, most, now) => ask(refuses('take', ''), () => jobs.take(kind, most, now)),
    done: (job) => ask(refuses('done', job.key), () => jobs.done(job)),
    fail: (job, failure, now) => ask(refuses('fail', job.key), () => jobs.fail(job, failure, now)),
  };
}

function makeQueue(refuses?: Refuses) {
  const runs: string[] = [];
  const errors: string[] = [];
  const logged: object[] = [];
  const durations: number[] = [];
  const error = (data: object, message: string): void => {
    errors.push(message);
    logged.push(data);
  };
  const onRun = (kind: string, result: string, seconds: number): void => {
    runs.push(`${kind} ${result}`);
    durations.push(seconds);
  };
  const log = { info: () => undefined, warn: error, error };
  const { now, after } = clock;
  const queue = new JobQueue({ jobs: counted(refuses), log, now, after, pace: PACE, onRun });
  queues = [...queues, queue];
  return { queue, runs, errors, logged, durations };
}

const greet = (queue: JobQueue, name: string, delay = 0): Promise<void> =>
  queue.enqueue(GREET, { name }, { key: name, delay });

/** The jobs of the database: `key state: the last error`. */
const listed = async (): Promise<readonly string[]> =>
  (await store.jobs.list(9)).map(({ key, state, error }) => `${key} ${state}: ${error}`).toSorted();

const never = (): Promise<never> => new Promise(() => undefined);

test('jobs with one key are merged until they run, and each is done once', async () => {
  const { queue, runs, errors, durations } = makeQueue();
  const names: string[] = [];
  queue.handle(GREET, ({ name }) => Promise.resolve(void names.push(name)));
  for (const name of ['ada', 'basil', 'ada', 'ada']) await greet(queue, name);
  queue.start();
  await pass(0);
  expect(names.toSorted()).toEqual(['ada', 'basil']);
  await greet(queue, 'ada');
  await pass(0);
  expect(names).toHaveLength(3);
  expect(runs).toEqual(['greet done', 'greet done', 'greet done']);
  expect(await listed()).toEqual([]);
  expect(errors).toEqual([]);
  for (const seconds of durations) expect(seconds).toBeGreaterThan(0);
  expect(Math.max(...durations)).toBeLessThan(30);
});

test('nothing runs before the start', async () => {
  const { queue, runs } = makeQueue();
  queue.handle(GREET, () => Promise.resolve());
  await store.jobs.add({ kind: 'greet', key: 'ada', payload: { name: 'ada' }, delay: 0 });
  await pass(EVERY);
  expect(runs).toEqual([]);
  queue.start();
  await pass(0);
  expect(runs).toEqual(['greet done']);
});

test.each([1, 900, PACE])('a job with a delay of %i ms runs when it is due', async (delay) => {
  const { queue, runs } = makeQueue();
  queue.handle(GREET, () => Promise.resolve());
  queue.start();
  await pass(1);
  await greet(queue, 'ada', delay);
  await pass(delay - 1);
  expect(runs).toEqual([]);
  await pass(1);
  expect(runs).toEqual(['greet done']);
});

test('a job that is due later, or that another node added, runs at the next regular check', async () => {
  const { queue, runs } = makeQueue();
  queue.handle(GREET, () => Promise.resolve());
  queue.start();
  await pass(0);
  await store.jobs.add({ kind: 'greet', key: 'of another node', payload: { name: 'bob' }, delay: 0 });
  await pass(PACE - 1);
  expect(runs).toEqual([]);
  await pass(1);
  expect(runs).toEqual(['greet done']);
  await greet(queue, 'ada', 2 * PACE + 1);
  await pass(2 * PACE);
  expect(runs).toEqual(['greet done']);
  await pass(PACE);
  expect(runs).toEqual(['greet done', 'greet done']);
});

test('many jobs that are added at once cost few checks', async () => {
  let takes = 0;
  const { queue, runs } = makeQueue((operation) => operation === 'take' && ++takes < 0 && new Error('never'));
  queue.handle({ ...GREET, parallel: 50 }, () => Promise.resolve());
  queue.start();
  await Promise.all(Array.from({ length: 50 }, (_, index) => greet(queue, String(index))));
  await pass(0);
  expect(runs).toHaveLength(50);
  expect(takes).toBeLessThan(10);
  const before = takes;
  await pass(3 * PACE);
  expect(takes).toBe(before + 3);
});

test('a failed job is tried again, and one that never succeeds is dead in the end', async () => {
  const { queue, runs, errors, logged } = makeQueue();
  const tried: string[] = [];
  queue.handle(GREET, ({ name }) => {
    tried.push(name);
    const isFirst = tried.filter((each) => each === name).length === 1;
    if (name === 'never' || isFirst) return Promise.reject(new Error(`${name} is\r\n\u001b[2Jnot there`));
    return Promise.resolve();
  });
  queue.start();
  for (const name of ['later', 'never']) await greet(queue, name);
  await pass(0);
  expect(await listed()).toEqual(['later waiting: later is [2Jnot there', 'never waiting: never is [2Jnot there']);
  expect(runs).toEqual(['greet failed', 'greet failed']);
  expect(errors).toEqual(['background job failed', 'background job failed']);
  expect(logged[0]).toMatchObject({ job: 'greet', key: tried[0], failures: 1, err: expect.any(Error) as Error });
  await pass(GREET.retrySeconds * SECOND - 1);
  expect(tried).toHaveLength(2);
  await pass(PACE);
  expect(tried.toSorted()).toEqual(['later', 'later', 'never', 'never']);
  expect(await listed()).toEqual(['never dead: never is [2Jnot there']);
  expect(runs.slice(2).toSorted()).toEqual(['greet dead', 'greet done']);
  expect(logged[2]).toMatchObject({ key: 'never', failures: 2 });
  await pass(EVERY);
  expect(tried).toHaveLength(4);
});

const FAULTS = [
  new TypeError('not a function'),
  new RangeError('no such seat'),
  new ReferenceError('not defined'),
  new SyntaxError('not JSON'),
  new StoreFault('NOT NULL constraint failed'),
];

test('a job that meets a fault is dead at once, because another attempt would fail too', async () => {
  const { queue, runs, errors } = makeQueue();
  queue.handle({ ...GREET, parallel: FAULTS.length }, ({ name }) =>
    Promise.reject(FAULTS.find((fault) => fault.name === name) ?? new Error('no fault')),
  );
  queue.start();
  for (const { name } of FAULTS) await greet(queue, name);
  await pass(0);
  expect(await listed()).toEqual(FAULTS.map(({ name, message }) => `${name} dead: ${message}`).toSorted());
  expect(runs).toEqual(FAULTS.map(() => 'greet dead'));
  expect(errors).toEqual(FAULTS.map(() => 'background job failed'));
});

test('a job that meets an outage of the database is tried again', async () => {
  const { queue, runs } = makeQueue();
  let tried = 0;
  queue.handle(GREET, () => (++tried === 1 ? Promise.reject(new StoreUnavailable('away')) : Promise.resolve()));
  queue.start();
  await greet(queue, 'ada');
  await pass(0);
  expect(await listed()).toEqual(['ada waiting: away']);
  await pass(GREET.retrySeconds * SECOND + PACE);
  expect(runs).toEqual(['greet failed', 'greet done']);
});

test('a payload that does not fit its kind never reaches the work, and its job is dead at once', async () => {
  const { queue, runs } = makeQueue();
  queue.handle(GREET, () => Promise.reject(new Error('reached')));
  await store.jobs.add({ kind: 'greet', key: 'x', payload: { name: 7 }, delay: 0 });
  queue.start();
  await pass(0);
  const [job] = await store.jobs.list(9);
  expect(job).toMatchObject({ state: 'dead', error: expect.stringContaining('expected string') as string });
  expect(job?.error).not.toContain('\n');
  expect(job?.error.length).toBeLessThanOrEqual(300);
  expect(runs).toEqual(['greet dead']);
});

test('the beginning of a long error is stored', async () => {
  const { queue } = makeQueue();
  queue.handle(GREET, () => Promise.reject(new Error('e'.repeat(400))));
  queue.start();
  await greet(queue, 'long');
  await pass(0);
  expect(await listed()).toEqual([`long waiting: ${'e'.repeat(300)}`]);
});

test('a job that takes too long fails, is asked to stop, and may end later', async () => {
  const { queue, runs } = makeQueue();
  const reasons: boolean[] = [];
  queue.handle(GREET, async ({ name }, signal) => {
    if (name === 'quick') return;
    signal.addEventListener('abort', () => reasons.push(signal.aborted));
    await never();
  });
  queue.start();
  for (const name of ['quick', 'slow']) await greet(queue, name);
  await pass(GREET.longestSeconds * SECOND - 1);
  expect([runs, reasons]).toEqual([['greet done'], []]);
  await pass(1);
  expect([runs, reasons]).toEqual([['greet done', 'greet failed'], [true]]);
  expect(await listed()).toEqual(['slow waiting: the job exceeded its time limit']);
});

test('periodic work goes on after a failure, and is planned once for several nodes', async () => {
  const [one, other] = [makeQueue(), makeQueue()];
  const times: number[] = [];
  for (const { queue } of [one, other]) {
    queue.repeat(TIDY, EVERY, () => {
      times.push(clock.now() - AT);
      return times.length === 1 ? Promise.reject(new Error('first')) : Promise.resolve();
    });
    queue.start();
  }
  await pass(EVERY - 1);
  expect(times).toEqual([]);
  await pass(1 + PACE);
  expect(times).toHaveLength(1);
  await pass(3 * (EVERY + PACE));
  expect(times).toHaveLength(4);
  expect(await listed()).toEqual(['next-run dead: first', 'next-run waiting: ']);
});

test('periodic work that is tried again is not planned twice', async () => {
  let added = 0;
  const { queue, runs } = makeQueue((operation) => operation === 'add' && ++added < 0 && new Error('never'));
  let tried = 0;
  queue.repeat({ ...TIDY, retries: 1 }, EVERY, () =>
    ++tried === 1 ? Promise.reject(new Error('no')) : Promise.resolve(),
  );
  queue.start();
  await pass(EVERY + PACE);
  expect([added, await listed()]).toEqual([1, ['next-run waiting: no']]);
  await pass(GREET.retrySeconds * SECOND + PACE);
  expect(runs).toEqual(['tidy failed', 'tidy done']);
  expect(await listed()).toEqual(['next-run waiting: ']);
});

test('work that is due within a check is done on time, and other jobs of a periodic kind plan no next run', async () => {
  let planned = 0;
  const { queue, runs } = makeQueue(
    (operation, key) => operation === 'add' && key === 'next-run' && ++planned < 0 && new Error('never'),
  );
  queue.repeat(TIDY, 3 * SECOND, () => Promise.resolve());
  queue.start();
  await pass(3 * SECOND);
  expect(runs).toEqual(['tidy done']);
  await queue.enqueue(TIDY, null, { key: 'start' });
  await pass(0);
  expect(runs).toEqual(['tidy done', 'tidy done']);
  const due = (await store.jobs.list(9)).map(({ dueAt }) => dueAt - AT);
  expect([planned, due]).toEqual([2, [6 * SECOND]]);
});

test('periodic work survives a restart', async () => {
  const first = makeQueue();
  first.queue.repeat(TIDY, EVERY, () => Promise.resolve());
  first.queue.start();
  await pass(EVERY / 2);
  await first.queue.close();
  const second = makeQueue();
  second.queue.repeat(TIDY, EVERY, () => Promise.resolve());
  second.queue.start();
  await pass(EVERY / 2 + PACE);
  expect([first.runs, second.runs]).toEqual([[], ['tidy done']]);
});

test('no more jobs of a kind run at once than it allows, and the others follow', async () => {
  const { queue, runs } = makeQueue();
  const waiting: (() => void)[] = [];
  queue.handle(GREET, () => new Promise<void>((resolve) => waiting.push(resolve)));
  for (const name of ['a', 'b', 'c', 'd', 'e']) await greet(queue, name);
  queue.start();
  await pass(PACE);
  expect(waiting).toHaveLength(2);
  for (const open of [2, 2, 2, 1, 0]) {
    waiting.shift()?.();
    await pass(0);
    expect(waiting).toHaveLength(open);
  }
  expect(runs).toHaveLength(5);
});

test('a queue that closes tells its work, waits for it, and takes nothing more', async () => {
  const { queue, runs } = makeQueue();
  const ends: (() => void)[] = [];
  let stopped = 0;
  queue.handle(GREET, async (_, signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    stopped++;
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  await greet(queue, 'ada');
  queue.start();
  await pass(0);
  expect(stopped).toBe(0);
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  await pass(SECOND);
  expect([stopped, isClosed]).toEqual([1, false]);
  ends[0]?.();
  await closing;
  expect(runs).toEqual(['greet done']);
  await greet(queue, 'bob');
  queue.start();
  await pass(EVERY);
  expect(await listed()).toEqual(['bob waiting: ']);
  expect(runs).toEqual(['greet done']);
});

test('a queue that is closed right after its start does not open', async () => {
  const asked: string[] = [];
  const { queue } = makeQueue((operation) => asked.push(operation) < 0 && new Error('never'));
  queue.handle(GREET, never);
  queue.start();
  await queue.close();
  await pass(3 * PACE);
  expect(asked).toEqual([]);
});

test('a queue that closes does not wait for ever', async () => {
  const { queue } = makeQueue();
  queue.handle(GREET, never);
  await greet(queue, 'ada');
  queue.start();
  await pass(0);
  let isClosed = false;
  const closing = queue.close().then(() => {
    isClosed = true;
  });
  await pass(5 * SECOND - 1);
  expect(isClosed).toBe(false);
  await pass(1);
  await closing;
});

test('a queue that closes during a check begins no more jobs', async () => {
  const { queue, runs } = makeQueue();
  queue.handle(GREET, () => Promise.resolve());
  queue.handle({ ...GREET, kind: 'later' }, () => Promise.resolve());
  await greet(queue, 'ada');
  await store.jobs.add({ kind: 'later', key: 'bob', payload: { name: 'bob' }, delay: 0 });
  const opening = store.jobs.open.bind(store.jobs);
  let closing: Promise<void> | undefined;
  store.jobs.open = async (kinds) => {
    await opening(kinds);
    closing = queue.close();
  };
  queue.start();
  await pass(0);
  await closing;
  expect(runs).toEqual([]);
});

test('a database that is away is waited for, and said once each time', async () => {
  let isAway = true;
  const { queue, runs, errors, logged } = makeQueue(
    (operation) => operation === 'take' && isAway && new StoreUnavailable('away'),
  );
  queue.handle(GREET, () => Promise.resolve());
  await greet(queue, 'ada');
  queue.start();
  await pass(3 * PACE);
  expect([errors, runs]).toEqual([[AWAY], []]);
  expect(logged).toEqual([{ err: new StoreUnavailable('away') }]);
  isAway = false;
  await pass(PACE);
  expect(runs).toEqual(['greet done']);
  isAway = true;
  await pass(2 * PACE);
  expect(errors).toEqual([AWAY, AWAY]);
});

test('a queue that could not be opened is opened later, and once', async () => {
  let opened = 0;
  const { queue, runs, errors } = makeQueue(
    (operation) => operation === 'open' && ++opened === 1 && new StoreUnavailable('away'),
  );
  queue.handle(GREET, () => Promise.resolve());
  queue.start();
  await greet(queue, 'ada');
  await pass(3 * PACE);
  expect([opened, errors, runs]).toEqual([2, [AWAY], ['greet done']]);
});

test('a job whose result could not be stored counts as failed, and is given out again', async () => {
  let isAway = true;
  const { queue, runs } = makeQueue(
    (operation) => (operation === 'done' || operation === 'fail') && isAway && new StoreUnavailable('away'),
  );
  queue.handle(GREET, () => Promise.resolve());
  queue.start();
  await greet(queue, 'ada');
  await pass(0);
  expect(runs).toEqual(['greet failed']);
  isAway = false;
  await pass(2 * GREET.longestSeconds * SECOND);
  expect(runs).toEqual(['greet failed', 'greet done']);
});

test('periodic work whose failure could not be stored is not planned before it is given out again', async () => {
  const asked: string[] = [];
  const { queue, runs } = makeQueue((operation) => {
    asked.push(operation);
    return operation === 'fail' && new StoreUnavailable('away');
  });
  queue.repeat(TIDY, EVERY, () => Promise.reject(new Error('no')));
  queue.start();
  await pass(EVERY + PACE);
  expect(runs).toEqual(['tidy failed']);
  expect(asked.filter((operation) => operation === 'add')).toHaveLength(1);
});

test('periodic work whose next run could not be stored is planned again', async () => {
  let refusals = 0;
  const { queue, runs, errors, logged } = makeQueue(
    (operation) => operation === 'add' && runs.length === 1 && refusals++ === 0 && new StoreUnavailable('away'),
  );
  queue.repeat(TIDY, EVERY, () => Promise.resolve());
  queue.start();
  await pass(3 * (EVERY + PACE));
  expect(runs.length).toBeGreaterThan(1);
  expect(errors).toEqual(['the next run of a periodic job could not be stored']);
  expect(logged).toEqual([{ err: new StoreUnavailable('away') }]);
});
