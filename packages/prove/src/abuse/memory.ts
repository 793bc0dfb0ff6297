import { readFileSync } from 'node:fs';

/** How often memory is looked at. Milliseconds. */
const PACE = 500;

/** MiB on average in the first and in the last quarter of the time that was looked at. */
export interface Growth {
  readonly first: number;
  readonly last: number;
  readonly samples: number;
}

/** Half a minute: in less a process has not grown into its work, and its growth says nothing. */
const FEWEST = 60;

/** Memory may grow by a tenth, and by what a collector of garbage leaves lying about; a siege too short to tell is not judged. */
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
      // It has ended, or this system does not tell.
    }
  }

  /** The first fifth is left out, in which a process grows into its work. */
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

const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
