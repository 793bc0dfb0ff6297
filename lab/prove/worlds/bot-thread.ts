import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Runs the thread of bots unchanged, and writes every request into a file, one per line. */
export async function recordIn(file: string): Promise<void> {
  // Requests wait for the first listener, which must be the thread itself.
  await import('@tablier/server/bot-thread');
  parentPort?.on('message', (request) => appendFileSync(file, `${JSON.stringify(request)}\n`));
}
