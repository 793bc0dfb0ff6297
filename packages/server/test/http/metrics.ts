import type { RunningServer } from '../../src/index.ts';

/** A value of `GET /metrics`, with its labels if it has any; 0 if it is missing. */
export async function metricOf({ metricsPort }: RunningServer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.split(' ')[1]);
}

/** Waits until a number is as expected; returns the last one seen otherwise. */
export async function settled(read: () => Promise<number>, wanted: number, timeoutMs = 10_000): Promise<number> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
