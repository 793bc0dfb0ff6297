import type { StoredRecord } from '@tablier/core';
import type { AddedGame } from '@tablier/games';
import { Worker } from 'node:worker_threads';
import { addedFiles } from '../lib/game-file.ts';
import { type Client, FairTurns, TurnRefused } from '../lib/fair-queue.ts';

/** What `picture.mjs` of the built page draws. `PictureRequest` in `packages/web/src/picture.ts` describes each kind. */
export type PictureRequest =
  | { readonly kind: 'position'; readonly record: StoredRecord; readonly ply: number | null; readonly side?: number }
  | { readonly kind: 'card'; readonly record: StoredRecord }
  | { readonly kind: 'animation'; readonly record: StoredRecord; readonly most: number; readonly side: number }
  | { readonly kind: 'puzzle'; readonly game: string; readonly number: number }
  | { readonly kind: 'placed'; readonly game: string; readonly line: string }
  | { readonly kind: 'game'; readonly game: string }
  | { readonly kind: 'site' };

export type PictureFormat = 'svg' | 'png' | 'gif';

/** What `picture.mjs` exports as `draw`: SVG, one for each frame of an animation. `null` if there is nothing to draw. `added`: games of files. */
export type Draw = (request: PictureRequest, added: readonly AddedGame[]) => Promise<readonly string[] | null>;

/** What the thread that draws is started with: the address of `picture.mjs`, and the paths of the games of files. */
export interface DrawThread {
  readonly program: string;
  readonly files: readonly string[];
}

export interface DrawJob {
  readonly request: PictureRequest;
  readonly format: PictureFormat;
}

/** `bytes` is `null` if there is nothing to draw; `error` is a bug. `isReady` comes once, when the thread has loaded all that it draws with. */
export type DrawAnswer =
  | { readonly bytes: Uint8Array | null }
  | { readonly error: string }
  | { readonly isReady: true };

export const CONTENT_TYPES: Readonly<Record<PictureFormat, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  gif: 'image/gif',
};

export interface DrawLimits {
  readonly waiting: number;
  readonly perAddress: number;
  /** The processor time of the thread for one picture, in milliseconds, without its start and the library that encodes. */
  readonly processorMs: number;
  /** The memory limit of the thread, in MiB, without that of the library that encodes. */
  readonly memoryMb: number;
  /** The thread ends after it has been idle for this time. Milliseconds. */
  readonly idleMs: number;
}

/** How often the limits are checked. Milliseconds. */
const CHECK_MS = 200;
/** Ends a picture that waits for something that never comes. A busy machine does not need so long. Milliseconds. */
const STUCK_MS = 900_000;

/** Draws one picture after the other in a thread that starts on first use. Addresses take turns. */
export class DrawQueue {
  readonly #limits: DrawLimits;
  readonly #program: string;
  readonly #turns: FairTurns;
  #worker: Worker | null = null;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(program: string, limits: DrawLimits) {
    this.#program = program;
    this.#limits = limits;
    this.#turns = new FairTurns({ most: limits.waiting, mostPerAddress: limits.perAddress });
  }

  get waiting(): number {
    return this.#turns.waiting;
  }

  /** The bytes of a picture; `null` if there is nothing to draw. Rejects with `TurnRefused`, or if the picture failed or exceeded a limit. */
  draw(client: Client, job: DrawJob): Promise<Uint8Array | null> {
    const isUrgent = job.request.kind !== 'position';
    return this.#turns.run(client, () => this.#give(job), isUrgent);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #drop(): void {
    void this.#worker?.terminate();
    this.#worker = null;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./draw.ts', import.meta.url), {
      execArgv: [],
      workerData: { program: this.#program, files: addedFiles().map(({ path }) => path) } satisfies DrawThread,
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

  async #give(job: DrawJob): Promise<Uint8Array | null> {
    if (this.#isClosed) throw new TurnRefused('the server stops');
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const ending = new AbortController();
    try {
      return await new Promise((resolve, reject) => {
        const fail = (reason: string): void => {
          this.#drop();
          reject(new Error(reason));
        };
        const answered = (answer: DrawAnswer): void => {
          if ('isReady' in answer) checks.begin();
          else if ('bytes' in answer) resolve(answer.bytes);
          else reject(new Error(answer.error));
        };
        const failed = (error: Error): void => fail(error.message);
        const ended = (code: number): void => fail(`the thread ended with ${code}`);
        worker.on('message', answered).on('error', failed).on('exit', ended);
        const checks = this.#check(worker, fail);
        ending.signal.addEventListener('abort', () => {
          checks.end();
          worker.off('message', answered).off('error', failed).off('exit', ended);
        });
        worker.postMessage(job);
      });
    } finally {
      ending.abort();
      if (!this.#isClosed) this.#idle = setTimeout(() => this.#drop(), this.#limits.idleMs).unref();
    }
  }

  /** `begin` counts the processor time from now on: what came before started the thread. */
  #check(worker: Worker, fail: (reason: string) => void): { readonly begin: () => void; readonly end: () => void } {
    const { processorMs } = this.#limits;
    let before = processorMsOf(worker);
    const check = async (): Promise<void> => {
      const used = (await processorMsOf(worker)) - (await before);
      if (used > processorMs) fail(`no picture within ${processorMs} ms of processor time`);
    };
    const checks = setInterval(() => void check(), CHECK_MS).unref();
    const stuck = setTimeout(() => fail(`no picture within ${STUCK_MS} ms`), STUCK_MS).unref();
    return {
      begin: () => {
        before = processorMsOf(worker);
      },
      end: () => {
        clearInterval(checks);
        clearTimeout(stuck);
      },
    };
  }
}

/** The processor time that a thread has used; 0 while it does not run. Milliseconds. */
async function processorMsOf(worker: Worker): Promise<number> {
  const { performance } = worker;
  // Node before 24.6 only says how long a thread was not idle.
  if (!('cpuUsage' in worker)) return performance.eventLoopUtilization().active;
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
