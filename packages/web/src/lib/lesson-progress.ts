import { isObject, readObject, writeJson } from './local-storage.ts';

/** The storage key: for each game the ids of the finished steps, and of the last one on the screen. */
const KEY = 'tablier.learn';

interface Progress {
  /** The ids of the finished steps. Ids of steps that no longer exist do no harm. */
  readonly done: readonly string[];
  /** The id of the step on the screen; `null` before the first. */
  readonly at: string | null;
}

const NONE: Progress = { done: [], at: null };

export function readProgress(gameId: string): Progress {
  const stored = readObject(KEY)[gameId];
  if (!isObject(stored)) return NONE;
  const { done, at } = stored;
  return {
    done: Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [],
    at: typeof at === 'string' ? at : null,
  };
}

/** Stores it. Without storage it lasts until the page is left. */
export function writeProgress(gameId: string, progress: Progress): void {
  writeJson(KEY, { ...readObject(KEY), [gameId]: progress });
}
