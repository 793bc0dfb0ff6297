import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BotAnswer, BotRequest } from '@tablier/ai';
import { type Asker, FairQueue, type Waiting } from './fair-queue.ts';

export interface BotLimits {
  /** Threads that think at the same time. */
  readonly threads: number;
  /** The longest that one move may take, in milliseconds; the plans of the levels stay far below. */
  readonly timeMs: number;
  /**
   * The most that one thread may keep, in MiB. Node sees to it where the code comes by a check, as a search does with each node of its
   * tree; a bare loop that does nothing but fill arrays takes the process along in Node 24 (nodejs/node#47224).
   */
  readonly memoryMb: number;
  /** Thoughts that wait for a thread at most; what is asked beyond that is refused. */
  readonly waiting: number;
}

export const DEFAULT_BOT_LIMITS: BotLimits = {
  threads: Math.max(1, availableParallelism() - 1),
  timeMs: 30_000,
  memoryMb: 512,
  waiting: 1000,
};

/** Nothing was thought about: too much waited already, or nobody wanted the move any more. It may be asked for again. */
export class NotThought extends Error {
  override readonly name = 'NotThought';
}

/** A thought that a table asks for. */
export interface Question extends Asker {
  readonly request: BotRequest;
  /** Whether anybody still waits for the move when a thread is free. */
  readonly isWanted: () => boolean;
}

interface Job extends Question, Waiting {
  readonly resolve: (move: string) => void;
  readonly reject: (error: Error) => void;
}

/** Bots in threads of their own, under limits of time and memory: one that hangs stops nobody else. Started when first asked. */
export class BotPool {
  readonly #limits: BotLimits;
  readonly #thread: URL;
  readonly #waiting: FairQueue<Job>;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  /** `thread` is what the threads run; another one is only of use to tests. */
  constructor(limits: BotLimits, thread = new URL('./think.ts', import.meta.url)) {
    this.#limits = limits;
    this.#waiting = new FairQueue(limits.waiting);
    this.#thread = thread;
  }

  /** Whether so much waits that nothing more is taken. */
  get isFull(): boolean {
    return this.#waiting.isFull;
  }

  /** Moves that wait for a thread, and moves that are being searched. */
  get counts(): { readonly waiting: number; readonly searching: number } {
    return { waiting: this.#waiting.size, searching: this.#busy.size };
  }

  /** A move in notation; rejected where the bot failed, took too long or too much memory, and with `NotThought`. */
  choose(question: Question): Promise<string> {
    if (this.isFull) return Promise.reject(new NotThought('too many thoughts wait'));
    return new Promise((resolve, reject) => {
      this.#waiting.add({ ...question, level: question.request.level, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends all threads; what they were thinking about is never answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all([...this.#idle, ...this.#busy].map((worker) => worker.terminate()));
  }

  #dispatch(): void {
    if (this.#isClosed || this.#busy.size >= this.#limits.threads) return;
    const job = this.#nextJob();
    if (job === undefined) return;
    const worker = this.#idle.pop() ?? this.#start();
    this.#busy.add(worker);
    this.#give(worker, job);
  }

  #nextJob(): Job | undefined {
    for (let job = this.#waiting.next(); job !== undefined; job = this.#waiting.next()) {
      if (job.isWanted()) return job;
      this.#waiting.done(job);
      job.reject(new NotThought('nobody waits for the move'));
    }
    return undefined;
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    worker.unref();
    return worker;
  }

  #give(worker: Worker, job: Job): void {
    const { request, resolve, reject } = job;
    const settle = (isSound: boolean, end: () => void): void => {
      clearTimeout(timer);
      // One by one: a worker listens to itself, and is deaf without that.
      worker.off('message', answered).off('error', failed).off('exit', ended);
      this.#busy.delete(worker);
      this.#waiting.done(job);
      if (isSound) this.#idle.push(worker);
      else void worker.terminate();
      // After the thread is free again, and never while it is closed down.
      if (!this.#isClosed) end();
      this.#dispatch();
    };
    const fail = (reason: string): void => settle(false, () => reject(new Error(reason)));
    const timer = setTimeout(() => fail(`no move within ${this.#limits.timeMs} ms`), this.#limits.timeMs);
    const answered = (answer: BotAnswer): void =>
      settle(true, () => ('move' in answer ? resolve(answer.move) : reject(new Error(answer.error))));
    const failed = (error: Error): void => fail(error.message);
    const ended = (code: number): void => fail(`the thread ended with ${code}`);
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(request);
  }
}
