import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/**
 * Runs the thread of bots as it is, and writes every question into a file, a line each.
 * @param {string} file
 */
export async function writeTo(file) {
  // Questions wait until somebody listens: the thread itself has to be the first.
  await import('@tablier/server/bot-thread');
  parentPort?.on('message', (question) => appendFileSync(file, `${JSON.stringify(question)}\n`));
}
