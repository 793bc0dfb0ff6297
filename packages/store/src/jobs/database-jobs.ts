import { randomUUID } from 'node:crypto';
import type { Row, Statement } from '../operations.ts';
import { DAY, ifNew, parsedOrNull, Repository, type RepositoryDeps, rowOf, rowsOf, statement } from '../repository.ts';
import {
  backOff,
  DEAD_DAYS,
  GRACE_SECONDS,
  type JobCounts,
  type JobFailure,
  type JobRepository,
  type JobRules,
  type JobState,
  type ListedJob,
  type NewJob,
  type TakenJob,
  UNFINISHED,
} from './jobs.ts';

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
    const old = database
      .deleteFrom('job')
      .where('state', '=', 'dead')
      .where('due_at', '<', this.#now() - DEAD_DAYS * DAY);
    await this.write([statement(orphaned), statement(old)]);
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
    const earlier = database
      .deleteFrom('job')
      .where('kind', '=', job.kind)
      .where('job_key', '=', job.key)
      .where('state', '=', 'dead')
      .where('id', '<>', job.id);
    await this.write([statement(own.set({ ...failed, state: 'dead', due_at: now })), statement(earlier)]);
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
