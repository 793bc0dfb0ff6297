export interface JobTables {
  /** A background job. Only in SQLite. */
  readonly job: {
    readonly id: string;
    readonly kind: string;
    /** At most one waiting job of a kind has this key. */
    readonly job_key: string;
    readonly state: JobState;
    /** JSON. */
    readonly payload: string;
    readonly due_at: number;
    readonly created_at: number;
    /** When a running job counts as failed. */
    readonly expires_at: number;
    readonly failures: number;
    /** Why the last attempt failed; empty if none has. */
    readonly error: string;
  };
}

export interface JobRules {
  /** Letters, digits, hyphens. */
  readonly kind: string;
  /** How often a failed job is tried again before it is dead. */
  readonly retries: number;
  /** The wait before the first retry; it doubles with each one. Whole seconds. */
  readonly retrySeconds: number;
  /** A job that has run for longer counts as failed, for example because its server died. Whole seconds. */
  readonly longestSeconds: number;
}

export interface NewJob {
  readonly kind: string;
  /** At most one waiting job of a kind has this key: a second one is not added. */
  readonly key: string;
  /** JSON. */
  readonly payload: unknown;
  /** How long from now it is due: at once with 0. Milliseconds. */
  readonly delay: number;
}

export interface TakenJob {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: unknown;
  readonly failures: number;
}

export interface JobFailure {
  readonly reason: string;
  /** Whether another attempt would fail as well: the job is dead at once. */
  readonly isFinal: boolean;
}

/** `dead`: it failed for the last time. It stays until the operator retries or drops it, for 30 days at most. */
export type JobState = 'waiting' | 'running' | 'dead';

export interface ListedJob extends Omit<TakenJob, 'payload'> {
  readonly state: JobState;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly createdAt: number;
  /** Why the last attempt failed; empty if none has. */
  readonly error: string;
}

export interface JobCounts extends Readonly<Record<JobState, number>> {
  readonly kind: string;
}

/** Background jobs, at least once: those of a process that died run again. `checkJobs` in the testkit is the contract. */
export interface JobRepository {
  /** Prepares the queue for these kinds. To be called by the process that takes jobs, before `take`. */
  open(rules: readonly JobRules[]): Promise<void>;
  /** Adds a job. Returns false if one with its key is already waiting. */
  add(job: NewJob): Promise<boolean>;
  /** Takes due jobs of a kind, at most `limit`. No other process gets them. One that was not finished in time counts as failed. */
  take(kind: string, limit: number, now: number): Promise<readonly TakenJob[]>;
  done(job: TakenJob): Promise<void>;
  /** The job has failed: it waits for its retry, or is dead. Of the dead jobs of a kind with one key only the newest is kept. */
  fail(job: TakenJob, failure: JobFailure, now: number): Promise<'waiting' | 'dead'>;
  /** All jobs in the order in which they are due, at most `limit` of each kind. */
  list(limit: number): Promise<readonly ListedJob[]>;
  counts(): Promise<readonly JobCounts[]>;
  /** Makes a dead job due now. Returns whether there was one. */
  retry(id: string, now: number): Promise<boolean>;
  drop(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The wait before a retry, after this number of failures. Milliseconds. */
export const backOff = ({ retrySeconds }: Pick<JobRules, 'retrySeconds'>, failures: number): number =>
  Math.min(retrySeconds * 2 ** failures, LONGEST_BACK_OFF_SECONDS) * 1000;

/** A job that a living process has not reported by then, as taking too long, is run again. */
export const GRACE_SECONDS = 10;
export const LONGEST_BACK_OFF_SECONDS = 6 * 3600;
/** The error of a job that took too long, or whose process died. */
export const UNFINISHED = 'not finished in time';
/** How long a dead job is kept. Days. */
export const DEAD_DAYS = 30;
