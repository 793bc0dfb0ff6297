import type { ServerContext } from '../lib/context.ts';
import { JobQueue } from './job-queue.ts';

/** The queue of a server, with its metrics. `pace`: how often it looks for jobs of other nodes. Milliseconds. */
export function createJobs({ store, log, now, metrics }: ServerContext, pace: number): JobQueue {
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
    pace,
    onRun: (kind, result, seconds) => metrics.ranJob(kind, result, seconds),
  });
}
