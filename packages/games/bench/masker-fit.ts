/*
 * Fits the policy of Masker (`src/masker/policy-weights.ts`), and measures the beliefs that follow from it.
 *
 *   node packages/games/bench/masker-fit.ts play PLAYERS GAMES NODES SEED > games.jsonl    plays games of the bot against itself
 *   node packages/games/bench/masker-fit.ts fit games.jsonl…                               prints new weights; errors go to stderr
 *
 * A game is its deal and its moves. Every fifth game only measures the error.
 */
import { readFileSync, writeSync } from 'node:fs';
import { chooseMove } from '@tablier/ai';
import { makeSetup, type Move, NOBODY, SeededRng } from '@tablier/core';
import { masker, type MaskerPosition } from '../src/masker/index.ts';
import { sideOf } from '../src/masker/options.ts';
import { afterFeature, FEATURES, stageOf, takenFeature } from '../src/masker/policy.ts';
import { STOP } from '../src/masker/position.ts';

const PASSES = 20;
const RATE = 0.05;
/** The pull of every weight to 0 at each sample. */
const DECAY = 1e-5;
/** Every fifth game only measures the error. */
const HELD_OUT = 5;
const PER_LINE = 9;

/** A choice: two features for each move, and the move that was made. */
interface Sample {
  readonly game: number;
  readonly features: Uint8Array;
  readonly chosen: number;
}

/** A finished game. */
interface Played {
  readonly players: number;
  readonly deal: unknown;
  readonly moves: readonly Move[];
}

function startOf(players: number, deal: unknown): MaskerPosition {
  const setup = makeSetup(masker, { options: { touch: 'side', board: 'flat' }, players, deal });
  if (!setup.ok) throw new Error(setup.error.detail);
  return masker.start(setup.value);
}

function play(players: number, games: number, nodes: number, seed: string): void {
  const plan = { nodes, exploration: 1 };
  for (let game = 0; game < games; game++) {
    const rng = new SeededRng(`${seed} ${game}`);
    const deal = masker.deals.draw({ touch: 'side', board: 'flat' }, players, rng);
    const position = startOf(players, deal);
    const moves: Move[] = [];
    while (position.turn !== NOBODY) {
      const knowledge = masker.secrets.knowledge(position, position.turn);
      const { move } = chooseMove({ game: masker, options: position.options, knowledge }, plan, rng);
      moves.push(move);
      position.play(move);
    }
    writeSync(1, `${JSON.stringify({ players, deal, moves })}\n`);
  }
}

function samplesOf({ players, deal, moves }: Played, game: number): Sample[] {
  const position = startOf(players, deal);
  const legal = new Uint16Array(masker.maxMoves);
  const samples: Sample[] = [];
  for (const move of moves) {
    const list = legal.subarray(0, position.legalMoves(legal));
    if (list.length > 1 && move <= STOP) {
      const colour = position.owners.indexOf(sideOf(players, position.turn));
      const stage = stageOf(position);
      const features = Uint8Array.from(
        [...list].flatMap((other) => [
          takenFeature(position, other, colour, stage),
          afterFeature(position, other, colour, stage),
        ]),
      );
      samples.push({ game, features, chosen: list.indexOf(move) });
    }
    position.play(move);
  }
  return samples;
}

const shares = new Float64Array(64);

/** Writes the probabilities of the moves of a sample into `shares`. Returns the surprise at the chosen one, in nats. */
function predict({ features, chosen }: Sample, weights: Float64Array): number {
  const count = features.length / 2;
  let sum = 0;
  for (let move = 0; move < count; move++) {
    const logit =
      (weights[features[2 * move] as number] as number) + (weights[features[2 * move + 1] as number] as number);
    shares[move] = Math.exp(logit);
    sum += shares[move] as number;
  }
  for (let move = 0; move < count; move++) shares[move] = (shares[move] as number) / sum;
  return -Math.log(shares[chosen] as number);
}

function learn(sample: Sample, weights: Float64Array, rate: number): void {
  const { features, chosen } = sample;
  predict(sample, weights);
  for (let move = 0; move < features.length / 2; move++) {
    const change = rate * ((move === chosen ? 1 : 0) - (shares[move] as number));
    for (const feature of [features[2 * move] as number, features[2 * move + 1] as number])
      weights[feature] = (weights[feature] as number) * (1 - DECAY) + change;
  }
}

function fit(lines: readonly string[]): void {
  const samples = lines.flatMap((line, game) => samplesOf(JSON.parse(line) as Played, game));
  const training = samples.filter(({ game }) => game % HELD_OUT !== 0);
  const held = samples.filter(({ game }) => game % HELD_OUT === 0);
  const weights = new Float64Array(FEATURES);
  const rng = new SeededRng('fit');
  for (let pass = 0; pass < PASSES; pass++) {
    const rate = RATE / (1 + pass);
    for (let step = 0; step < training.length; step++)
      learn(training[rng.below(training.length)] as Sample, weights, rate);
    const error = held.reduce((sum, sample) => sum + predict(sample, weights), 0) / held.length;
    process.stderr.write(`pass ${pass + 1}: ${error.toFixed(4)} nats a move\n`);
  }
  const uniform = held.reduce((sum, { features }) => sum + Math.log(features.length / 2), 0) / held.length;
  process.stderr.write(`uniform: ${uniform.toFixed(4)} nats a move, ${samples.length} samples\n`);
  const numbers = Array.from(weights, (weight) => Number(Math.exp(weight).toPrecision(4)));
  for (let first = 0; first < numbers.length; first += PER_LINE)
    process.stdout.write(`  ${numbers.slice(first, first + PER_LINE).join(', ')},\n`);
}

const [command, ...given] = process.argv.slice(2);
if (command === 'play') play(Number(given[0]), Number(given[1]), Number(given[2]), given[3] ?? 'fit');
else if (command === 'fit') fit(given.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')));
else process.stderr.write('usage: masker-fit.ts play PLAYERS GAMES NODES SEED | fit FILE…\n');
