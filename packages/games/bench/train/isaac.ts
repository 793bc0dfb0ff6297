import { SeededRng } from '@tablier/core';
import { PER_STAGE, STAGE_COUNT, UNIT } from '../../src/isaac/placing/terms.ts';
import { IsaacGames, type IsaacSample } from './isaac-games.ts';
import { errorOf, fitLogistic } from './logistic.ts';

/** The games of each generation, which are played with the weights of the one before; the first with none. */
const GENERATIONS = [4_000, 6_000, 12_000, 25_000, 45_000] as const;
/** The first generations play badly. From this one on the samples of earlier ones are kept, the newest of them. */
const FIRST_KEPT = 2;
const MAX_KEPT = 400_000;
/** Every tenth game only measures the error. */
const HELD_OUT = 10;
const FITTING = { weights: PER_STAGE * STAGE_COUNT, passes: 6, rate: 0.06, decay: 2e-6 };

interface Report {
  /** Receives the learning curve, line by line. */
  readonly print: (line: string) => void;
  /** Receives the number of games played, and of all. */
  readonly at: (done: number, total: number) => void;
}

/** The weights of the placement, from nothing. */
export function trainIsaac(seed: string, { print, at }: Report): number[] {
  const rng = new SeededRng(`${seed} fit`);
  let weights = new Int32Array(FITTING.weights);
  let samples: IsaacSample[] = [];
  const total = GENERATIONS.reduce((sum, games) => sum + games, 0);
  let done = 0;
  for (const [generation, games] of GENERATIONS.entries()) {
    const player = new IsaacGames(weights);
    const held: IsaacSample[] = [];
    const fresh: IsaacSample[] = [];
    for (let game = 0; game < games; game++) {
      const played = player.play(new SeededRng(`${seed} ${generation} ${game}`));
      (game % HELD_OUT === 0 ? held : fresh).push(...played);
      at(++done, total);
    }
    samples = generation < FIRST_KEPT ? fresh : [...samples.slice(-MAX_KEPT), ...fresh];
    const fitted = fitLogistic(samples, FITTING, rng);
    print(`| ${generation + 1} | ${games} | ${samples.length} | ${curve(fitted, held).join(' | ')} |`);
    weights = Int32Array.from(fitted, (weight) => Math.round(weight / UNIT));
  }
  return [...weights];
}

/** By stage: the error on games that were held out. */
const curve = (weights: Float64Array, held: readonly IsaacSample[]): string[] =>
  Array.from({ length: STAGE_COUNT }, (_, stage) => {
    const { loss, right } = errorOf(
      weights,
      held.filter((sample) => sample.stage === stage),
    );
    return `${loss.toFixed(3)}, ${(100 * right).toFixed(1)} %`;
  });
