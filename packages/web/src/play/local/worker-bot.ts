import type { BotRequest, Hint } from '@tablier/ai';
import type { Remote } from 'comlink';
import { runWorker, type RunningWorker } from '../../lib/run-worker.ts';
import type { AdviceRequest, BotApi, Judged } from './bot.worker.ts';

/** The worker of the bots: it chooses moves for them, or searches positions for a person. It starts with the first request. */
export class WorkerBot {
  #running: RunningWorker<BotApi> | null = null;

  /** The move in notation. Rejects if the bot failed. */
  async choose(request: BotRequest): Promise<string> {
    return this.#ask(async (api) => {
      const answer = await api.choose(request);
      if ('error' in answer) throw new Error(answer.error);
      return answer.move;
    });
  }

  /** Starts the thread with the rules of a game, so that the first answer is not late. */
  prepare(game: string): void {
    // A failure shows with the first request.
    this.#ask((api) => api.prepare(game)).catch(() => undefined);
  }

  /** Rejects if the search failed, as `judge` does. */
  hint(request: AdviceRequest): Promise<Hint | null> {
    return this.#ask((api) => api.hint(request));
  }

  judge(request: AdviceRequest & { readonly move: number }): Promise<Judged | null> {
    return this.#ask((api) => api.judge(request));
  }

  /** Stops the search; a pending answer never arrives. */
  stop(): void {
    this.#running?.close();
    this.#running = null;
  }

  async #ask<T>(question: (api: Remote<BotApi>) => Promise<T>): Promise<T> {
    const running = this.#running ?? start();
    this.#running = running;
    try {
      return await running.ask(question);
    } catch (error) {
      // A worker that failed is replaced by a new one.
      if (this.#running === running) this.stop();
      throw error;
    }
  }
}

const start = (): RunningWorker<BotApi> =>
  runWorker(() => new Worker(new URL('./bot.worker.ts', import.meta.url), { type: 'module' }));

export type BotPlayer = Pick<WorkerBot, 'choose' | 'stop'>;
export type Adviser = Pick<WorkerBot, 'prepare' | 'hint' | 'judge' | 'stop'>;
