import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file that holds a time: when a server last worked on the data beside it. */
export class HeartbeatFile {
  readonly #file: string;

  /** The folder is made where missing. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'alive');
  }

  /** Milliseconds since 1970; 0 where nobody knows. */
  read(): number {
    try {
      const noted = Number(readFileSync(this.#file, 'utf8'));
      return Number.isSafeInteger(noted) ? noted : 0;
    } catch {
      return 0;
    }
  }

  /** In one step, so that a crash in between leaves the older time. Waits for no disk. */
  write(at: number): void {
    writeFileSync(`${this.#file}.new`, String(at), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}
