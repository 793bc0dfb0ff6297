import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  chapterSteps,
  type FindGame,
  type RecordError,
  type Replay,
  replaySteps,
  type Result,
  type StudyChapter,
  type StudyError,
} from '@tablier/core';
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
    return this.#queue.run(() => this.#inSlices(replaySteps(this.#find, data)));
  }

  /** The result of `readChapter` in core. */
  chapter(data: unknown): Promise<Result<StudyChapter, StudyError>> {
    return this.#queue.run(() => this.#inSlices(chapterSteps(this.#find, data)));
  }

  async #inSlices<T>(steps: Generator<void, T, void>): Promise<T> {
    for (;;) {
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
