import { randomUUID } from 'node:crypto';
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { NodePort, Row, Statement } from '../operations.ts';
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
import type { Schema } from '../schema.ts';

export interface JobTables {
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

/** The wait before a retry, after this number of failures. Milliseconds. */
export const backOff = ({ retrySeconds }: Pick<JobRules, 'retrySeconds'>, failures: number): number =>
  Math.min(retrySeconds * 2 ** failures, LONGEST_BACK_OFF_SECONDS) * 1000;

/** A job that a living process has not reported by then, as taking too long, is run again. */
const GRACE_SECONDS = 10;
const LONGEST_BACK_OFF_SECONDS = 6 * 3600;
/** The error of a job that took too long, or whose process died. */
export const UNFINISHED = 'not finished in time';
/** How long a dead job is kept. Days. */
const DEAD_DAYS = 30;

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

interface JobDeps extends RepositoryDeps {
  /** `null`: one process at a time takes jobs. */
  readonly nodes: NodePort | null;
}

/** Background jobs, at least once: those of a process that died run again. */
export class JobRepository extends Repository {
  readonly #isShared: boolean;
  readonly #rules = new Map<string, JobRules>();

  constructor(deps: JobDeps) {
    super(deps);
    this.#isShared = deps.nodes !== null;
  }

  /** Prepares the queue for these kinds. To be called by the process that takes jobs, before `take`. */
  async open(rules: readonly JobRules[]): Promise<void> {
    for (const each of rules) this.#rules.set(each.kind, each);
    const { database } = this;
    // This process has just started: if it is the only one, that which had these is gone.
    const orphaned = database.updateTable('job').set({ expires_at: 0 }).where('state', '=', 'running');
    const dead = database.deleteFrom('job').where('state', '=', 'dead');
    await this.write([
      ...(this.#isShared ? [] : [statement(orphaned)]),
      statement(dead.where('due_at', '<', this.#in(-DEAD_DAYS * DAY))),
    ]);
  }

  /** Adds a job. Returns false if one with its key is already waiting. */
  async add({ kind, key, payload, delay }: NewJob): Promise<boolean> {
    const added = this.database.insertInto('job').values({
      id: randomUUID(),
      kind,
      job_key: key,
      state: 'waiting',
      payload: JSON.stringify(payload ?? null),
      due_at: this.#in(delay),
      created_at: this.deps.clock(),
      expires_at: 0,
      failures: 0,
      error: '',
    });
    return (await this.write([ifNew(added, 'known')])).name === 'done';
  }

  /** Takes due jobs of a kind, at most `limit`. No other process gets them. One that was not finished in time counts as failed. */
  async take(kind: string, limit: number, time: number): Promise<readonly TakenJob[]> {
    const { database } = this;
    const now = this.#at(time);
    const { longestSeconds, retries } = this.#rules.get(kind) ?? { longestSeconds: 0, retries: 0 };
    const own = database.selectFrom('job').select('id').where('kind', '=', kind);
    const due = own.where(({ eb, or, and }) =>
      or([
        and([eb('state', '=', 'waiting'), eb('due_at', '<=', now)]),
        and([eb('state', '=', 'running'), eb('expires_at', '<=', now)]),
      ]),
    );
    // Usually there is none, and a read avoids a write.
    if ((await rowsOf(due.limit(1))).length === 0) return [];
    const first = due.orderBy('due_at').orderBy('id').limit(limit);
    // Not a subquery of the update: PostgreSQL may run that again for each job, and each time it finds further ones.
    const taken = database
      .with('first', () => (this.#isShared ? first.forUpdate().skipLocked() : first))
      .updateTable('job')
      .set((eb) => ({
        state: 'running',
        expires_at: this.#in((longestSeconds + GRACE_SECONDS) * 1000, now),
        failures: eb('failures', '+', eb.case().when('state', '=', 'running').then(1).else(0).end()),
        error: eb.case().when('state', '=', 'running').then(UNFINISHED).else(eb.ref('error')).end(),
      }))
      .where('id', 'in', (eb) => eb.selectFrom('first').select('first.id'))
      .returning(['id', 'kind', 'job_key', 'payload', 'failures']);
    const done = await this.write([
      ...this.#dying({ kind, error: UNFINISHED, now }, ({ eb, and }) =>
        and([eb('expires_at', '<=', now), eb('failures', '>=', retries)]),
      ),
      statement(taken),
    ]);
    return done.name === 'done' ? (done.rows.at(-1) ?? []).map(takenJob) : [];
  }

  async done({ id, failures }: TakenJob): Promise<void> {
    await this.write([statement(this.database.deleteFrom('job').where(({ and }) => and({ id, failures })))]);
  }

  /** The job has failed: it waits for its retry, or is dead. */
  async fail(job: TakenJob, { reason, isFinal }: JobFailure, time: number): Promise<'waiting' | 'dead'> {
    const now = this.#at(time);
    const { id, kind, failures } = job;
    const rules = this.#rules.get(kind);
    if (rules !== undefined && !isFinal && failures < rules.retries) {
      const due_at = this.#in(backOff(rules, failures), now);
      await this.write(this.#waitAgain(job, 'running', { failures: failures + 1, error: reason, due_at }));
      return 'waiting';
    }
    await this.write(this.#dying({ kind, error: reason, now }, ({ and }) => and({ id, failures })));
    return 'dead';
  }

  /** All jobs in the order in which they are due, at most `limit` of each kind. */
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

  /** Makes a dead job due now. Returns whether there was one. */
  async retry(id: string, time: number): Promise<boolean> {
    const dead = this.database.selectFrom('job').select(['id', 'kind', 'job_key as key', 'failures']);
    const row = await rowOf(dead.where('id', '=', id).where('state', '=', 'dead'));
    if (row === undefined) return false;
    await this.write(this.#waitAgain(row, 'dead', { failures: 0, due_at: this.#at(time) }));
    return true;
  }

  async drop(id: string): Promise<boolean> {
    const own = this.database.deleteFrom('job').where('id', '=', id).where('state', '<>', 'running');
    return (await this.write([statement(own, 'unknown')])).name === 'done';
  }

  /** The time of the caller, or where several processes take jobs, that of the clock that they share. */
  #at(time: number): Expression<number> {
    return this.#isShared ? this.deps.clock() : sql<number>`${time}`;
  }

  #in(milliseconds: number, now = this.deps.clock()) {
    return sql<number>`${now} + ${milliseconds}`;
  }

  /** The end of running jobs of a kind. Of the dead ones with one key only the newest is kept, and none for long. */
  #dying(
    { kind, error, now }: { readonly kind: string; readonly error: string; readonly now: Expression<number> },
    isMeant: (eb: ExpressionBuilder<Schema, 'job'>) => Expression<SqlBool>,
  ): readonly Statement[] {
    const { database } = this;
    const running = database
      .selectFrom('job')
      .select('job_key')
      .where('kind', '=', kind)
      .where('state', '=', 'running');
    const earlier = database.deleteFrom('job').where(({ and }) => and({ kind, state: 'dead' }));
    const dead = database
      .updateTable('job')
      .set((eb) => ({
        state: 'dead',
        due_at: now,
        expires_at: 0,
        failures: eb('failures', '+', 1),
        error,
      }))
      .where(({ and }) => and({ kind, state: 'running' }));
    const replaced = earlier.where(({ eb, or }) =>
      or([eb('job_key', 'in', running.where(isMeant)), eb('due_at', '<', this.#in(-DEAD_DAYS * DAY, now))]),
    );
    return [statement(replaced), statement(dead.where(isMeant))];
  }

  /** If a newer job with the key is waiting, it does the work. A job that another process has taken since stays. */
  #waitAgain(
    { id, kind, key, failures }: Pick<TakenJob, 'id' | 'kind' | 'key' | 'failures'>,
    state: JobState,
    changes: { readonly failures: number; readonly due_at: Expression<number>; readonly error?: string },
  ): readonly Statement[] {
    const { database } = this;
    const others = database.selectFrom('job').select('id').where('kind', '=', kind).where('job_key', '=', key);
    const waits = others.where('state', '=', 'waiting');
    const own = database.updateTable('job').where(({ and }) => and({ id, state, failures }));
    const again = own.where(({ not, exists }) => not(exists(waits)));
    const superseded = database.deleteFrom('job').where(({ and }) => and({ id, state, failures }));
    return [statement(again.set({ ...changes, state: 'waiting', expires_at: 0 })), statement(superseded)];
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
