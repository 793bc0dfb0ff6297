import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file with the time at which a server last worked on the data next to it. */
export class HeartbeatFile {
  readonly #file: string;

  /** Creates the folder if it is missing. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'alive');
  }

  /** Milliseconds since 1970; 0 if unknown. */
  read(): number {
    try {
      const noted = Number(readFileSync(this.#file, 'utf8'));
      return Number.isSafeInteger(noted) ? noted : 0;
    } catch {
      return 0;
    }
  }

  /** Atomic, so that a crash leaves the older time. Does not wait for the disk. */
  write(at: number): void {
    writeFileSync(`${this.#file}.new`, String(at), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}
