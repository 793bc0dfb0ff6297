import { randomUUID } from 'node:crypto';
import type { Row, Statement } from '../operations.ts';
import {
  type Columns,
  DAY,
  ifNew,
  parsedOrNull,
  Repository,
  type RepositoryDeps,
  rowOf,
  rowsOf,
  statement,
} from '../repository.ts';

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

export interface TakenJob extends Pick<JobTables['job'], 'id' | 'kind' | 'failures'> {
  readonly key: string;
  readonly payload: unknown;
}

export interface JobFailure {
  readonly reason: string;
  /** Whether another attempt would fail as well: the job is dead at once. */
  readonly isFinal: boolean;
}

/** `dead`: it failed for the last time. It stays until the operator retries or drops it, for 30 days at most. */
export type JobState = 'waiting' | 'running' | 'dead';

/** Times are milliseconds since 1970. */
export interface ListedJob extends Omit<Columns<JobTables['job']>, 'jobKey' | 'payload' | 'expiresAt'> {
  readonly key: string;
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

const LISTED = [
  'id',
  'kind',
  'job_key as key',
  'state',
  'failures',
  'due_at as dueAt',
  'created_at as createdAt',
  'error',
] as const;

/** Jobs in a table of SQLite. One process at a time takes them. */
export class DatabaseJobs extends Repository implements JobRepository {
  readonly #now: () => number;
  readonly #rules = new Map<string, JobRules>();

  constructor(deps: RepositoryDeps & { readonly now: () => number }) {
    super(deps);
    this.#now = deps.now;
  }

  async open(rules: readonly JobRules[]): Promise<void> {
    for (const each of rules) this.#rules.set(each.kind, each);
    const { database } = this;
    // Only one process takes jobs, and it has just started, so the process that had these is gone.
    const orphaned = database.updateTable('job').set({ expires_at: 0 }).where('state', '=', 'running');
    const dead = database.deleteFrom('job').where('state', '=', 'dead');
    await this.write([statement(orphaned), statement(dead.where('due_at', '<', this.#now() - DEAD_DAYS * DAY))]);
  }

  async add({ kind, key, payload, delay }: NewJob): Promise<boolean> {
    const now = this.#now();
    const added = this.database.insertInto('job').values({
      id: randomUUID(),
      kind,
      job_key: key,
      state: 'waiting',
      payload: JSON.stringify(payload ?? null),
      due_at: now + delay,
      created_at: now,
      expires_at: 0,
      failures: 0,
      error: '',
    });
    return (await this.write([ifNew(added, 'known')])).name === 'done';
  }

  async take(kind: string, limit: number, now: number): Promise<readonly TakenJob[]> {
    const { database } = this;
    const { longestSeconds, retries } = this.#rules.get(kind) ?? { longestSeconds: 0, retries: 0 };
    const own = database.selectFrom('job').where('kind', '=', kind);
    const unfinished = own.where('state', '=', 'running').where('expires_at', '<=', now);
    const due = own
      .select('id')
      .where((eb) =>
        eb.or([
          eb.and([eb('state', '=', 'waiting'), eb('due_at', '<=', now)]),
          eb('id', 'in', unfinished.select('id')),
        ]),
      );
    // Usually there is none, and a read avoids a write.
    if ((await rowsOf(due.limit(1))).length === 0) return [];
    const exhausted = unfinished.where('failures', '>=', retries);
    const earlier = database
      .deleteFrom('job')
      .where('kind', '=', kind)
      .where('state', '=', 'dead')
      .where('job_key', 'in', exhausted.select('job_key'));
    const dead = database
      .updateTable('job')
      .set((eb) => ({ state: 'dead', due_at: now, expires_at: 0, failures: eb('failures', '+', 1), error: UNFINISHED }))
      .where('id', 'in', exhausted.select('id'));
    const taken = database
      .updateTable('job')
      .set((eb) => ({
        state: 'running',
        expires_at: now + (longestSeconds + GRACE_SECONDS) * 1000,
        failures: eb('failures', '+', eb.case().when('state', '=', 'running').then(1).else(0).end()),
        error: eb.case().when('state', '=', 'running').then(UNFINISHED).else(eb.ref('error')).end(),
      }))
      .where('id', 'in', due.orderBy('due_at').orderBy('id').limit(limit))
      .returning(['id', 'kind', 'job_key', 'payload', 'failures']);
    const done = await this.write([statement(earlier), statement(dead), statement(taken)]);
    return done.name === 'done' ? (done.rows[2] ?? []).map(takenJob) : [];
  }

  async done({ id }: TakenJob): Promise<void> {
    await this.write([statement(this.database.deleteFrom('job').where('id', '=', id))]);
  }

  async fail(job: TakenJob, { reason, isFinal }: JobFailure, now: number): Promise<'waiting' | 'dead'> {
    const { database } = this;
    const rules = this.#rules.get(job.kind);
    const failed = { failures: job.failures + 1, error: reason, expires_at: 0 };
    if (rules !== undefined && !isFinal && job.failures < rules.retries) {
      await this.write(this.#waitAgain(job, { ...failed, due_at: now + backOff(rules, job.failures) }));
      return 'waiting';
    }
    const own = database.updateTable('job').where('id', '=', job.id).where('state', '=', 'running');
    const { kind, key: job_key } = job;
    const dead = database.deleteFrom('job').where(({ and }) => and({ kind, job_key, state: 'dead' }));
    await this.write([
      statement(own.set({ ...failed, state: 'dead', due_at: now })),
      statement(dead.where('id', '<>', job.id)),
    ]);
    return 'dead';
  }

  async list(limit: number): Promise<readonly ListedJob[]> {
    const { database } = this;
    const kinds = await rowsOf(database.selectFrom('job').select('kind').distinct());
    const all = database.selectFrom('job').select(LISTED).orderBy('due_at').orderBy('id').limit(limit);
    const rows = await Promise.all(kinds.map(({ kind }) => rowsOf(all.where('kind', '=', kind))));
    return rows.flat().toSorted((one, other) => one.dueAt - other.dueAt || (one.id < other.id ? -1 : 1));
  }

  async counts(): Promise<readonly JobCounts[]> {
    const rows = await rowsOf(
      this.database
        .selectFrom('job')
        .select(['kind', 'state', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy(['kind', 'state']),
    );
    const counts = new Map<string, Record<JobState, number>>();
    for (const { kind, state, count } of rows) {
      const own = counts.get(kind) ?? { waiting: 0, running: 0, dead: 0 };
      counts.set(kind, { ...own, [state]: count });
    }
    return [...counts].map(([kind, own]) => ({ kind, ...own }));
  }

  async retry(id: string, now: number): Promise<boolean> {
    const { database } = this;
    const dead = database.selectFrom('job').selectAll().where('id', '=', id).where('state', '=', 'dead');
    const row = await rowOf(dead);
    if (row === undefined) return false;
    await this.write(this.#waitAgain({ id, kind: row.kind, key: row.job_key }, { failures: 0, due_at: now }));
    return true;
  }

  async drop(id: string): Promise<boolean> {
    const own = this.database.deleteFrom('job').where('id', '=', id).where('state', '<>', 'running');
    return (await this.write([statement(own, 'unknown')])).name === 'done';
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** If a newer job with the key is waiting, it does the work. */
  #waitAgain(
    { id, kind, key }: Pick<TakenJob, 'id' | 'kind' | 'key'>,
    changes: { readonly failures: number; readonly due_at: number; readonly error?: string },
  ): readonly Statement[] {
    const { database } = this;
    const others = database.selectFrom('job').select('id').where('kind', '=', kind).where('job_key', '=', key);
    const waits = others.where('state', '=', 'waiting');
    const own = database.updateTable('job').where('id', '=', id).where('state', '<>', 'waiting');
    const again = own.where((eb) => eb.not(eb.exists(waits))).set({ ...changes, state: 'waiting', expires_at: 0 });
    const superseded = database.deleteFrom('job').where('id', '=', id).where('state', '<>', 'waiting');
    return [statement(again), statement(superseded)];
  }
}

function takenJob(row: Row): TakenJob {
  const { id, kind, job_key: key, payload, failures } = row as Readonly<Record<string, string | number>>;
  return {
    id: String(id),
    kind: String(kind),
    key: String(key),
    // One that cannot be parsed fits no kind: its job fails, and no other that is taken with it.
    payload: parsedOrNull(String(payload)),
    failures: Number(failures),
  };
}
