import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from './log.ts';

/** How often the server notes that it works: nobody is charged for more than was played, and given this much at most. Milliseconds. */
const PACE = 1000;

/** Notes the time in a file as long as the server works, so that the next one knows how long nobody was served. */
export class Alive {
  readonly #file: string;
  readonly #now: () => number;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, now: () => number, log: Log) {
    mkdirSync(folder, { recursive: true });
    this.#file = join(folder, 'alive');
    this.#now = now;
    this.#log = log;
  }

  /** When a server last worked on this data, in milliseconds since 1970; 0 where nobody knows. Never later than now. */
  last(): number {
    try {
      const noted = Number(readFileSync(this.#file, 'utf8'));
      return Number.isSafeInteger(noted) ? Math.min(noted, this.#now()) : 0;
    } catch {
      return 0;
    }
  }

  start(): void {
    this.#note();
    this.#timer = setInterval(() => this.#note(), PACE).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#note();
  }

  /** In one step, so that a crash in between leaves the older note. */
  #note(): void {
    try {
      writeFileSync(`${this.#file}.new`, String(this.#now()));
      renameSync(`${this.#file}.new`, this.#file);
    } catch (error) {
      this.#log.error({ error: String(error) }, 'the time could not be noted');
    }
  }
}
