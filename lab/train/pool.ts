import { Worker } from 'node:worker_threads';

/** What a worker needs to play games of a generation. */
export interface WorkerTask {
  /** The address of the module of weights, and the text to read in its place. */
  readonly module: string;
  readonly text: string;
  /** The address of the module whose `play` plays a game. */
  readonly player: string;
  readonly seed: string;
  readonly generation: number;
}

/** A worker answers `first` and the samples of each game from there on. */
export interface Played<Sample> {
  readonly first: number;
  readonly games: readonly (readonly Sample[])[];
}

/** A message to a worker: play these games. */
export interface Chunk {
  readonly first: number;
  readonly count: number;
}

interface Pool {
  readonly games: number;
  readonly workers: number;
  /** Receives the number of games of each answer. */
  readonly onGames: (count: number) => void;
}

/** The games of a message: few, so that all workers end at about the same time. */
const CHUNK = 8;

/** The samples of all games of a generation, in the order of the games. Rejects if a worker fails. */
export async function playGames<Sample>(
  task: WorkerTask,
  { games, workers, onGames }: Pool,
): Promise<(readonly Sample[])[]> {
  const all: (readonly Sample[])[] = Array.from({ length: games });
  let next = 0;
  const playSome = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: task });
      const goOn = (): void => {
        if (next >= games) return void worker.terminate();
        const chunk: Chunk = { first: next, count: Math.min(CHUNK, games - next) };
        next += chunk.count;
        worker.postMessage(chunk);
      };
      worker.on('message', ({ first, games: samples }: Played<Sample>) => {
        for (const [index, each] of samples.entries()) all[first + index] = each;
        onGames(samples.length);
        goOn();
      });
      worker.once('error', reject);
      worker.once('exit', () => resolve());
      goOn();
    });
  await Promise.all(Array.from({ length: Math.min(workers, games) }, playSome));
  return all;
}
