import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Numbers about this server, for Prometheus. Names begin with `tablier_`; a counter's ends in `_total`. */
export class Metrics {
  readonly #registry = new Registry();
  /** Answers of HTTP, by status. */
  readonly requests = this.#counter('tablier_http_requests_total', 'HTTP requests answered, by status.', ['status']);
  /** What a limit refused, by its name in `Limits` or `HeldLimits`. */
  readonly refusals = this.#counter('tablier_refusals_total', 'Requests, messages and connections refused, by limit.', [
    'limit',
  ]);

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** A number that is read each time the metrics are asked for; `null` leaves it out. */
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

  /** Adds what Node tells of the process: delay of the event loop, memory, open files, garbage collection. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** All numbers in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter<L extends string>(name: string, help: string, labelNames: readonly L[]): Counter<L> {
    return new Counter({ name, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}
