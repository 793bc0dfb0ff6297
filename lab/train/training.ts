import { type Rng, SeededRng } from '@tablier/core';
import { playGames } from './pool.ts';

/** How the weights of a game come from games of the bot against itself. `Sample`: what a worker sends of a game. */
export interface Training<Sample, Weights> {
  /** The module that has the weights. While a generation is played, workers read the text of the weights so far in its place. */
  readonly module: URL;
  /** The module whose `play` plays a game, see `GamePlayer`. */
  readonly player: URL;
  /** The games of each generation. Each is played with the weights of the one before, the first with `start`. */
  readonly generations: readonly number[];
  readonly start: Weights;
  /** The first generations play badly. From this one on the samples of earlier ones are kept, the newest of them. */
  readonly firstKept: number;
  readonly maxKept: number;
  /** The weights that explain the samples, and cells of the learning curve: their errors on games that were held out. */
  fit(
    samples: readonly Sample[],
    held: readonly Sample[],
    rng: Rng,
  ): { readonly weights: Weights; readonly curve: readonly string[] };
  /** The text of `module` with these weights. */
  textOf(weights: Weights): string;
}

/** The export `play` of a player module: the samples of a game. They depend on the arguments and the weights only. */
export type GamePlayer<Sample> = (rng: Rng, generation: number, game: number) => Sample[];

interface Run {
  readonly seed: string;
  /** The share of the games to play, at most 1: a small one for a trial. */
  readonly scale: number;
  readonly workers: number;
  /** Receives the learning curve, line by line. */
  readonly print: (line: string) => void;
  /** Receives the number of games played, and of all. */
  readonly at: (done: number, total: number) => void;
}

/** Every tenth game only measures the error. */
const HELD_OUT = 10;

/** The text of the module of weights, from nothing. Equal seeds and scales give equal texts with any number of workers. */
export async function train<Sample, Weights>(training: Training<Sample, Weights>, run: Run): Promise<string> {
  const { seed, scale, workers, print, at } = run;
  const rng = new SeededRng(`${seed} fit`);
  const generations = training.generations.map((games) => Math.ceil(games * scale));
  const total = generations.reduce((sum, games) => sum + games, 0);
  let text = training.textOf(training.start);
  let samples: Sample[] = [];
  let done = 0;
  for (const [generation, games] of generations.entries()) {
    const task = { module: training.module.href, player: training.player.href, text, seed, generation };
    const played = await playGames<Sample>(task, { games, workers, onGames: (count) => at((done += count), total) });
    const held = played.filter((_, game) => game % HELD_OUT === 0).flat();
    const fresh = played.filter((_, game) => game % HELD_OUT !== 0).flat();
    samples = generation < training.firstKept ? fresh : [...samples.slice(-training.maxKept), ...fresh];
    const { weights, curve } = training.fit(samples, held, rng);
    print(`| ${generation + 1} | ${games} | ${samples.length} | ${curve.join(' | ')} |`);
    text = training.textOf(weights);
  }
  return text;
}

/** Numbers in short lines of text. */
export function linesOf(numbers: readonly number[], perLine: number, separator: string): string[] {
  const lines: string[] = [];
  for (let first = 0; first < numbers.length; first += perLine)
    lines.push(numbers.slice(first, first + perLine).join(separator));
  return lines;
}

const NUMBERS_PER_LINE = 24;

/** A module with an array of whole numbers. */
export const weightsModule = (
  game: string,
  weights: readonly number[],
): string => `/** The weights of the evaluation, in the order of its terms. Written by \`npm run train -- ${game}\`. */
export const WEIGHTS: Int32Array = Int32Array.from(
  \`
${linesOf(weights, NUMBERS_PER_LINE, ' ').join('\n')}
\`
    .trim()
    .split(/\\s+/u),
  Number,
);
`;
