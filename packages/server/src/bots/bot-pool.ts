import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { BotAnswer, BotRequest } from '@tablier/ai';
import type { Level } from '@tablier/core';
import { addedFiles } from '../lib/game-file.ts';
import { FairQueue, type Waiting, type WorkOwner } from '../lib/fair-queue.ts';
import type { ServerContext } from '../lib/context.ts';

export const DEFAULT_BOT_LIMITS = {
  threads: Math.max(1, availableParallelism() - 1),
  /** The time limit of one move, in milliseconds; the budgets of the levels stay far below. */
  timeMs: 30_000,
  /**
   * The memory limit of one thread, in MiB. Node enforces it where code reaches a check, as a search does with each
   * node of its tree. A bare loop that only fills arrays crashes the process in Node 24 (nodejs/node#47224).
   */
  memoryMb: 512,
  waiting: 1000,
};
export type BotLimits = Readonly<typeof DEFAULT_BOT_LIMITS>;

/** The assumed cost of a search, by level, in shares of the threads. */
const COSTS: Readonly<Record<Level, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 4, 6: 8, 7: 12, 8: 16 };

/** Called when a search has ended: the time that it took, in seconds; `null` if it gave no move. */
type OnSearched = (game: string, seconds: number | null) => void;

/** No search ran: too many were waiting, or the move was no longer wanted. It may be requested again. */
export class SearchSkipped extends Error {
  override readonly name = 'SearchSkipped';
}

export interface Question extends WorkOwner {
  readonly request: BotRequest;
  readonly isWanted: () => boolean;
}

interface Job extends Question, Waiting {
  readonly resolve: (move: string) => void;
  readonly reject: (error: Error) => void;
}

/** Bots in worker threads, started on first use, with limits of time and memory: one that hangs affects no other. */
export class BotPool {
  readonly #limits: BotLimits;
  readonly #thread: URL;
  readonly #onSearched: OnSearched;
  readonly #waiting: FairQueue<Job>;
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  /** `thread`: the module that the threads run; only tests use another one. */
  constructor(
    limits: BotLimits,
    thread = new URL('./think.ts', import.meta.url),
    onSearched: OnSearched = () => undefined,
  ) {
    this.#limits = limits;
    this.#waiting = new FairQueue(limits.waiting);
    this.#thread = thread;
    this.#onSearched = onSearched;
  }

  get isFull(): boolean {
    return this.#waiting.isFull;
  }

  get counts(): { readonly waiting: number; readonly searching: number } {
    return { waiting: this.#waiting.size, searching: this.#busy.size };
  }

  /** A move in notation. Rejects if the bot failed or exceeded a limit, and with `SearchSkipped`. */
  choose(question: Question): Promise<string> {
    if (this.isFull) return Promise.reject(new SearchSkipped('too many searches are waiting'));
    return new Promise((resolve, reject) => {
      this.#waiting.add({ ...question, cost: COSTS[question.request.level], resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends all threads. Running searches never get an answer. */
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
      job.reject(new SearchSkipped('the move is no longer wanted'));
    }
    return undefined;
  }

  #start(): Worker {
    const worker = new Worker(this.#thread, {
      execArgv: [],
      workerData: addedFiles().map(({ path }) => path),
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    worker.unref();
    return worker;
  }

  #give(worker: Worker, job: Job): void {
    const { request, resolve, reject } = job;
    const startedAt = performance.now();
    const seconds = (): number => (performance.now() - startedAt) / 1000;
    const settle = (isSound: boolean, end: () => void): void => {
      clearTimeout(timer);
      // Removed one by one: a worker listens to itself, and `removeAllListeners` would stop that.
      worker.off('message', answered).off('error', failed).off('exit', ended);
      this.#busy.delete(worker);
      this.#waiting.done(job);
      if (isSound) this.#idle.push(worker);
      else void worker.terminate();
      // After the thread is free again, and never during `close`.
      if (!this.#isClosed) end();
      this.#dispatch();
    };
    const fail = (reason: string): void => {
      this.#onSearched(request.game, null);
      settle(false, () => reject(new Error(reason)));
    };
    const timer = setTimeout(() => fail(`no move within ${this.#limits.timeMs} ms`), this.#limits.timeMs);
    const answered = (answer: BotAnswer): void => {
      this.#onSearched(request.game, 'move' in answer ? seconds() : null);
      settle(true, () => ('move' in answer ? resolve(answer.move) : reject(new Error(answer.error))));
    };
    const failed = (error: Error): void => fail(error.message);
    const ended = (code: number): void => fail(`the thread ended with ${code}`);
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(request);
  }
}

export interface BotSettings {
  readonly bots?: Partial<BotLimits>;
  readonly botThread?: URL;
}

export function createBots({ metrics }: ServerContext, { bots, botThread }: BotSettings): BotPool {
  const pool = new BotPool({ ...DEFAULT_BOT_LIMITS, ...bots }, botThread, (game, seconds) =>
    metrics.searched(game, seconds),
  );
  metrics.gauge('tablier_bots_waiting', 'Bot moves that wait for a thread.', () => pool.counts.waiting);
  metrics.gauge('tablier_bots_searching', 'Bot moves that are being searched.', () => pool.counts.searching);
  return pool;
}
