import type { Executor, NoticeSink, Operation, ReplyTo } from './operations.ts';
import type { StoreHealth } from './store.ts';

/** Passes operations on and records their outcomes. */
export class WatchedExecutor implements Executor {
  readonly #executor: Executor;
  readonly #now: () => number;
  #lastWriteAt: number;
  #failingSince: number | null = null;

  constructor(executor: Executor, now: () => number) {
    this.#executor = executor;
    this.#now = now;
    this.#lastWriteAt = now();
  }

  get health(): StoreHealth {
    return { lastWriteAt: this.#lastWriteAt, failingSince: this.#failingSince };
  }

  /** Not `async`: thousands of appends are pending at a time, and each pending async frame takes memory. */
  execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    const askedAt = this.#now();
    return this.#executor.execute(operation).then((reply) => {
      this.#note(reply.name !== 'unavailable', askedAt);
      return reply;
    });
  }

  watch(tell: NoticeSink): Promise<void> {
    return this.#executor.watch(tell);
  }

  close(): Promise<void> {
    return this.#executor.close();
  }

  #note(isDone: boolean, askedAt: number): void {
    if (isDone) {
      this.#lastWriteAt = this.#now();
      this.#failingSince = null;
    } else this.#failingSince = Math.min(this.#failingSince ?? askedAt, askedAt);
  }
}
