/**
 * Fits the weights of a game's evaluation from nothing, and writes them into its `weights.ts`:
 *
 *   npm run train -- isaac --seed 1
 *
 * The same seed gives the same weights. The learning curve goes to the terminal; `packages/games/README.md` explains it.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startProgress } from '@tablier/cli/progress';
import { trainIsaac } from './train/isaac.ts';

const NUMBERS_PER_LINE = 24;
const TRAININGS: Readonly<Record<string, typeof trainIsaac>> = { isaac: trainIsaac };

/** The weights as a module, in short lines of text. */
function moduleOf(game: string, weights: readonly number[]): string {
  const lines: string[] = [];
  for (let first = 0; first < weights.length; first += NUMBERS_PER_LINE)
    lines.push(weights.slice(first, first + NUMBERS_PER_LINE).join(' '));
  return `/** The weights of the evaluation, in the order of its terms. Written by \`npm run train -- ${game}\`. */
export const WEIGHTS = Int32Array.from(
  \`
${lines.join('\n')}
\`
    .trim()
    .split(/\\s+/u),
  Number,
);
`;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, out: { type: 'string' } },
});
const game = positionals[0] ?? '';
const train = TRAININGS[game];
if (train === undefined) throw new Error(`no training for ${game}: there is ${Object.keys(TRAININGS).join(', ')}`);
const progress = startProgress(1);
const weights = train(values.seed, progress);
progress.stop();
writeFileSync(values.out ?? new URL(`../src/${game}/weights.ts`, import.meta.url), moduleOf(game, weights));
