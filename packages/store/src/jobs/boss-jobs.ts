import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { storeErrorOf } from '../repository.ts';
import {
  DEAD_DAYS,
  GRACE_SECONDS,
  type JobCounts,
  type JobFailure,
  type JobRepository,
  type JobRules,
  type JobState,
  type ListedJob,
  LONGEST_BACK_OFF_SECONDS,
  type NewJob,
  type TakenJob,
  UNFINISHED,
} from './jobs.ts';

/** The schema that pg-boss creates and migrates itself, apart from our tables, so backups do not contain it. */
const SCHEMA = 'tablier_jobs';
/** Connections of one process, besides those of the store. */
const CONNECTIONS = 2;
const DAY_SECONDS = 86_400;

const STATES: Readonly<Record<JobWithMetadata['state'], JobState | null>> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  failed: 'dead',
  completed: null,
  cancelled: null,
};

/** Ends the retries of a running job. pg-boss only changes jobs that wait. */
const NO_RETRIES = `
  update ${SCHEMA}.job set retry_limit = retry_count
  where name = $1 and id = $2::uuid and state = 'active' and retry_count = $3`;

/** Removes the other dead jobs with the key of one that has just died. */
const DROP_EARLIER = `
  delete from ${SCHEMA}.job where name = $1 and singleton_key = $2 and state = 'failed' and id <> $3::uuid`;

/** The jobs that are due first of each kind. pg-boss lists the oldest ones. */
const LIST = `
  select id, name, state, data, retry_count, start_after, created_on, output
  from (
    select *, row_number() over (partition by name order by start_after, id) as number
    from ${SCHEMA}.job where name = any ($1) and state in ('created', 'retry', 'active', 'failed')
  ) as job
  where number <= $2 order by start_after, id`;

interface ListedRow {
  readonly id: string;
  readonly name: string;
  readonly state: JobWithMetadata['state'];
  readonly data: BossData;
  readonly retry_count: number;
  readonly start_after: Date;
  readonly created_on: Date;
  /** Of a job that was not finished in time, pg-boss writes it. */
  readonly output: { readonly error?: unknown } | null;
}

/** The stored data of a job. It includes the key, because pg-boss keeps none with a taken job. */
interface BossData {
  readonly key: string;
  readonly payload: unknown;
}

interface Running {
  readonly boss: PgBoss;
  /** The names of the queues, one for each kind. */
  readonly kinds: ReadonlySet<string>;
}

export class BossJobs implements JobRepository {
  readonly #url: string;
  #rules: readonly JobRules[] = [];
  #running: Promise<Running> | null = null;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  async open(rules: readonly JobRules[]): Promise<void> {
    this.#rules = rules;
    await this.#use(() => Promise.resolve());
  }

  add({ kind, key, payload, delay }: NewJob): Promise<boolean> {
    // Seconds from now by the clock of the database, which decides what is due.
    const startAfter = delay / 1000;
    const data: BossData = { key, payload };
    return this.#use(async ({ boss }) => (await boss.send(kind, data, { singletonKey: key, startAfter })) !== null);
  }

  take(kind: string, limit: number): Promise<readonly TakenJob[]> {
    return this.#use(async ({ boss }) =>
      (await boss.fetch<BossData>(kind, { batchSize: limit })).map(({ id, data, retryCount }) => ({
        id,
        kind,
        key: data.key,
        payload: data.payload,
        failures: retryCount,
      })),
    );
  }

  done({ kind, id, failures }: TakenJob): Promise<void> {
    return this.#use(async ({ boss }) => {
      await boss.deleteJob(kind, { id, retryCount: failures });
    });
  }

  fail(job: TakenJob, { reason, isFinal }: JobFailure): Promise<'waiting' | 'dead'> {
    const { kind, id, failures } = job;
    return this.#use(async ({ boss }) => {
      if (isFinal) await boss.getDb().executeSql(NO_RETRIES, [kind, id, failures]);
      await boss.fail(kind, { id, retryCount: failures }, { error: reason });
      const [left] = await boss.findJobs(kind, { id });
      if (left !== undefined && STATES[left.state] === 'waiting') return 'waiting';
      await boss.getDb().executeSql(DROP_EARLIER, [kind, job.key, id]);
      return 'dead';
    });
  }

  list(limit: number): Promise<readonly ListedJob[]> {
    return this.#use(async ({ boss, kinds }) => {
      const { rows } = await boss.getDb().executeSql(LIST, [[...kinds], limit]);
      return (rows as readonly ListedRow[]).flatMap(listedJob);
    });
  }

  async counts(): Promise<readonly JobCounts[]> {
    return this.#use(async ({ boss, kinds }) => {
      const { rows } = await boss
        .getDb()
        .executeSql(`select name, state::text as state, count(*)::int as count from ${SCHEMA}.job group by 1, 2`);
      const all = rows as readonly { name: string; state: JobWithMetadata['state']; count: number }[];
      return [...kinds].map((kind) => {
        const own = { waiting: 0, running: 0, dead: 0 };
        for (const { name, state, count } of all) {
          const shown = STATES[state];
          if (name === kind && shown !== null) own[shown] += count;
        }
        return { kind, ...own };
      });
    });
  }

  retry(id: string): Promise<boolean> {
    return this.#any(id, 'dead', (boss, kind) => boss.retry(kind, id));
  }

  async drop(id: string): Promise<boolean> {
    const isDropped = await this.#any(id, 'waiting', (boss, kind) => boss.deleteJob(kind, id));
    return isDropped || this.#any(id, 'dead', (boss, kind) => boss.deleteJob(kind, id));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = await this.#running?.catch(() => null);
    await running?.boss.stop({ graceful: false, close: true }).catch(() => undefined);
  }

  /** Changes the job with an id, of any kind, if it is in one of these states. Returns whether there is one. */
  #any(id: string, state: JobState, work: (boss: PgBoss, kind: string) => Promise<unknown>): Promise<boolean> {
    return this.#use(async ({ boss, kinds }) => {
      if (!/^[0-9a-f-]{36}$/.test(id)) return false;
      for (const kind of kinds) {
        const [job] = await boss.findJobs(kind, { id });
        if (job === undefined || STATES[job.state] !== state) continue;
        await work(boss, kind);
        return true;
      }
      return false;
    });
  }

  async #use<T>(work: (running: Running) => Promise<T>): Promise<T> {
    try {
      this.#running ??= this.#start();
      return await work(await this.#running);
    } catch (error) {
      throw storeErrorOf(error);
    }
  }

  async #start(): Promise<Running> {
    if (this.#isClosed) throw new Error('the store is closed');
    const boss = new PgBoss({
      connectionString: this.#url,
      application_name: 'tablier-jobs',
      schema: SCHEMA,
      max: CONNECTIONS,
      // A command line only reads jobs; a server also detects jobs whose node has died.
      supervise: this.#rules.length > 0,
      schedule: false,
      registerInstance: false,
      superviseIntervalSeconds: 10,
      // By default a queue is checked once a minute, however often the supervisor runs.
      monitorIntervalSeconds: 10,
      openTelemetry: { enabled: false },
    });
    // A lost connection fails the call that used it, which reports it.
    boss.on('error', () => undefined);
    try {
      await boss.start();
      for (const rules of this.#rules) await openQueue(boss, rules);
      const queues = await boss.getQueues();
      return { boss, kinds: new Set(queues.map(({ name }) => name).filter((name) => !name.startsWith('__'))) };
    } catch (error) {
      this.#running = null;
      await boss.stop({ graceful: false, close: true }).catch(() => undefined);
      throw error;
    }
  }
}

async function openQueue(boss: PgBoss, { kind, retries, retrySeconds, longestSeconds }: JobRules): Promise<void> {
  const options = {
    retryLimit: retries,
    retryDelay: retrySeconds,
    retryBackoff: true,
    retryDelayMax: LONGEST_BACK_OFF_SECONDS,
    expireInSeconds: longestSeconds + GRACE_SECONDS,
    deleteAfterSeconds: DEAD_DAYS * DAY_SECONDS,
    retentionSeconds: DEAD_DAYS * DAY_SECONDS,
  };
  // `short`: one waiting job for each key. The policy of an existing queue never changes.
  await boss.createQueue(kind, { policy: 'short', ...options });
  await boss.updateQueue(kind, options);
}

function listedJob(job: ListedRow): readonly ListedJob[] {
  const state = STATES[job.state];
  if (state === null) return [];
  const error = job.output?.error;
  // pg-boss counts a failure when the job is taken again.
  const failures = job.retry_count + (job.state === 'retry' || job.state === 'failed' ? 1 : 0);
  return [
    {
      id: job.id,
      kind: job.name,
      key: job.data.key,
      state,
      failures,
      dueAt: job.start_after.getTime(),
      createdAt: job.created_on.getTime(),
      error: typeof error === 'string' ? error : failures > 0 ? UNFINISHED : '',
    },
  ];
}
