import type { RunningServer } from '../../src/index.ts';

/** A value of `GET /metrics`, with its labels if it has any; 0 if it is missing. */
export async function metricOf(server: RunningServer, name: string): Promise<number> {
  return (await metricsNow(server))(name);
}

/** All metrics at one moment, by name. What is missing is 0. */
export async function metricsNow({ metricsPort }: RunningServer): Promise<(name: string) => number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const lines = text.split('\n');
  return (name) => Number(lines.find((each) => each.startsWith(`${name} `))?.split(' ')[1] ?? 0);
}

/** Waits until a number is as expected; returns the last one seen otherwise. */
export async function settled(read: () => Promise<number>, wanted: number, timeoutMs = 60_000): Promise<number> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const seen = await read();
    if (seen === wanted || performance.now() > until) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
