import type { StoreObserver } from '@tablier/store';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Seconds, from a SQLite write on a fast disk to the longest acceptable wait. */
const WAITS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Writes that share one disk sync. */
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Metrics of this server for Prometheus. Names begin with `tablier_`; counters end in `_total`. */
export class Metrics {
  readonly #registry = new Registry();
  /** HTTP responses, by status. */
  readonly requests = this.#counter('tablier_http_requests_total', 'HTTP requests answered, by status.', ['status']);
  /** Refusals, by the name of the limit in `Limits` or `HeldLimits`. */
  readonly refusals = this.#counter('tablier_refusals_total', 'Requests, messages and connections refused, by limit.', [
    'limit',
  ]);

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** A value that is read each time the metrics are requested; `null` omits it. */
  gauge(name: string, help: string, read: () => number | null): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [this.#registry],
      collect: () => {
        const value = read();
        if (value === null) gauge.reset();
        else gauge.set(value);
      },
    });
  }

  /** Adds the process metrics of Node: event-loop delay, memory, open files, garbage collection. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** All metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** Measurements of a SQLite writer. */
  sqliteObserver(): StoreObserver {
    const sizes = this.#histogram('tablier_writer_batch_size', 'Writes that shared one wait for the disk.', SIZES);
    const waits = this.#histogram(
      'tablier_writer_wait_seconds',
      'Time from asking for a write until it is on the disk, or failed.',
      WAITS,
    );
    return {
      onBatch: (seconds) => {
        sizes.observe(seconds.length);
        for (const wait of seconds) waits.observe(wait);
      },
    };
  }

  /** Measurements of the connections of a PostgreSQL pool. */
  postgresObserver(): StoreObserver {
    const waits = this.#histogram(
      'tablier_pool_wait_seconds',
      'Time that a query waited for a connection of the pool.',
      WAITS,
    );
    return { onConnection: (seconds) => waits.observe(seconds) };
  }

  #histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.#registry] });
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}
