import {
  type FindGame,
  type Level,
  type Move,
  NOBODY,
  type Options,
  type Position,
  type Rng,
  type Seat,
  SeededRng,
} from '@tablier/core';
import { type Budget, type Search, type SearchMemory, type SearchResult, type Task } from '../contract/search.ts';
import { type BotGame, outcomeValues, planOf, type SearchPlan } from '../contract/advice.ts';
import { makeSearch, runSearch } from './choose.ts';

/** The most replies that are checked for one move, so that a lost position with many moves costs no more than a short search. */
const MAX_REPLIES = 20_000;
/** A move that wins in so many possible positions wins in all: where it depends on a hidden colour, at most half of them agree. */
const WORLDS = 16;

/** What a player notices at first sight: the position after each move, and the replies that end the game, unless hidden information decides those. */
class Glance {
  readonly moves: readonly Move[];
  readonly #game: BotGame;
  readonly #position: Position;
  /** Other positions that the seat cannot tell from this one. */
  readonly #others: () => Position;
  readonly #after: Position;
  readonly #values: Float64Array;
  readonly #replies: Uint16Array;
  readonly #isOpen: boolean;
  #repliesLeft: number;
  #hopes: readonly number[] | null = null;

  constructor({ game, options, knowledge }: Task, rng: Rng) {
    this.#game = game;
    this.#position = game.secrets.sample(knowledge, rng);
    this.#others = () => game.secrets.sample(knowledge, rng);
    this.#after = this.#position.clone();
    this.#values = new Float64Array(this.#position.outcome().scores.length);
    this.#replies = new Uint16Array(game.maxMoves);
    this.#isOpen = !game.secrets.hides(options);
    this.#repliesLeft = this.#isOpen ? MAX_REPLIES : 0;
    this.moves = [...this.#replies.subarray(0, this.#position.legalMoves(this.#replies))];
  }

  /** The share of a win that the position seems to be worth for the seat to move. */
  get standing(): number {
    this.#after.copyFrom(this.#position);
    return this.#valueFor(this.#position.turn);
  }

  /** By move: the share of a win that it seems to leave to the side that plays it; the same for all in games without an evaluation. */
  get hopes(): readonly number[] {
    this.#hopes ??= this.moves.map((move) => this.hopeOf(move));
    return this.#hopes;
  }

  hopeOf(move: Move): number {
    this.#after.copyFrom(this.#position);
    this.#after.play(move);
    return this.#valueFor(this.#position.turn);
  }

  /** Whether a reply to the move wins at once. Not checked after too many replies. */
  losesInOne(move: Move): boolean {
    const own = this.#position.turn;
    const before = this.#position.clone();
    before.play(move);
    if (before.turn === NOBODY || before.turn === own) return false;
    const count = before.legalMoves(this.#replies);
    if (count > this.#repliesLeft) return false;
    this.#repliesLeft -= count;
    return this.#replies.subarray(0, count).some((reply) => {
      this.#after.copyFrom(before);
      this.#after.play(reply);
      return this.#after.turn === NOBODY && this.#valueFor(own) === 0;
    });
  }

  /** Whether a move wins at once, whatever is hidden. */
  wins(move: Move): boolean {
    return this.#isWon(this.#position, move) && (this.#isOpen || this.#winsElsewhere(move));
  }

  #winsElsewhere(move: Move): boolean {
    for (let world = 0; world < WORLDS; world++) if (!this.#isWon(this.#others(), move)) return false;
    return true;
  }

  #isWon(position: Position, move: Move): boolean {
    this.#after.copyFrom(position);
    this.#after.play(move);
    return this.#after.turn === NOBODY && this.#valueFor(position.turn) === 1;
  }

  /** The best-looking move that keeps a chance to win and does not lose to the next reply; the best-looking move if there is none. */
  bestSafe(): Move {
    const order = [...this.moves.keys()].sort((one, other) => this.#hopeAt(other) - this.#hopeAt(one));
    const found = order.find((index) => this.#hopeAt(index) > 0 && !this.losesInOne(this.moves[index] as Move));
    return this.moves[found ?? (order[0] as number)] as Move;
  }

  #hopeAt(index: number): number {
    return this.hopes[index] as number;
  }

  #valueFor(seat: Seat): number {
    const values = this.#values;
    if (this.#after.turn === NOBODY) outcomeValues(this.#after.outcome(), values);
    else if (this.#game.advice.evaluate === undefined) values.fill(1 / values.length);
    else this.#game.advice.evaluate(this.#after, values);
    return values[seat] as number;
  }
}

/** The resolution of a random number from 0 to 1. */
export const RESOLUTION = 1 << 20;

/** A mistake of a person who does not look at the answers. Never a move that loses at once while there is another. */
export function lapse(task: Task, plan: SearchPlan, rng: Rng): Move {
  const glance = new Glance(task, rng);
  const { hopes, moves } = glance;
  const winning = plan.overlooks === true ? undefined : moves.find((move) => glance.wins(move));
  if (winning !== undefined) return winning;
  const best = Math.max(...hopes);
  const { content = 1, careless = 0, temperature: least = TEMPERATURE } = plan;
  const temperature = Math.min(1, least + careless * Math.max(0, glance.standing - content));
  const weights = hopes.map((hope) => (hope > 0 ? Math.exp((hope - best) / temperature) : 0));
  for (let left = moves.length; left > 0; left--) {
    const index = drawn(weights, rng);
    if (index === -1) break;
    const move = moves[index] as Move;
    if (!glance.losesInOne(move)) return move;
    weights[index] = 0;
  }
  return glance.bestSafe();
}

function drawn(weights: readonly number[], rng: Rng): number {
  let rest = (weights.reduce((sum, weight) => sum + weight, 0) * rng.below(RESOLUTION)) / RESOLUTION;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return -1;
}

/** The move, or one that wins at once, or the best-looking safe one if it is illegal, as with a bot that forgets, or loses at once, which a short search overlooks. */
function saneMove(task: Task, move: Move, rng: Rng): Move {
  const glance = new Glance(task, rng);
  if (glance.wins(move)) return move;
  const winning = glance.moves.find((other) => glance.wins(other));
  if (winning !== undefined) return winning;
  const isSane = glance.moves.includes(move) && glance.hopeOf(move) > 0 && !glance.losesInOne(move);
  if (isSane) return move;
  const other = glance.bestSafe();
  const isBetter = !glance.moves.includes(move) || (glance.hopeOf(other) > 0 && !glance.losesInOne(other));
  return isBetter ? other : move;
}

/** The temperature of lapses that no plan declares. */
const TEMPERATURE = 0.1;

/** A request to a bot, as plain data: the knowledge of its seat, never the position. */
export interface BotRequest {
  readonly game: string;
  /** The version of the game's rules; absent: the newest. */
  readonly rules?: number;
  readonly options: Options;
  readonly knowledge: unknown;
  readonly level: Level;
  /** Equal requests with equal seeds get equal answers, unless the search goes on from an earlier one. */
  readonly seed: string;
  /** The moves so far, in a game without hidden information, for a thread that goes on from its earlier search of the game. */
  readonly moves?: readonly Move[];
}

/** The move of a bot in notation, or the reason why there is none. */
export type BotAnswer = { readonly move: string } | { readonly error: string };

/** Answers a request from another thread. Never throws: a failure is an `error` in the answer. */
export function answerBot(find: FindGame<BotGame>, request: BotRequest, memory?: SearchMemory): BotAnswer {
  const { options, knowledge, level, seed, moves } = request;
  const game = find(request.game, request.rules);
  if (game === undefined) return { error: `unknown game ${request.game}, rules ${request.rules ?? 'newest'}` };
  const past = memory === undefined || moves === undefined ? {} : { past: { memory, moves } };
  try {
    return { move: game.formatMove(botMove({ game, options, knowledge, ...past }, level, new SeededRng(seed))) };
  } catch (error) {
    return { error: String(error) };
  }
}

/** The move of a bot of this level, including lapses. */
export const botMove = <P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  level: Level,
  rng: Rng,
): Move => runSearch(botSearch(task, level, rng)).move;

/** The same as a search that the caller steps. A lapse is over at once and has no principal variation. */
export function botSearch<P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  level: Level,
  rng: Rng,
  limits: Partial<Budget> = {},
): Search {
  const plan = planOf(task.game, level);
  const isContent = plan.content !== undefined && new Glance(task, rng).standing > plan.content;
  if (isContent || rng.below(RESOLUTION) < (plan.lapses ?? 0) * RESOLUTION) return lapsed(lapse(task, plan, rng));
  return new Checked(
    makeSearch(remembered(task, plan.forgets ?? 0, rng), plan, rng, limits),
    task,
    rng.below(RESOLUTION),
  );
}

/** The task of a player who has forgotten this share of the hidden information. */
function remembered(task: Task, share: number, rng: Rng): Task {
  const { forget } = task.game.advice;
  if (share === 0 || forget === undefined) return task;
  return { ...task, knowledge: forget(task.knowledge, share, rng) as Task['knowledge'] };
}

/** A search that never returns a move which loses at once if there is another one (see `saneMove`). */
class Checked implements Search {
  readonly #search: Search;
  readonly #task: Task;
  readonly #seed: number;
  /** The last move of the search, and what it became. */
  #checked: { readonly from: Move; readonly to: Move } | null = null;

  constructor(search: Search, task: Task, seed: number) {
    this.#search = search;
    this.#task = task;
    this.#seed = seed;
  }

  step(nodes: number): boolean {
    return this.#search.step(nodes);
  }

  result(): SearchResult {
    const result = this.#search.result();
    const from = result.move;
    if (this.#checked?.from !== from)
      this.#checked = { from, to: saneMove(this.#task, from, new SeededRng(this.#seed)) };
    const { to } = this.#checked;
    return to === from ? result : { move: to, info: { ...result.info, isProven: false, pv: [to] } };
  }
}

/** A move at first sight instead of a search. */
const lapsed = (move: Move): Search => ({
  step: () => true,
  result: () => ({ move, info: { depth: 0, nodes: 0, values: [], isProven: false, pv: [] } }),
});
