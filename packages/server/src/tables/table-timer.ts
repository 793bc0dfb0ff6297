import type { Absence, AbsencePolicy } from '@tablier/match';
import { clockMoment, lostAt } from './decisions/scheduled-actions.ts';
import type { TableState } from './state/table-state.ts';

/** The delay before the database is tried again. Milliseconds. */
const RETRY = 1000;
/** The longest delay before a failed table is tried again. Milliseconds. */
const LONGEST_RETRY = 60_000;
/** The delay before a silent node is checked again. Milliseconds. */
const SOON = 250;

export function nextMomentOf(
  state: TableState,
  context: {
    readonly now: number;
    readonly absencePolicy: AbsencePolicy;
    readonly absences: readonly (Absence | null)[];
  },
): number | null {
  if (state.match === null || state.match.end !== null) return null;
  const moments = [lostAt(state, context), clockMoment(state, context.now)].filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

export class TableTimer {
  readonly #now: () => number;
  readonly #timer: DeadlineTimer;
  #failures = 0;

  constructor(now: () => number, run: () => void) {
    this.#now = now;
    this.#timer = new DeadlineTimer(now, run);
  }

  /** Everything due has been done. `moment`: when the next action is due; `null` for none. */
  done(moment: number | null): void {
    this.#failures = 0;
    this.#timer.set(moment);
  }

  retry(): void {
    this.#timer.set(this.#now() + RETRY);
  }

  retrySoon(): void {
    this.#timer.set(this.#now() + SOON);
  }

  /** An action failed. The delay grows with each consecutive failure, because a database comes back but a bug stays. */
  failed(): void {
    this.#timer.set(this.#now() + Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures++));
  }

  stop(): void {
    this.#timer.set(null);
  }
}

/** The longest delay of a Node timer. Milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** A later moment keeps the running timer, which checks when it fires: postponing with every move costs nothing. */
export class DeadlineTimer {
  readonly #now: () => number;
  readonly #onDue: () => void;
  #moment = Number.POSITIVE_INFINITY;
  #firesAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number, onDue: () => void) {
    this.#now = now;
    this.#onDue = onDue;
  }

  /** Calls back at `moment`, or at once if it has passed; `null` for never. Replaces the earlier moment. */
  set(moment: number | null): void {
    this.#moment = moment ?? Number.POSITIVE_INFINITY;
    if (moment === null) this.#stop();
    else if (moment < this.#firesAt) this.#wait();
  }

  #wait(): void {
    this.#stop();
    const wait = Math.min(LONGEST, Math.max(0, this.#moment - this.#now()));
    this.#firesAt = this.#now() + wait;
    this.#timer = setTimeout(() => this.#fire(), wait);
  }

  #fire(): void {
    this.#stop();
    if (this.#now() < this.#moment) return this.#wait();
    this.#moment = Number.POSITIVE_INFINITY;
    this.#onDue();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
