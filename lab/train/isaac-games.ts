import { type Move, type Rng, shuffle } from '@tablier/core';
import { type IsaacOptions, IsaacPosition } from '@tablier/games/isaac';
import {
  DARK,
  eachTerm,
  PER_STAGE,
  PlacingModel,
  stageOf,
  TO_MOVE,
  UNIT,
} from '../../packages/games/src/isaac/evaluation.ts';
import { SLOTS } from '../../packages/games/src/isaac/slots.ts';
import { ScoringSolver } from '../../packages/games/src/isaac/solve/scoring.ts';
import { WEIGHTS } from '../../packages/games/src/isaac/weights.ts';
import type { Sample } from './logistic.ts';
import type { GamePlayer } from './training.ts';

const OPTIONS: IsaacOptions = { scoringStarts: 'placer', counter: 'exact' };
/** The number of random placements at the start of a game is below this, so that neither side is always the better one. */
const MAX_RANDOM = 10;
/** Chances of a random placement later on, in percent. Each game has one of them. */
const NOISE = [0, 0, 4, 12] as const;
/** The temperatures of the other placements, in logits. Each game has one of them. */
const TEMPERATURES = [0.02, 0.1, 0.3] as const;
/** The positions of a game that are learned from, besides the finished placement. */
const POSITIONS = 8;
const TABLE_BITS = 15;
const RESOLUTION = 1 << 20;

/** A position and who won from there. */
export interface IsaacSample extends Sample {
  readonly stage: number;
}

/** Plays games with a model, and solves the scoring of each placement. */
export class IsaacGames {
  readonly #model: PlacingModel;
  readonly #solver = new ScoringSolver(false, TABLE_BITS);
  readonly #moves = new Uint16Array(SLOTS);
  readonly #leads = new Float64Array(SLOTS);

  constructor(weights: Int32Array) {
    this.#model = new PlacingModel(weights);
  }

  /** The positions of a game after its last random placement: the winner follows from these alone. None if nothing is scored. */
  play(rng: Rng): IsaacSample[] {
    const position = new IsaacPosition(OPTIONS);
    const random = rng.below(MAX_RANDOM);
    const noise = NOISE[rng.below(NOISE.length)] as number;
    const temperature = TEMPERATURES[rng.below(TEMPERATURES.length)] as number;
    let kept: IsaacPosition[] = [];
    for (let ply = 0; position.phase === 'placing'; ply++) {
      const isRandom = ply < random || rng.below(100) < noise;
      position.play(isRandom ? position.randomMove(rng) : this.#draw(position, temperature, rng));
      if (isRandom) kept = [];
      kept.push(position.clone());
    }
    if (position.phase !== 'scoring') return [];
    this.#solver.load(position);
    this.#solver.step(Number.POSITIVE_INFINITY);
    const result = 1 - this.#solver.winner;
    const learned = [...kept.slice(-1), ...shuffle(kept.slice(0, -1), rng).slice(0, POSITIONS)];
    return learned.map((each) => sampleOf(each, result));
  }

  /** A placement by a softmax over the leads after each. */
  #draw(position: IsaacPosition, temperature: number, rng: Rng): Move {
    const count = position.legalMoves(this.#moves);
    const leads = this.#leads.subarray(0, count);
    this.#model.leadsAfter(position, this.#moves, count, this.#leads);
    const best = Math.max(...leads);
    const weights = leads.map((lead) => Math.exp((lead - best) * (UNIT / temperature)));
    let rest = (weights.reduce((sum, weight) => sum + weight, 0) * rng.below(RESOLUTION)) / RESOLUTION;
    const index = weights.findIndex((weight) => (rest -= weight) < 0);
    return this.#moves[Math.max(0, index)] as Move;
  }
}

function sampleOf(position: IsaacPosition, result: number): IsaacSample {
  const first = stageOf(position);
  const plus: number[] = [];
  const minus: number[] = [];
  eachTerm(position, 0, (term) => plus.push(first + term));
  eachTerm(position, 1, (term) => minus.push(first + term));
  (position.turn === 0 ? plus : minus).push(first + TO_MOVE);
  plus.push(first + DARK);
  const counts = new Float32Array(plus.length + minus.length).fill(1).fill(-1, plus.length);
  return { stage: first / PER_STAGE, terms: Uint16Array.from([...plus, ...minus]), counts, result };
}

const games = new IsaacGames(WEIGHTS);
export const play: GamePlayer<IsaacSample> = (rng) => games.play(rng);
