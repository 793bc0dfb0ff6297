import { Worker } from 'node:worker_threads';
import type { BotAnswer, BotRequest } from './request.ts';

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
}

export const DEFAULT_BOT_LIMITS: BotLimits = { threads: 1, timeMs: 30_000, memoryMb: 512 };

interface Job {
  readonly request: BotRequest;
  readonly resolve: (move: string) => void;
  readonly reject: (error: Error) => void;
}

/** Bots in threads of their own, under limits of time and memory: one that hangs stops nobody else. Started when first asked. */
export class BotPool {
  readonly #limits: BotLimits;
  readonly #thread: URL;
  readonly #waiting: Job[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  /** `thread` is what the threads run; another one is only of use to tests. */
  constructor(limits: BotLimits, thread = new URL('./bot-thread.mjs', import.meta.url)) {
    this.#limits = limits;
    this.#thread = thread;
  }

  /** A move in notation; rejected where the bot failed, took too long or too much memory. */
  choose(request: BotRequest): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends all threads; what they were thinking about is never answered. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.length = 0;
    await Promise.all([...this.#idle, ...this.#busy].map((worker) => worker.terminate()));
  }

  #dispatch(): void {
    if (this.#isClosed || this.#busy.size >= this.#limits.threads) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    const worker = this.#idle.pop() ?? this.#start();
    this.#busy.add(worker);
    this.#give(worker, job);
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    worker.unref();
    return worker;
  }

  #give(worker: Worker, { request, resolve, reject }: Job): void {
    const settle = (isSound: boolean, end: () => void): void => {
      clearTimeout(timer);
      // One by one: a worker listens to itself, and is deaf without that.
      worker.off('message', answered).off('error', failed).off('exit', ended);
      this.#busy.delete(worker);
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
