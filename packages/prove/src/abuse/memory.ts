import { readFileSync } from 'node:fs';
import { mean } from '../lib/figures.ts';

/** How often memory is measured. Milliseconds. */
const PACE = 500;

/** The mean memory in the first and in the last quarter of a run. MiB. */
export interface Growth {
  readonly first: number;
  readonly last: number;
  readonly samples: number;
}

/** Half a minute: the growth in a shorter time says nothing. */
const FEWEST = 60;

/** Memory may grow by a tenth, plus uncollected garbage. A run that is too short does not count. */
export const isFlat = ({ first, last, samples }: Growth): boolean => samples < FEWEST || last <= first * 1.1 + 32;

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
      // The process has ended, or the system does not report it.
    }
  }

  /** The first fifth is left out, because a process grows at its start. */
  stop(): Growth {
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
