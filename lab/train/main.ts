/**
 * Computes the weights of a game from games of the bot against itself, from nothing, and writes them into their module:
 *
 *   npm run train -- isaac --seed 1 [--workers 2] [--scale 0.01] [--out FILE]
 *
 * The same seed gives the same weights, with any number of workers. `--scale` plays a part of the games only, for a trial.
 * The learning curve goes to the terminal; `docs/notebook/searches.md` explains it.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { startProgress } from '@tablier/cli/progress';
import { arcanorTraining } from './arcanor.ts';
import { isaacTraining } from './isaac.ts';
import { maskerTraining } from './masker.ts';
import { nascaTraining } from './nasca.ts';
import { train, type Training } from './training.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string' },
  },
});
const [scale, workers] = [Number(values.scale), Number(values.workers)];
if (!(scale > 0 && scale <= 1)) throw new Error(`--scale needs a number above 0 and up to 1, not ${values.scale}`);
if (!(Number.isInteger(workers) && workers > 0))
  throw new Error(`--workers needs a whole number above 0, not ${values.workers}`);

async function write<Sample, Weights>(training: Training<Sample, Weights>): Promise<void> {
  const progress = startProgress(1);
  const text = await train(training, { ...progress, seed: values.seed, scale, workers });
  progress.stop();
  writeFileSync(values.out ?? training.module, text);
}

const trainings: Readonly<Record<string, () => Promise<void>>> = {
  arcanor: () => write(arcanorTraining),
  isaac: () => write(isaacTraining),
  masker: () => write(maskerTraining),
  nasca: () => write(nascaTraining),
};
const game = positionals[0] ?? '';
const start = trainings[game];
if (start === undefined) throw new Error(`no training for ${game}: there is ${Object.keys(trainings).join(', ')}`);
await start();
