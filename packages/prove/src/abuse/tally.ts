/** What was sent, and what came back. */
export class Tally {
  sent = 0;
  lines = 0;
  /** By the name of the error, `done`, `pong`, …, or the code that ended the line. */
  readonly answers = new Map<string, number>();
  /** Neither answered nor ended by a code. */
  unanswered = 0;
  /** Answered by something else than was due. */
  wrong = 0;
  /** Answers in which something of another account was found. */
  leaks = 0;
  /** The first few faults, for people. */
  readonly told: string[] = [];

  answered(name: string, times = 1): void {
    this.answers.set(name, (this.answers.get(name) ?? 0) + times);
  }

  count(name: string): number {
    return this.answers.get(name) ?? 0;
  }

  fault(kind: 'unanswered' | 'wrong' | 'leaks', what: string, times = 1): void {
    this[kind] += times;
    if (this.told.length < 8) this.told.push(`${kind}: ${what.slice(0, 300)}`);
  }
}
