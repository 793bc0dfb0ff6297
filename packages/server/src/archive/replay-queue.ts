import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FindGame, type RecordError, type Replay, replaySteps, type Result } from '@tablier/core';
import { SerialQueue } from '../lib/serial-queue.ts';

/** A replay gives way to other work after so long. Milliseconds. */
const SLICE_MS = 5;

/**
 * Replays records of unknown origin without holding up the event loop: one record at a time, in short slices. Every record of many that
 * come together waits for those before it.
 */
export class ReplayQueue {
  readonly #find: FindGame;
  readonly #queue = new SerialQueue();

  constructor(find: FindGame) {
    this.#find = find;
  }

  /** What `replay` in core answers. */
  replay(data: unknown): Promise<Result<Replay, RecordError>> {
    return this.#queue.run(() => this.#inSlices(data));
  }

  async #inSlices(data: unknown): Promise<Result<Replay, RecordError>> {
    const steps = replaySteps(this.#find, data);
    for (let until = performance.now() + SLICE_MS; ;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      if (performance.now() < until) continue;
      await nextTurn();
      until = performance.now() + SLICE_MS;
    }
  }
}
