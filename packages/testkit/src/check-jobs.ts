import { backOff, type JobRules, type TakenJob } from '@tablier/store';
import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

const MAIL: JobRules = { kind: 'mail', retries: 1, retrySeconds: 1, longestSeconds: 1 };
const CLEAN_UP: JobRules = { kind: 'clean-up', retries: 0, retrySeconds: 1, longestSeconds: 900 };
const ONCE: JobRules = { ...MAIL, kind: 'once', retries: 0 };
const RULES = [MAIL, CLEAN_UP, ONCE];

const mail = (key: string, delay = 0) => ({ kind: 'mail', key, payload: { to: key }, delay });
const take = (stores: OpenStores, kind = 'mail', now = Date.now()): Promise<readonly TakenJob[]> =>
  stores.store.jobs.take(kind, 10, now);

/** Takes the only job, once it is due. */
const taken = async (stores: OpenStores, kind = 'mail'): Promise<TakenJob> => {
  const jobs: TakenJob[] = [];
  await expect.poll(async () => jobs.push(...(await take(stores, kind))), { timeout: 50_000, interval: 200 }).toBe(1);
  const [job] = jobs;
  if (job === undefined) throw new Error('no job');
  return job;
};

const failed = (reason: string, isFinal = false) => ({ reason, isFinal });

const states = async (stores: OpenStores): Promise<readonly string[]> =>
  (await stores.store.jobs.list(10)).map(({ state }) => state);

/** Background jobs: each waiting key once, taken by one process, retried, dead in the end, given out again after a crash. */
export function checkJobs(stores: OpenStores): void {
  checkTaking(stores);
  checkList(stores);
  checkRetries(stores);
  checkUnfinished(stores);
  checkFinalFailures(stores);
}

function checkTaking(stores: OpenStores): void {
  test('of the waiting jobs of a kind only one has a key', async () => {
    const { jobs } = stores.store;
    await jobs.open(RULES);
    const added = await Promise.all([1, 2, 3, 4].map(() => jobs.add(mail('ada'))));
    expect(added.filter((each) => each)).toHaveLength(1);
    expect(await jobs.add(mail('bob'))).toBe(true);
    expect(await jobs.add({ ...mail('ada'), kind: 'clean-up' })).toBe(true);
    const [first, ...others] = (await take(stores)).toSorted((one, other) => one.key.localeCompare(other.key));
    expect([first, ...others].map((job) => job?.payload)).toEqual([{ to: 'ada' }, { to: 'bob' }]);
    expect(first).toMatchObject({ kind: 'mail', key: 'ada', failures: 0 });
    // What happens while a job runs needs another run.
    expect(await jobs.add(mail('ada'))).toBe(true);
    expect(await jobs.add(mail('ada'))).toBe(false);
  });

  test('a job is given to one process only, not before it is due, and forgotten when it is done', async () => {
    const { jobs } = stores.store;
    await jobs.open(RULES);
    await jobs.add(mail('later', 3_600_000));
    expect(await take(stores)).toEqual([]);
    for (const key of ['a', 'b', 'c', 'd']) await jobs.add(mail(key));
    const each = await Promise.all([1, 2, 3, 4, 5].map(() => jobs.take('mail', 1, Date.now())));
    const all = each.flat();
    expect(all.map(({ key }) => key).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    for (const job of all) await jobs.done(job);
    expect(await take(stores)).toEqual([]);
    expect(await states(stores)).toEqual(['waiting']);
  });
}

function checkList(stores: OpenStores): void {
  test('jobs of every kind are listed in the order in which they are due', async () => {
    const { jobs } = stores.store;
    await jobs.open(RULES);
    const due = [
      { key: 'fourth', hours: 4 },
      { key: 'first', hours: 1 },
      { key: 'third', hours: 3 },
      { key: 'second', hours: 2 },
    ];
    for (const [index, { key, hours }] of due.entries())
      await jobs.add({ ...mail(key, hours * 3_600_000), kind: index < 2 ? 'mail' : 'clean-up' });
    expect((await jobs.list(10)).map(({ key }) => key)).toEqual(['first', 'second', 'third', 'fourth']);
    expect((await jobs.list(1)).map(({ key }) => key)).toEqual(['first', 'second']);
  });
}

function checkRetries(stores: OpenStores): void {
  test('a failed job is retried later; at last it is dead until it is retried or dropped by hand', async () => {
    const { jobs } = stores.store;
    await jobs.open(RULES);
    await jobs.add(mail('ada'));
    const first = await taken(stores);
    const failedAt = Date.now();
    expect(await jobs.fail(first, failed('first'), failedAt)).toBe('waiting');
    // By the time: a busy machine may come to the next line after the wait.
    const [waiting] = await jobs.list(10);
    expect(waiting).toMatchObject({ state: 'waiting', key: 'ada', failures: 1, error: 'first' });
    expect(waiting?.dueAt).toBeGreaterThanOrEqual(failedAt + 1000);
    const second = await taken(stores);
    expect(second.failures).toBe(1);
    expect(await jobs.fail(second, failed('no answer'), Date.now())).toBe('dead');
    const [dead] = await jobs.list(10);
    expect(dead).toMatchObject({ kind: 'mail', key: 'ada', state: 'dead', failures: 2, error: 'no answer' });
    expect((await jobs.counts()).find(({ kind }) => kind === 'mail')).toMatchObject({
      waiting: 0,
      running: 0,
      dead: 1,
    });
    expect(await take(stores)).toEqual([]);
    expect(await jobs.retry(dead?.id ?? '', Date.now())).toBe(true);
    expect(await jobs.retry(dead?.id ?? '', Date.now())).toBe(false);
    await jobs.done(await taken(stores));
    expect(await states(stores)).toEqual([]);
    await jobs.add({ ...mail('x'), kind: 'clean-up' });
    expect(await jobs.fail(await taken(stores, 'clean-up'), failed('no'), Date.now())).toBe('dead');
    const [other] = await jobs.list(10);
    expect(await jobs.drop(other?.id ?? '')).toBe(true);
    expect(await jobs.drop('no such job')).toBe(false);
    expect(await states(stores)).toEqual([]);
  });

  test('the waits of retries double up to six hours', () => {
    expect([0, 1, 2, 30].map((failures) => backOff({ retrySeconds: 30 }, failures))).toEqual([
      30_000,
      60_000,
      120_000,
      6 * 3_600_000,
    ]);
  });
}

function checkUnfinished(stores: OpenStores): void {
  test('a job whose process died is given out again, or is dead if it has no retries left', async () => {
    await stores.store.jobs.open(RULES);
    await stores.store.jobs.add(mail('ada'));
    await stores.store.jobs.add({ ...mail('bob'), kind: 'once' });
    await taken(stores);
    await taken(stores, 'once');
    await stores.reopen();
    await stores.store.jobs.open(RULES);
    expect(await taken(stores)).toMatchObject({ key: 'ada', failures: 1 });
    const last = async () => {
      expect(await take(stores, 'once')).toEqual([]);
      return (await stores.store.jobs.list(10)).filter(({ kind }) => kind === 'once');
    };
    const dead = { key: 'bob', state: 'dead', failures: 1, error: 'not finished in time' };
    await expect.poll(last, { timeout: 50_000, interval: 200 }).toMatchObject([dead]);
  }, 120_000);
}

function checkFinalFailures(stores: OpenStores): void {
  test('a failure that is final ends the retries, and of the dead jobs with one key the newest is kept', async () => {
    const { jobs } = stores.store;
    await jobs.open(RULES);
    for (const key of ['ada', 'bob']) await jobs.add(mail(key));
    for (const job of await take(stores)) expect(await jobs.fail(job, failed('a bug', true), Date.now())).toBe('dead');
    const listed = async () => (await jobs.list(10)).map(({ key, state, error }) => `${key} ${state}: ${error}`);
    expect((await listed()).toSorted()).toEqual(['ada dead: a bug', 'bob dead: a bug']);
    await jobs.add(mail('ada'));
    expect(await jobs.fail(await taken(stores), failed('another bug', true), Date.now())).toBe('dead');
    expect((await listed()).toSorted()).toEqual(['ada dead: another bug', 'bob dead: a bug']);
    const [dead] = (await jobs.list(10)).filter(({ key }) => key === 'ada');
    expect(await jobs.retry(dead?.id ?? '', Date.now())).toBe(true);
    await jobs.done(await taken(stores));
    expect(await listed()).toEqual(['bob dead: a bug']);
  });
}
