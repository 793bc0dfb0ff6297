/*
 * Fits the weights of Isaac's evaluation (`src/isaac/weights.ts`).
 *
 *   node packages/games/bench/isaac-fit.ts play GAMES SEED > games.jsonl    plays games, and solves the scoring of each placement
 *   node packages/games/bench/isaac-fit.ts fit games.jsonl > new.ts         fits the weights; the error of each pass goes to stderr
 *
 * `new.ts` then replaces `weights.ts`. A game is its placements and its winner. It begins with random placements and may have some later, so that all kinds of positions
 * occur. A random placement is written as -1 - move. Positions before the last random one are not used: the winner does not follow
 * from them. The committed weights come from 17,200 games with the seed g1, played with the evaluation before them and without the solver.
 */
import { readFileSync, writeSync } from 'node:fs';
import { chooseMove } from '@tablier/ai';
import { type Rng, SeededRng, shuffle } from '@tablier/core';
import { PER_STAGE, STAGE_COUNT, stageOf, termsOf, UNIT } from '../src/isaac/evaluation.ts';
import { isaac, type IsaacOptions, IsaacPosition } from '../src/isaac/index.ts';
import { ScoringSolver } from '../src/isaac/solve/scoring.ts';

const OPTIONS: IsaacOptions = { scoringStarts: 'placer', counter: 'exact' };
const PLAN = { nodes: 800, exploration: 0.2, playoutPlies: 0 };
/** Chances of a random placement, in percent. Each game has one of them. */
const NOISE = [0, 5, 15, 30] as const;

const PASSES = 12;
const RATE = 0.08;
/** The pull of every weight to 0 at each sample. */
const DECAY = 2e-6;
/** Every fifth game only measures the error. */
const HELD_OUT = 5;

const NUMBERS_PER_LINE = 24;

interface Sample {
  readonly game: number;
  readonly stage: number;
  /** Weights of Dark's pieces, and of Light's. */
  readonly plus: Uint16Array;
  readonly minus: Uint16Array;
  readonly darkWon: number;
}

function playGame(rng: Rng): { readonly placements: number[]; readonly position: IsaacPosition } {
  const position = new IsaacPosition(OPTIONS);
  const placements: number[] = [];
  const random = 2 + rng.below(8);
  const noise = NOISE[rng.below(NOISE.length)] as number;
  while (position.phase === 'placing') {
    const isRandom = placements.length < random || rng.below(100) < noise;
    const task = { game: isaac, options: OPTIONS, knowledge: isaac.secrets.knowledge(position, position.turn) };
    const move = isRandom ? position.randomMove(rng) : chooseMove(task, PLAN, rng).move;
    placements.push(isRandom ? -1 - move : move);
    position.play(move);
  }
  return { placements, position };
}

function play(games: number, seed: string): void {
  const solver = new ScoringSolver(false, 17);
  for (let game = 0; game < games; game++) {
    const { placements, position } = playGame(new SeededRng(`${seed}${game}`));
    if (position.phase !== 'scoring') continue;
    solver.load(position);
    solver.step(Number.POSITIVE_INFINITY);
    writeSync(1, `${JSON.stringify([placements, solver.winner])}\n`);
  }
}

function samplesOf(line: string, game: number): Sample[] {
  const [placements, winner] = JSON.parse(line) as [number[], number];
  const lastRandom = placements.findLastIndex((placement) => placement < 0);
  const position = new IsaacPosition(OPTIONS);
  const samples: Sample[] = [];
  for (const [ply, placement] of placements.entries()) {
    position.play(placement < 0 ? -1 - placement : placement);
    if (ply < lastRandom) continue;
    const { plus, minus } = termsOf(position);
    const stage = stageOf(position) / PER_STAGE;
    samples.push({ game, stage, plus: Uint16Array.from(plus), minus: Uint16Array.from(minus), darkWon: 1 - winner });
  }
  return samples;
}

function chance(weights: Float64Array, { plus, minus }: Sample): number {
  let sum = 0;
  for (const index of plus) sum += weights[index] as number;
  for (const index of minus) sum -= weights[index] as number;
  return 1 / (1 + Math.exp(-sum));
}

/** One pass of stochastic gradient descent, each weight with a rate of its own (AdaGrad). */
function learn(weights: Float64Array, squares: Float64Array, samples: readonly Sample[]): void {
  const move = (index: number, gradient: number): void => {
    const before = weights[index] as number;
    const square = (squares[index] as number) + gradient * gradient;
    squares[index] = square;
    weights[index] = before * (1 - DECAY) + (RATE * gradient) / Math.sqrt(square + 1e-9);
  };
  for (const sample of samples) {
    const error = sample.darkWon - chance(weights, sample);
    for (const index of sample.plus) move(index, error);
    for (const index of sample.minus) move(index, -error);
  }
}

/** By stage: the mean logarithmic error, and the share of winners named correctly. */
function report(weights: Float64Array, samples: readonly Sample[]): string {
  return Array.from({ length: STAGE_COUNT }, (_, stage) => {
    const held = samples.filter((sample) => sample.stage === stage);
    let loss = 0;
    let right = 0;
    for (const sample of held) {
      const share = chance(weights, sample);
      loss -= Math.log(sample.darkWon === 1 ? share : 1 - share);
      right += Number(share > 0.5 === (sample.darkWon === 1));
    }
    return `${(loss / held.length).toFixed(4)} ${((100 * right) / held.length).toFixed(1)} %`;
  }).join(' | ');
}

function fit(file: string): void {
  const all = readFileSync(file, 'utf8').trim().split('\n').flatMap(samplesOf);
  const held = all.filter(({ game }) => game % HELD_OUT === 0);
  const rng = new SeededRng('fit');
  const samples = shuffle(
    all.filter(({ game }) => game % HELD_OUT !== 0),
    rng,
  );
  const weights = new Float64Array(PER_STAGE * STAGE_COUNT);
  const squares = new Float64Array(weights.length);
  for (let pass = 1; pass <= PASSES; pass++) {
    learn(weights, squares, shuffle(samples, rng));
    writeSync(2, `pass ${pass}: ${report(weights, held)}\n`);
  }
  writeSync(1, moduleOf([...weights].map((weight) => Math.round(weight / UNIT))));
}

/** The weights as a module, in short lines of text. */
function moduleOf(weights: readonly number[]): string {
  const lines: string[] = [];
  for (let first = 0; first < weights.length; first += NUMBERS_PER_LINE)
    lines.push(weights.slice(first, first + NUMBERS_PER_LINE).join(' '));
  return `/** The weights of the evaluation, in the order of its terms. Written by \`packages/games/bench/isaac-fit.ts\`. */
export const WEIGHTS = Int32Array.from(
  `.concat('`\n', lines.join('\n'), '\n`\n    .trim()\n    .split(/\\s+/u),\n  Number,\n);\n');
}

const [task, argument = '', seed = ''] = process.argv.slice(2);
if (task === 'play') play(Number(argument), seed);
else fit(argument);
