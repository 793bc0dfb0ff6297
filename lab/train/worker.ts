/** A worker of a training: plays games with the weights of its task. */
import { registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { SeededRng } from '@tablier/core';
import type { Chunk, Played, WorkerTask } from './pool.ts';
import type { GamePlayer } from './training.ts';

const { module, text, player, seed, generation } = workerData as WorkerTask;
registerHooks({
  load: (url, context, next) => (url === module ? { ...next(url, context), source: text } : next(url, context)),
});
const { play } = (await import(player)) as { play: GamePlayer<unknown> };

parentPort?.on('message', ({ first, count }: Chunk) => {
  const games = Array.from({ length: count }, (_, index) =>
    play(new SeededRng(`${seed} ${generation} ${first + index}`), generation, first + index),
  );
  parentPort?.postMessage({ first, games } satisfies Played<unknown>);
});
