import type { Log } from './log.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { keysOf } from './addresses.ts';
import { known } from './caches.ts';
import { StoreUnavailable } from '@tablier/store';

/** Merges calls of a job that always processes everything: a call during a run starts one more run afterwards. */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const repeat = async (): Promise<void> => {
    try {
      while (isWanted) {
        isWanted = false;
        await work();
      }
    } finally {
      // At once: a call after the last run, but before this promise is settled, needs a run of its own.
      running = null;
    }
  };
  /** Resolves when a run that started after this call is complete; rejects if it failed. */
  return () => {
    isWanted = true;
    return (running ??= repeat());
  };
}

/** The result of `make`, made when it is first needed; if that failed, it is made again the next time. */
export function remembered<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  const forget = (error: unknown): never => {
    made = null;
    throw error;
  };
  return () => (made ??= make().catch(forget));
}

/** Calls back once in `milliseconds`. Returns a function that prevents it. The wait alone does not keep the process alive. */
export type After = (milliseconds: number, task: () => void) => () => void;

export const after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Logs the error of work that no caller awaits. Without a handler it would end the process. */
export function inBackground(work: Promise<unknown>, log: Log, text: string): void {
  work.catch((error: unknown) => log.error({ err: error }, text));
}

/** Runs tasks one after the other. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async idle(): Promise<void> {
    await this.#last;
  }
}

/** Work in progress that others wait for, but not long. */
export class InProgress {
  readonly #work = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        this.#work.delete(settled);
      });
    this.#work.add(settled);
    return work;
  }

  /** Resolves when what is in progress now is settled, and after `longest` milliseconds at the latest. */
  async settled(longest: number): Promise<void> {
    if (this.#work.size === 0) return;
    const over = new AbortController();
    const late = wait(longest, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    await Promise.race([Promise.all(this.#work), late]);
    over.abort();
  }
}

/** How long work may block the event loop before other work runs. Milliseconds. */
const SLICE = 10;
/** The same for connections that are opened or closed: with thousands of them, a move waits for this in each of a few turns. */
const ARRIVAL_SLICE = 3;

/** When the first work of this turn of the event loop began; `null` before. */
let turnSince: number | null = null;
type Waiting = () => void;

class RoundRobin {
  readonly #waiting = new Map<string, Waiting[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(key: string, one: Waiting): void {
    known(this.#waiting, key, () => []).push(one);
  }

  shift(): Waiting | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [key, own] = first;
    const next = own.shift();
    this.#waiting.delete(key);
    if (own.length > 0) this.#waiting.set(key, own);
    return next;
  }
}

/** By address, so that many requests from one keep no one else waiting. */
const requests = new RoundRobin();
const arrivals = new RoundRobin();
const longWork: Waiting[] = [];

/** Before work for a request: when those of one turn of the event loop have used a slice, others wait. */
export const ownTurn = (address: string): Promise<void> => turnAmong(requests, address);

/** Before a connection is opened or closed: requests go first, so that thousands who come back at once keep no player waiting. */
export const arrivalTurn = (address: string): Promise<void> => turnAmong(arrivals, address, ARRIVAL_SLICE);

async function turnAmong(waiting: RoundRobin, address: string, slice = SLICE): Promise<void> {
  if (requests.isEmpty && waiting.isEmpty && !isTurnUsedUp(slice)) return;
  const key = keysOf(address)[0]?.key ?? address;
  await new Promise<void>((resolve) => waiting.add(key, resolve));
}

function isTurnUsedUp(slice: number): boolean {
  if (turnSince !== null) return performance.now() - turnSince >= slice;
  beginTurn();
  return false;
}

function beginTurn(): void {
  if (turnSince === null) setImmediate(() => void nextTurn());
  turnSince = performance.now();
}

async function nextTurn(): Promise<void> {
  turnSince = null;
  if (requests.isEmpty && arrivals.isEmpty && longWork.length === 0) return;
  beginTurn();
  await runFrom(requests, () => isTurnUsedUp(SLICE));
  // A share of their own, however long the requests take.
  const since = performance.now();
  await runFrom(arrivals, () => performance.now() - since >= ARRIVAL_SLICE);
  await runFrom(longWork, () => isTurnUsedUp(SLICE));
}

async function runFrom(waiting: Pick<RoundRobin, 'shift'>, isUsedUp: () => boolean): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = isUsedUp() ? undefined : waiting.shift()) {
    next();
    // After all that this work does without waiting.
    await afterPromises();
  }
}

/** Resolves when all settled promises, and those that settle because of them, have called their callbacks. */
const afterPromises = async (): Promise<void> => {
  await Promise.resolve();
  await new Promise<void>((resolve) => process.nextTick(resolve));
};

/** Lets long work pause regularly, so that requests and clocks are served meanwhile. */
export class Slices {
  #since = performance.now();

  /** To be awaited between two steps. Yields to the event loop when the slice is used up. */
  async pause(): Promise<void> {
    if (!this.isUsedUp) return;
    await new Promise<void>((resolve) => {
      if (turnSince === null) beginTurn();
      longWork.push(resolve);
    });
    this.#since = performance.now();
  }

  get isUsedUp(): boolean {
    return performance.now() - this.#since >= SLICE;
  }
}

/** The items of all pages of a list. Each page follows the last item of the one before. */
export async function* pagesOf<T>(
  size: number,
  read: (last: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<T, void> {
  let last: T | undefined;
  do {
    const page = await read(last);
    yield* page;
    last = page.length < size ? undefined : page.at(-1);
  } while (last !== undefined);
}

export async function inSlices<T>(steps: Generator<void, T, void>): Promise<T> {
  const slices = new Slices();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await slices.pause();
  }
}

/**
 * Does work for each item, one after the other. An item whose work fails keeps no other from it: the first error is thrown after the last
 * item. Only a database that does not answer ends it at once. Other work runs in between: reads of SQLite alone would not let it.
 */
export async function eachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const slices = new Slices();
  for await (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      failures.push(error);
    }
    await slices.pause();
  }
  if (failures.length > 0) throw failures[0];
}
