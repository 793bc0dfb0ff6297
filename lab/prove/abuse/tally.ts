/** Counts of messages and answers. */
export class Tally {
  sent = 0;
  connections = 0;
  /** By the name of the error, `done`, `pong`, …, or the code that closed the connection. */
  readonly answers = new Map<string, number>();
  /** Neither answered nor closed with a code. */
  unanswered = 0;
  /** Answered by something other than expected. */
  wrong = 0;
  /** Answers that contained data of another account. */
  leaks = 0;
  /** The first few faults, as text. */
  readonly samples: string[] = [];

  answered(name: string, times = 1): void {
    this.answers.set(name, (this.answers.get(name) ?? 0) + times);
  }

  count(name: string): number {
    return this.answers.get(name) ?? 0;
  }

  fault(kind: 'unanswered' | 'wrong' | 'leaks', what: string, times = 1): void {
    this[kind] += times;
    if (this.samples.length < 8) this.samples.push(`${kind}: ${what.slice(0, 300)}`);
  }
}
