import type { StoreObserver } from '@tablier/store';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** Seconds, from a row that SQLite has in memory to the longest acceptable wait. */
const QUERIES = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds, from a SQLite write on a fast disk to the longest acceptable wait. */
const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds, from a bot of the lowest level to the time limit of a search. */
const SEARCHES = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Writes that share one disk sync. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Metrics of this server for Prometheus. Names begin with `tablier_`; counters end in `_total`. */
export class Metrics {
  readonly #registry = new Registry();
  readonly requests = this.#counter('tablier_http_requests_total', 'HTTP requests answered, by status.', ['status']);
  /** Refusals, by the name of the limit in `Limits` or `HeldLimits`. */
  readonly refusals = this.#counter('tablier_refusals_total', 'Requests, messages and connections refused, by limit.', [
    'limit',
  ]);

  /** Moves of people, from their arrival until they are durable and answered. Seconds. */
  readonly moves = this.#histogram('tablier_move_seconds', 'Time from receiving a move until it is answered.', WAITS);
  /** Commands, by the `kind` of the protocol and by `done` or `refused`. */
  readonly commands = this.#counter('tablier_commands_total', 'Commands of clients.', ['kind', 'result']);
  readonly #botSearches = this.#histogram('tablier_bot_search_seconds', 'Time that a bot searched a move.', SEARCHES, [
    'game',
  ]);
  readonly #botFailures = this.#counter('tablier_bot_failures_total', 'Searches without a move.', ['game']);
  readonly ratedMatches = this.#counter('tablier_rated_matches_total', 'Matches that changed ratings.', ['game']);
  readonly #pictures = this.#histogram('tablier_picture_seconds', 'Time to draw a picture, with the wait.', SEARCHES, [
    'format',
  ]);
  readonly #pictureFailures = this.#counter('tablier_picture_failures_total', 'Pictures not drawn.', ['format']);

  /** Attempts at background jobs, by kind of job and by `done`, `failed` (to be retried) or `dead`. */
  readonly #jobs = this.#counter('tablier_job_runs_total', 'Attempts at background jobs.', ['job', 'result']);
  readonly #jobSeconds = this.#histogram('tablier_job_seconds', 'Time of an attempt at a background job.', SEARCHES, [
    'job',
  ]);
  /** Notifications, by `push` or `mail` and by `sent`, `gone` (the target does not exist any more) or `failed`. */
  readonly notifications = this.#counter('tablier_notifications_total', 'Notifications sent, by channel and result.', [
    'channel',
    'result',
  ]);

  get contentType(): string {
    return this.#registry.contentType;
  }

  drawn(format: string, seconds: number | null): void {
    if (seconds === null) this.#pictureFailures.inc({ format });
    else this.#pictures.observe({ format }, seconds);
  }

  ranJob(job: string, result: string, seconds: number): void {
    this.#jobs.inc({ job, result });
    this.#jobSeconds.observe({ job }, seconds);
  }

  searched(game: string, seconds: number | null): void {
    if (seconds === null) this.#botFailures.inc({ game });
    else this.#botSearches.observe({ game }, seconds);
  }

  gauge(name: string, help: string, read: () => number | null): void {
    this.gaugeBy(name, help, [], async () => [{ labels: {}, value: read() ?? 0 }]);
  }

  /** Values with labels that are read each time the metrics are requested; none if reading them fails. */
  gaugeBy<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<readonly { readonly labels: Readonly<Record<L, string>>; readonly value: number }[]>,
  ): void {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [this.#registry],
      collect: async () => {
        const values = await read().catch(() => []);
        gauge.reset();
        for (const { labels, value } of values) gauge.set(labels, value);
      },
    });
  }

  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  sqliteObserver(): StoreObserver {
    const sizes = this.#histogram('tablier_writer_batch_size', 'Writes that shared one wait for the disk.', SIZES);
    const waits = this.#histogram(
      'tablier_writer_wait_seconds',
      'Time from asking for a write until it is on the disk, or failed.',
      WAITS,
    );
    return {
      ...this.#queryObserver(),
      onBatch: (seconds) => {
        sizes.observe(seconds.length);
        for (const wait of seconds) waits.observe(wait);
      },
    };
  }

  postgresObserver(): StoreObserver {
    const waits = this.#histogram(
      'tablier_pool_wait_seconds',
      'Time that a query waited for a connection of the pool.',
      WAITS,
    );
    return { ...this.#queryObserver(), onConnection: (seconds) => waits.observe(seconds) };
  }

  #queryObserver(): StoreObserver {
    const queries = this.#histogram('tablier_database_query_seconds', 'Time of a query of the database.', QUERIES);
    const failures = this.#counter('tablier_database_failures_total', 'Queries and writes that failed.', []);
    return { onQuery: (seconds) => queries.observe(seconds), onFailure: () => failures.inc() };
  }

  #histogram<L extends string>(name: string, help: string, buckets: number[], labelNames: readonly L[] = []) {
    return new Histogram<L>({ name, help, buckets, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}

export interface MetricsPlace {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
}

const MOST = 20;

/** On a port of its own, so that metrics are never public by accident. Rejects if it cannot be used. */
export async function serveMetrics(metrics: Metrics, { port, host }: MetricsPlace) {
  const server = createServer((request, response) => void answer(metrics, request, response));
  server.maxConnections = MOST;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
    return;
  }
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  response.end(await metrics.text());
}
