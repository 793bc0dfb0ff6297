import { readFileSync } from 'node:fs';

/** How often memory is looked at. Milliseconds. */
const PACE = 500;

/** The resident memory of a process over time. */
export class MemoryWatch {
  readonly #samples: number[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number) {
    this.#timer = setInterval(() => this.#look(pid), PACE);
  }

  #look(pid: number): void {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const [, kib] = /VmRSS:\s+(\d+) kB/.exec(status) ?? [];
      if (kib !== undefined) this.#samples.push(Number(kib) / 1024);
    } catch {
      // It has ended, or this system does not tell.
    }
  }

  /** MiB on average in the first and in the last quarter, once the first fifth has passed, in which a process grows into its work. */
  stop(): { readonly first: number; readonly last: number; readonly samples: number } {
    clearInterval(this.#timer);
    const warm = this.#samples.slice(Math.floor(this.#samples.length / 5));
    const quarter = Math.max(1, Math.floor(warm.length / 4));
    return {
      first: Math.round(mean(warm.slice(0, quarter))),
      last: Math.round(mean(warm.slice(-quarter))),
      samples: warm.length,
    };
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
