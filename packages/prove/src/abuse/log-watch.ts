/** What level a line of the log has that tells of a fault of the server. */
const FAULT_LEVEL = 50;

/** The log of a server, line by line: what is wrong in it is counted, and the first of it kept. */
export class LogWatch {
  /** Lines that tell of a fault, or are no line of the log at all: an exception that nobody caught. */
  faults = 0;
  /** Lines that hold what nobody may read there. */
  leaks = 0;
  readonly told: string[] = [];
  #secrets: readonly string[] = [];

  forbid(secrets: readonly string[]): void {
    this.#secrets = secrets;
  }

  take(line: string): void {
    const isFault = !line.startsWith('{') || Number(/"level":(\d+)/.exec(line)?.[1]) >= FAULT_LEVEL;
    const isLeak = this.#secrets.some((secret) => line.includes(secret));
    if (isFault) this.faults++;
    if (isLeak) this.leaks++;
    if ((isFault || isLeak) && this.told.length < 5) this.told.push(line.slice(0, 400));
  }
}
