/** What a run of so many seconds came to. Times in milliseconds. */
export interface Pace {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The share of one processor that the server used. */
  readonly serverCpu: number;
  readonly driverCpu: number;
  /** Microseconds of processor time for each, of the server and of the drivers. */
  readonly micros: number;
  readonly driverMicros: number;
}

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** The value below which that share of all lies; 0 of none. `sorted` ascends. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

/** Lets `work` be done on each item, so many at a time. */
export async function inTurn<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `isSo`; whether that came to be within so many milliseconds. */
export async function settled(isSo: () => boolean, patience: number): Promise<boolean> {
  const until = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > until) return false;
    await pause(20);
  }
  return true;
}

/** What some work comes to; rejects where it takes longer than so many milliseconds. */
export async function inTime<T>(work: Promise<T>, patience: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${patience} ms`)), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
