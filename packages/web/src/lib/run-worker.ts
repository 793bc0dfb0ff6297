import { type Remote, wrap } from 'comlink';
import { loadPart } from './load-part.ts';

/** What a worker sends once its script and all that it imports have run: only then can it not fail to load any more. */
export const READY = 'ready';

export interface RunningWorker<Api> {
  /** Rejects if the thread did not start or has failed; never settles once it is closed. */
  ask<T>(question: (api: Remote<Api>) => Promise<T>): Promise<T>;
  close(): void;
}

/** Runs a worker, and starts it again if its script could not be loaded. */
export function runWorker<Api>(start: () => Worker): RunningWorker<Api> {
  let worker: Worker | null = null;
  let isClosed = false;
  let fail: (reason: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const ready = loadPart(
    () =>
      new Promise<Remote<Api>>((resolve, reject) => {
        if (isClosed) return;
        const started = start();
        worker = started;
        started.addEventListener('message', ({ data }) => data === READY && resolve(wrap<Api>(started)));
        started.addEventListener('error', ({ message }) => {
          // Only an error of the script itself has a message.
          if (message) fail(new Error(message));
          reject(message ? new Error(message) : new TypeError('the worker did not start'));
        });
      }),
  );
  ready.catch(fail);
  // `ask` handles this rejection while a question is pending; otherwise it must not count as unhandled.
  failed.catch(() => undefined);
  return {
    ask: (question) => Promise.race([ready.then(question), failed]),
    close: () => {
      isClosed = true;
      worker?.terminate();
    },
  };
}
