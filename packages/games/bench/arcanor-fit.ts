/*
 * Fits the weights of Arcanor's evaluation (`src/arcanor/search/weights.ts`).
 *
 *   node packages/games/bench/arcanor-fit.ts play GAMES SEED > games.jsonl     plays games of the bot against itself
 *   node packages/games/bench/arcanor-fit.ts fit games.jsonl > new.ts          fits the weights; the error of each pass goes to stderr
 *
 * `new.ts` then replaces `weights.ts`. A game is its first random moves, the other moves with the share of a win that the search
 * expected for Light (in thousandths), and Light's result. The weights predict the mean of the two.
 * The committed weights come from 1,777 games in three rounds (seeds g1, g2 and g3), each played with the weights of the round before and
 * fitted with all games so far. The first round began with weights that were chosen by hand.
 */
import { readFileSync, writeSync } from 'node:fs';
import { chooseMove } from '@tablier/ai';
import { NOBODY, type Rng, SeededRng, shuffle } from '@tablier/core';
import { ArcanorPosition, arcanor } from '../src/arcanor/index.ts';
import { SearchBoard } from '../src/arcanor/search/board.ts';
import { forEachTerm, UNIT, WEIGHT_COUNT } from '../src/arcanor/search/evaluation.ts';
import { WEIGHTS } from '../src/arcanor/search/weights.ts';

const OPTIONS = { table: 'open' } as const;
const PLAN = { nodes: 1500, depth: 99 };
/** Chances of a random move, in percent. Each game has one of them. */
const NOISE = [0, 0, 2, 5] as const;

const PASSES = 10;
const RATE = 0.03;
/** The pull of every weight to 0 at each sample. */
const DECAY = 1e-7;
/** Every tenth game only measures the error. */
const HELD_OUT = 10;
const NUMBERS_PER_LINE = 28;

/** Moves with the share that Light can expect; -1 for a random move. */
type Line = readonly [moves: readonly (readonly [number, number])[], result: number];

interface Sample {
  readonly game: number;
  readonly terms: Int16Array;
  /** How often each term counts for Light, less how often for Dark. */
  readonly counts: Float32Array;
  readonly share: number;
}

function playGame(rng: Rng): Line {
  const position = new ArcanorPosition(OPTIONS);
  const moves: [number, number][] = [];
  const random = 2 + rng.below(7);
  const noise = NOISE[rng.below(NOISE.length)] as number;
  while (position.turn !== NOBODY) {
    const isRandom = moves.length < random || rng.below(100) < noise;
    if (isRandom) moves.push([position.randomMove(rng), -1]);
    else {
      const task = { game: arcanor, options: OPTIONS, knowledge: arcanor.secrets.knowledge(position, position.turn) };
      const { move, info } = chooseMove(task, PLAN, rng, { nodes: PLAN.nodes });
      moves.push([move, Math.round(1000 * (info.values[0] as number))]);
    }
    position.play((moves.at(-1) as [number, number])[0]);
  }
  return [moves, position.winner === NOBODY ? 0.5 : 1 - position.winner];
}

function play(games: number, seed: string): void {
  for (let game = 0; game < games; game++) {
    writeSync(1, `${JSON.stringify(playGame(new SeededRng(`${seed}${game}`)))}\n`);
  }
}

/** Positions before quiet moves that the search chose. */
function samplesOf(line: string, game: number): Sample[] {
  const [moves, result] = JSON.parse(line) as Line;
  const board = new SearchBoard(new ArcanorPosition(OPTIONS));
  const samples: Sample[] = [];
  const forcing = new Uint16Array(arcanor.maxMoves);
  for (const [move, share] of moves) {
    const isForcing = forcing.subarray(0, board.listForcing(forcing)).includes(move);
    if (share >= 0 && !isForcing) samples.push({ game, ...termsOf(board), share: (result + share / 1000) / 2 });
    const position = board.turn;
    board.make(move);
    if (position === NOBODY) break;
  }
  return samples;
}

function termsOf(board: SearchBoard): { terms: Int16Array; counts: Float32Array } {
  const counts = new Map<number, number>();
  forEachTerm(board, (term, seat, times) => {
    counts.set(term, (counts.get(term) ?? 0) + (seat === 0 ? times : -times));
  });
  const kept = [...counts].filter(([, count]) => count !== 0);
  return { terms: Int16Array.from(kept, ([term]) => term), counts: Float32Array.from(kept, ([, count]) => count) };
}

function shareOf(weights: Float64Array, { terms, counts }: Sample): number {
  let sum = 0;
  for (let index = 0; index < terms.length; index++)
    sum += (weights[terms[index] as number] as number) * (counts[index] as number);
  return 1 / (1 + Math.exp(-sum));
}

/** One pass of stochastic gradient descent, each weight with a rate of its own (AdaGrad). */
function learn(weights: Float64Array, squares: Float64Array, samples: readonly Sample[]): void {
  for (const sample of samples) {
    const error = sample.share - shareOf(weights, sample);
    const { terms, counts } = sample;
    for (let index = 0; index < terms.length; index++) {
      const term = terms[index] as number;
      const gradient = error * (counts[index] as number);
      const square = (squares[term] as number) + gradient * gradient;
      squares[term] = square;
      weights[term] = (weights[term] as number) * (1 - DECAY) + (RATE * gradient) / Math.sqrt(square + 1e-9);
    }
  }
}

/** The mean logarithmic error. */
function errorOf(weights: Float64Array, samples: readonly Sample[]): number {
  let loss = 0;
  for (const sample of samples) {
    const share = Math.min(1 - 1e-9, Math.max(1e-9, shareOf(weights, sample)));
    loss -= sample.share * Math.log(share) + (1 - sample.share) * Math.log(1 - share);
  }
  return loss / samples.length;
}

function fit(file: string): void {
  const all = readFileSync(file, 'utf8').trim().split('\n').flatMap(samplesOf);
  const held = all.filter(({ game }) => game % HELD_OUT === 0);
  const rng = new SeededRng('fit');
  const samples = all.filter(({ game }) => game % HELD_OUT !== 0);
  const weights = Float64Array.from({ length: WEIGHT_COUNT }, (_, term) => (WEIGHTS[term] ?? 0) / UNIT);
  writeSync(2, `${samples.length} positions; before: ${errorOf(weights, held).toFixed(5)}\n`);
  const squares = new Float64Array(weights.length).fill(1);
  for (let pass = 1; pass <= PASSES; pass++) {
    learn(weights, squares, shuffle(samples, rng));
    writeSync(2, `pass ${pass}: ${errorOf(weights, held).toFixed(5)}\n`);
  }
  writeSync(1, moduleOf(Array.from(weights, (weight) => Math.round(weight * UNIT))));
}

/** The weights as a module, in short lines of text. */
function moduleOf(weights: readonly number[]): string {
  const lines: string[] = [];
  for (let first = 0; first < weights.length; first += NUMBERS_PER_LINE)
    lines.push(weights.slice(first, first + NUMBERS_PER_LINE).join(' '));
  return `/** The weights of the evaluation, in the order of its terms. Written by \`packages/games/bench/arcanor-fit.ts\`. */
export const WEIGHTS: Int32Array = Int32Array.from(
  `.concat('`\n', lines.join('\n'), '\n`\n    .trim()\n    .split(/\\s+/u),\n  Number,\n);\n');
}

const [task, argument = '', seed = ''] = process.argv.slice(2);
if (task === 'play') play(Number(argument), seed);
else fit(argument);
