import { BroadcastChannel, parentPort } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

/**
 * Runs the thread of bots as it is, and repeats every question on the channel of this name.
 * @param {string} name
 */
export async function listenOn(name) {
  register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
  const channel = new BroadcastChannel(name);
  // Questions wait until somebody listens: the thread itself has to be the first.
  await import('../../../packages/server/src/bots/think.ts');
  parentPort?.on('message', (question) => channel.postMessage(JSON.stringify(question)));
}
