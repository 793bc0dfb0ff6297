/** The rate and the latencies of a run. Times in milliseconds. */
export interface Pace extends ReturnType<typeof percentilesOf> {
  readonly perSecond: number;
  /** The share of one processor that the server used. */
  readonly serverCpu: number;
  readonly driverCpu: number;
  /** The processor time for each, of the server and of the drivers. Microseconds. */
  readonly micros: number;
  readonly driverMicros: number;
}

/** The mean; 0 without numbers. */
export const mean = (numbers: readonly number[]): number =>
  numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

export const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

/** The value below which this share of all values lies; 0 without values. `sorted` is ascending. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}

export const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();

export function percentilesOf(values: readonly number[]) {
  const sorted = ascending(values);
  const at = (share: number): number => percentile(sorted, share);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** A column of a table: its title, and its cell in each row. */
export type Column<Row> = readonly [title: string, cellOf: (row: Row) => string | number];

/** A table in Markdown. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  const lines = [
    columns.map(([title]) => title),
    columns.map(() => '---'),
    ...rows.map((row) => columns.map(([, cellOf]) => cellOf(row))),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`);
}

/** Does `work` on each item, `atOnce` at a time. */
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

/** Waits until `isSo`; whether that happened within `timeoutMs`. */
export async function settled(isSo: () => boolean, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (!isSo()) {
    if (performance.now() > until) return false;
    await pause(20);
  }
  return true;
}

/** The result of some work. Rejects if it takes longer than `timeoutMs`. */
export async function inTime<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
