import { type Remote, wrap } from 'comlink';
import { loadPart } from './load-part.ts';

/** What a worker sends once its script and all that it imports have run: only then can it not fail to load any more. */
export const READY = 'ready';

/** The message of the error when a worker that runs gives no answer. */
export const NO_ANSWER = 'no-answer';
/** How long an answer may take, where searches take about a second: then the worker hangs. Seconds, without those of a sleep. */
const LONGEST = 30;

export interface RunningWorker<Api> {
  /** Rejects if the thread did not start or has failed, and with `NO_ANSWER` after `longest` seconds awake. Never settles once it is closed. */
  ask<T>(question: (api: Remote<Api>) => Promise<T>, longest?: number): Promise<T>;
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
    ask: (question, longest = LONGEST) => {
      let timer: ReturnType<typeof setInterval> | undefined;
      const late = new Promise<never>((_, reject) => {
        let rest = longest;
        // After a sleep one tick is late, and the worker has not had its time.
        const tick = (): void => {
          if (isClosed) clearInterval(timer);
          else if (--rest <= 0) reject(new Error(NO_ANSWER));
        };
        ready.then(
          () => (timer = setInterval(tick, 1000)),
          () => undefined,
        );
      });
      return Promise.race([ready.then(question), failed, late]).finally(() => clearInterval(timer));
    },
    close: () => {
      isClosed = true;
      worker?.terminate();
    },
  };
}
