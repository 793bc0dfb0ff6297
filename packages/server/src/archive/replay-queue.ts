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
import { type Client, FairTurns, TurnRefused } from '../lib/fair-queue.ts';

/** How long a replay may run before it yields to other work. Milliseconds. */
const SLICE_MS = 5;
const LIMITS = { most: 300, mostPerAddress: 10 };

/** Replays records in slices, without blocking the event loop. Addresses take turns; who leaves is dropped. */
export class ReplayQueue {
  readonly #find: FindGame;
  readonly #now: () => number;
  readonly #turns = new FairTurns(LIMITS);
  #sliceEnd = 0;

  /** `now`: a monotonic clock in milliseconds. */
  constructor(find: FindGame, now = (): number => performance.now()) {
    this.#find = find;
    this.#now = now;
  }

  replay(client: Client, data: unknown): Promise<Result<Replay, RecordError>> {
    return this.#turns.run(client, () => this.#inSlices(client, replaySteps(this.#find, data)));
  }

  chapter(client: Client, data: unknown): Promise<Result<StudyChapter, StudyError>> {
    return this.#turns.run(client, () => this.#inSlices(client, chapterSteps(this.#find, data)));
  }

  async #inSlices<T>({ left }: Client, steps: Generator<void, T, void>): Promise<T> {
    for (;;) {
      if (this.#now() >= this.#sliceEnd) await this.#yield();
      if (left.aborted) throw new TurnRefused('the client has left');
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  async #yield(): Promise<void> {
    await nextTurn();
    this.#sliceEnd = this.#now() + SLICE_MS;
  }
}
