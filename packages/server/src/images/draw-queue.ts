import { Worker } from 'node:worker_threads';
import type { DrawAnswer, DrawJob } from './picture-request.ts';

export interface DrawLimits {
  /** Pictures that may wait for the thread. Further ones are refused. */
  readonly waiting: number;
  /** The time limit of one picture, in milliseconds. */
  readonly timeMs: number;
  /** The memory limit of the thread, in MiB, without that of the library that encodes. */
  readonly memoryMb: number;
  /** The thread ends after it has been idle for this time. Milliseconds. */
  readonly idleMs: number;
}

/** No picture was drawn: too many are waiting. It may be requested again. */
export class TooManyPictures extends Error {
  override readonly name = 'TooManyPictures';
}

interface Waiting {
  readonly job: DrawJob;
  readonly resolve: (bytes: Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
}

/** Draws one picture after the other in a thread that starts on first use, with limits of time and memory. */
export class DrawQueue {
  readonly #limits: DrawLimits;
  readonly #program: string;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #isBusy = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  /** `program`: the address of `picture.mjs`. */
  constructor(program: string, limits: DrawLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /** Pictures that wait for the thread. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** The bytes of a picture; `null` if there is nothing to draw. Rejects with `TooManyPictures`, or if the picture failed or exceeded a limit. */
  draw(job: DrawJob): Promise<Uint8Array | null> {
    if (this.#isClosed || this.#waiting.length >= this.#limits.waiting)
      return Promise.reject(new TooManyPictures('too many pictures are waiting'));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, resolve, reject });
      this.#next();
    });
  }

  /** Ends the thread. Pictures that are being drawn or wait fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const { reject } of this.#waiting.splice(0)) reject(new TooManyPictures('the server stops'));
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#isBusy || this.#isClosed) return;
    clearTimeout(this.#idle);
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle = setTimeout(() => this.#drop(), this.#limits.idleMs).unref();
    else this.#give(next);
  }

  /** Ends the thread; the next picture starts another one. */
  #drop(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./draw.ts', import.meta.url), {
      execArgv: [],
      workerData: this.#program,
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    // It may also end while it is idle. The next picture starts another one.
    worker
      .on('error', () => undefined)
      .on('exit', () => {
        if (this.#worker === worker) this.#worker = null;
      });
    worker.unref();
    return worker;
  }

  #give({ job, resolve, reject }: Waiting): void {
    const worker = (this.#worker ??= this.#start());
    this.#isBusy = true;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', ended);
      this.#isBusy = false;
      end();
      this.#next();
    };
    const fail = (reason: string): void => {
      this.#drop();
      settle(() => reject(new Error(reason)));
    };
    const timer = setTimeout(() => fail(`no picture within ${this.#limits.timeMs} ms`), this.#limits.timeMs);
    const answered = (answer: DrawAnswer): void =>
      settle(() => ('bytes' in answer ? resolve(answer.bytes) : reject(new Error(answer.error))));
    const failed = (error: Error): void => fail(error.message);
    const ended = (code: number): void => fail(`the thread ended with ${code}`);
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(job);
  }
}
