import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FindGame, type RecordError, type Replay, replaySteps, type Result } from '@tablier/core';
import { SerialQueue } from '../lib/serial-queue.ts';

/** Replays give way to other work after so long. Milliseconds. */
const SLICE_MS = 5;

/**
 * Replays records of unknown origin without holding up the event loop: one record at a time, in short slices. Every record of many that
 * come together waits for those before it; short ones share a slice.
 */
export class ReplayQueue {
  readonly #find: FindGame;
  readonly #now: () => number;
  readonly #queue = new SerialQueue();
  #sliceEnd = 0;

  /** `now` is a clock in milliseconds that never goes back. */
  constructor(find: FindGame, now = (): number => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  /** What `replay` in core answers. */
  replay(data: unknown): Promise<Result<Replay, RecordError>> {
    return this.#queue.run(() => this.#inSlices(data));
  }

  async #inSlices(data: unknown): Promise<Result<Replay, RecordError>> {
    for (const steps = replaySteps(this.#find, data); ;) {
      if (this.#now() >= this.#sliceEnd) await this.#giveWay();
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  async #giveWay(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = this.#now() + SLICE_MS;
  }
}
