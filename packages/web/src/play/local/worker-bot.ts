import type { BotRequest, Hint, Judgement, ScoreUnit } from '@tablier/ai';
import type { Remote } from 'comlink';
import { runWorker, type RunningWorker } from '../../lib/run-worker.ts';
import type { AdviceRequest, BotApi } from './bot.worker.ts';

/** A bot that runs outside the main thread. */
export interface BotPlayer {
  /** The move in notation. Rejects if the bot failed. */
  choose(request: BotRequest): Promise<string>;
  /** Stops the search; a pending answer never arrives. */
  stop(): void;
}

/** Searches positions for a person, outside the main thread. */
export interface Adviser {
  /** Starts the thread with the rules of a game, so that the first answer is not late. */
  prepare(game: string): void;
  /** Rejects if the search failed. */
  hint(request: AdviceRequest): Promise<Hint | null>;
  /** What a legal move costs. Rejects if the search failed. */
  judge(request: AdviceRequest & { readonly move: number }): Promise<(Judgement & { readonly unit: ScoreUnit }) | null>;
  /** Stops the search; a pending answer never arrives. */
  stop(): void;
}

/** The worker of the bots: it chooses moves for them, or searches positions for a person. It starts with the first request. */
export class WorkerBot implements BotPlayer, Adviser {
  #running: RunningWorker<BotApi> | null = null;

  async choose(request: BotRequest): Promise<string> {
    return this.#ask(async (api) => {
      const answer = await api.choose(request);
      if ('error' in answer) throw new Error(answer.error);
      return answer.move;
    });
  }

  prepare(game: string): void {
    // A failure shows with the first request.
    this.#ask((api) => api.prepare(game)).catch(() => undefined);
  }

  hint(request: AdviceRequest): Promise<Hint | null> {
    return this.#ask((api) => api.hint(request));
  }

  judge(
    request: AdviceRequest & { readonly move: number },
  ): Promise<(Judgement & { readonly unit: ScoreUnit }) | null> {
    return this.#ask((api) => api.judge(request));
  }

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
