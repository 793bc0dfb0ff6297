import type { BotRequest } from '@tablier/ai';
import { type Remote, wrap } from 'comlink';
import type { BotApi } from './bot.worker.ts';

/** A bot that runs outside the main thread. */
export interface BotPlayer {
  /** The move in notation. Rejects if the bot failed. */
  choose(request: BotRequest): Promise<string>;
  /** Stops the search; a pending answer never arrives. */
  stop(): void;
}

interface Running {
  readonly worker: Worker;
  readonly api: Remote<BotApi>;
  readonly failed: Promise<never>;
}

/** A bot in a web worker, which starts with the first request. */
export class WorkerBot implements BotPlayer {
  #running: Running | null = null;

  async choose(request: BotRequest): Promise<string> {
    const running = this.#running ?? start();
    this.#running = running;
    try {
      const answer = await Promise.race([running.api.choose(request), running.failed]);
      if ('error' in answer) throw new Error(answer.error);
      return answer.move;
    } catch (error) {
      // A worker that failed is replaced by a new one.
      if (this.#running === running) this.stop();
      throw error;
    }
  }

  stop(): void {
    this.#running?.worker.terminate();
    this.#running = null;
  }
}

function start(): Running {
  const worker = new Worker(new URL('./bot.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
  });
  // `choose` handles this rejection while a request is pending; otherwise it must not count as unhandled.
  failed.catch(() => undefined);
  return { worker, api: wrap<BotApi>(worker), failed };
}
