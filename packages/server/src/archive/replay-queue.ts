import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FindGame, type RecordError, type Replay, replaySteps, type Result } from '@tablier/core';
import { SerialQueue } from '../lib/serial-queue.ts';

/** How long a replay may run before it yields to other work. Milliseconds. */
const SLICE_MS = 5;

/**
 * Replays records of unknown origin without blocking the event loop: one record at a time, in short time slices. Short
 * records share a slice.
 */
export class ReplayQueue {
  readonly #find: FindGame;
  readonly #now: () => number;
  readonly #queue = new SerialQueue();
  #sliceEnd = 0;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(find: FindGame, now = (): number => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  /** The result of `replay` in core. */
  replay(data: unknown): Promise<Result<Replay, RecordError>> {
    return this.#queue.run(() => this.#inSlices(data));
  }

  async #inSlices(data: unknown): Promise<Result<Replay, RecordError>> {
    for (const steps = replaySteps(this.#find, data); ;) {
      if (this.#now() >= this.#sliceEnd) await this.#yield();
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  async #yield(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = this.#now() + SLICE_MS;
  }
}
