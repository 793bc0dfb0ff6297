/** The level of lines that report a fault of the server. */
const FAULT_LEVEL = 50;

/** Counts the faults in the log of a server, and keeps the first lines. */
export class LogWatch {
  /** Lines that report a fault, or are not log lines at all: an uncaught exception. */
  faults = 0;
  /** Lines with a secret. */
  leaks = 0;
  /** The first lines that are wrong, shortened. */
  readonly samples: string[] = [];
  #secrets: readonly string[] = [];

  forbid(secrets: readonly string[]): void {
    this.#secrets = secrets;
  }

  take(line: string): void {
    const isFault = !line.startsWith('{') || Number(/"level":(\d+)/.exec(line)?.[1]) >= FAULT_LEVEL;
    const isLeak = this.#secrets.some((secret) => line.includes(secret));
    if (isFault) this.faults++;
    if (isLeak) this.leaks++;
    if ((isFault || isLeak) && this.samples.length < 5) this.samples.push(line.slice(0, 400));
  }
}
