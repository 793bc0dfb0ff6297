import * as z from 'zod';
import { type JobRepository, type JobRules, reasonOf, StoreFault, type TakenJob } from '@tablier/store';
import { after, type After, coalesced } from '../lib/tasks.ts';
import type { ServerContext } from '../lib/context.ts';

/** A kind of background job. Its work may run more than once, so it must be idempotent. */
export interface JobKind<P> extends JobRules {
  /** The data of a job. Keep it small: a job should read everything else when it runs, which may be much later. */
  readonly payload: z.ZodType<P>;
  readonly parallel: number;
}

/** Names like `job-name`, which are the names of queues too. */
const NAME = /^[a-z][a-z-]{1,40}$/;

export function defineJob<P>(kind: JobKind<P>): JobKind<P> {
  if (!NAME.test(kind.kind)) throw new RangeError(`invalid name of a kind of job: ${kind.kind}`);
  return kind;
}

/** Periodic work of the server, without data: one run at a time. */
export const definePeriodicJob = (kind: string, rules: Omit<JobRules, 'kind'>): JobKind<null> =>
  defineJob({ kind, payload: z.null(), parallel: 1, ...rules });

/** The result of an attempt. `dead`: it was the last one. */
export type JobResult = 'done' | 'failed' | 'dead';

export type QueuedJobs = Pick<JobRepository, 'open' | 'add' | 'take' | 'done' | 'fail'>;

interface JobQueueDeps extends Pick<ServerContext, 'log' | 'now'> {
  readonly jobs: QueuedJobs;
  readonly after?: After;
  /** How often the queue checks for due jobs of other nodes. Milliseconds. */
  readonly pace: number;
  readonly onRun: (kind: string, result: JobResult, seconds: number) => void;
}

/** The work for one job. `signal` is aborted when the server stops or the job has run too long. */
export type JobWork<P> = (payload: P, signal: AbortSignal) => Promise<void>;

interface HandledKind {
  readonly kind: JobKind<unknown>;
  readonly work: JobWork<unknown>;
  /** For a periodic kind, the time between two runs. Milliseconds. */
  readonly every: number | null;
  running: number;
}

export interface Enqueued {
  /** At most one waiting job of a kind has this key: further ones are merged into it. */
  readonly key: string;
  /** Milliseconds from now; 0 by default. */
  readonly delay?: number;
}

const NEXT_RUN = 'next-run';
/** How long a stopping server waits for running jobs. Unfinished ones run again later. Milliseconds. */
const LONGEST_STOP = 5000;
const LONGEST_ERROR = 300;

/** At least once, on any node: if a server dies, its jobs run elsewhere or after the restart. `handle` comes before `start`. */
export class JobQueue {
  readonly #deps: JobQueueDeps;
  readonly #after: After;
  readonly #kinds = new Map<string, HandledKind>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #checks = coalesced(() => this.#check());
  #cancelNext: () => void = () => undefined;
  #isOpen = false;
  #isFailing = false;

  constructor(deps: JobQueueDeps) {
    this.#deps = deps;
    this.#after = deps.after ?? after;
  }

  handle<P>(kind: JobKind<P>, work: JobWork<P>): void {
    this.#declare(kind, work, null);
  }

  repeat(kind: JobKind<null>, every: number, work: JobWork<null>): void {
    this.#declare(kind, work, every);
  }

  #declare<P>(kind: JobKind<P>, work: JobWork<P>, every: number | null): void {
    const parsed: JobWork<unknown> = async (payload, signal) => work(kind.payload.parse(payload), signal);
    this.#kinds.set(kind.kind, { kind, work: parsed, every, running: 0 });
  }

  /** Adds a job. Resolves when it is durable. Rejects with `StoreUnavailable`. */
  async enqueue<P>({ kind }: JobKind<P>, payload: P, { key, delay = 0 }: Enqueued): Promise<void> {
    await this.#deps.jobs.add({ kind, key, payload, delay });
    this.#checkIn(delay);
  }

  /** Begins to run jobs. Errors of the database are logged, and the check is repeated. */
  start(): void {
    this.#checkIn(0);
  }

  /** Stops taking jobs; resolves when the running ones have stopped, or after `LONGEST_STOP`. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#checks();
    await new Promise<void>((resolve) => {
      const cancel = this.#after(LONGEST_STOP, resolve);
      void Promise.all(this.#running).then(cancel).then(resolve);
    });
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #checkIn(delay: number): void {
    if (delay <= this.#deps.pace) this.#after(delay, () => void this.#checks());
  }

  /** Never rejects. */
  async #check(): Promise<void> {
    this.#cancelNext();
    if (this.#isClosed) return;
    try {
      await this.#open();
      for (const handled of this.#kinds.values()) await this.#take(handled);
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#deps.log.error({ err: error }, 'background jobs wait for the database');
      this.#isFailing = true;
    }
    this.#cancelNext = this.#after(this.#deps.pace, () => void this.#checks());
  }

  async #open(): Promise<void> {
    if (this.#isOpen) return;
    await this.#deps.jobs.open([...this.#kinds.values()].map(({ kind }) => kind));
    for (const handled of this.#kinds.values()) await this.#plan(handled);
    this.#isOpen = true;
  }

  async #plan({ kind, every }: HandledKind): Promise<void> {
    if (every === null) return;
    await this.#deps.jobs.add({ kind: kind.kind, key: NEXT_RUN, payload: null, delay: every });
    this.#checkIn(every);
  }

  async #take(handled: HandledKind): Promise<void> {
    const free = handled.kind.parallel - handled.running;
    if (free <= 0 || this.#isClosed) return;
    for (const job of await this.#deps.jobs.take(handled.kind.kind, free, this.#deps.now())) {
      handled.running++;
      const running = this.#run(handled, job).finally(() => {
        handled.running--;
        this.#running.delete(running);
        this.#checkIn(0);
      });
      this.#running.add(running);
    }
  }

  /** Never rejects. */
  async #run(handled: HandledKind, job: TakenJob): Promise<void> {
    const { jobs, now, log, onRun } = this.#deps;
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1000;
    try {
      await this.#work(handled, job);
      await jobs.done(job);
      onRun(job.kind, 'done', seconds());
    } catch (error) {
      const isFinal = isFault(error);
      const about = { job: job.kind, key: job.key, failures: job.failures + 1, err: error };
      log[isFinal ? 'error' : 'warn'](about, 'background job failed');
      const failure = { reason: lineOf(reasonOf(error)), isFinal };
      const left = await jobs.fail(job, failure, now()).catch(() => 'waiting' as const);
      onRun(job.kind, left === 'dead' ? 'dead' : 'failed', seconds());
      if (left === 'waiting') return;
    }
    if (job.key === NEXT_RUN) await this.#plan(handled).catch((error: unknown) => this.#unplanned(error));
  }

  /** The next start plans it. */
  #unplanned(error: unknown): void {
    this.#isOpen = false;
    this.#deps.log.error({ err: error }, 'the next run of a periodic job could not be stored');
  }

  async #work({ kind, work }: HandledKind, { payload }: TakenJob): Promise<void> {
    const late = new AbortController();
    await new Promise<void>((resolve, reject) => {
      const cancel = this.#after(kind.longestSeconds * 1000, () => {
        late.abort();
        reject(new Error('the job exceeded its time limit'));
      });
      const working = work(payload, AbortSignal.any([late.signal, this.#closing.signal]));
      void working.finally(cancel).then(resolve, reject);
    });
  }
}

/** The beginning of a text that may come from another system, in one line for a terminal. */
const lineOf = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, LONGEST_ERROR);

/** The errors of bugs: of the program itself, of a statement that a database refuses, and of a payload that does not fit its kind. */
const FAULTS = [StoreFault, z.ZodError, TypeError, RangeError, ReferenceError, SyntaxError];

/** Errors that a retry cannot mend. All others come from other systems, which may work again later. */
export const isFault = (error: unknown): boolean => FAULTS.some((kind) => error instanceof kind);

export function createJobs({ store, log, now, metrics, paces }: ServerContext): JobQueue {
  const { jobs } = store;
  metrics.gaugeBy('tablier_jobs', 'Background jobs in the queue.', ['job', 'state'], async () =>
    (await jobs.counts()).flatMap(({ kind, waiting, running, dead }) => [
      { labels: { job: kind, state: 'waiting' }, value: waiting },
      { labels: { job: kind, state: 'running' }, value: running },
      { labels: { job: kind, state: 'dead' }, value: dead },
    ]),
  );
  return new JobQueue({
    jobs,
    log,
    now,
    pace: paces.jobs,
    onRun: (kind, result, seconds) => metrics.ranJob(kind, result, seconds),
  });
}
