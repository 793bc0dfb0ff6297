import { type FindGame, type Level, type Move, type Options, type Position, type Rng, SeededRng } from '@tablier/core';
import { type BotGame, planOf } from './advice.ts';
import { makeSearch, runSearch } from './choose.ts';
import { Glance } from './glance.ts';
import type { SearchMemory } from './search-memory.ts';
import type { Budget, Search, SearchResult, Task } from './search.ts';

/** The resolution of a random number from 0 to 1. */
export const RESOLUTION = 1 << 20;

/**
 * A mistake as people make them: the player looks at the position after each move, not at the answers. A better-looking move is likelier:
 * a difference of `temperature` in the share of a win makes it e times as likely. A move without any chance to win, such as taking one's
 * own last cross, or one that lets the opponent win at once, is never chosen while there is another.
 */
export function lapse<P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  temperature: number,
  rng: Rng,
): Move {
  const glance = new Glance(task, rng);
  const { hopes, moves } = glance;
  const best = Math.max(...hopes);
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

/** An index, as likely as its weight; -1 if all weights are 0. */
function drawn(weights: readonly number[], rng: Rng): number {
  let rest = (weights.reduce((sum, weight) => sum + weight, 0) * rng.below(RESOLUTION)) / RESOLUTION;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return -1;
}

/**
 * The move itself, or the best-looking safe one if the move is not legal, has no chance to win or lets the opponent win at once. A short
 * search may not notice, and a forgetful one may want what is impossible.
 */
export function saneMove<P extends Position, K, Given extends K>(task: Task<P, K, Given>, move: Move, rng: Rng): Move {
  const glance = new Glance(task, rng);
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

/**
 * Answers a request from another thread. Never throws: a failure becomes an `error` in the answer. With a memory, a request that tells the
 * moves goes on from the latest one.
 */
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
  if (rng.below(RESOLUTION) < (plan.lapses ?? 0) * RESOLUTION)
    return new Lapse(lapse(task, plan.temperature ?? TEMPERATURE, rng));
  return new Checked(
    makeSearch(remembered(task, plan.forgets ?? 0, rng), plan, rng, limits),
    task,
    rng.below(RESOLUTION),
  );
}

/** The task of a player who has forgotten this share of the hidden information. */
function remembered<P extends Position, K>(task: Task<P, K>, share: number, rng: Rng): Task<P, K> {
  const { forget } = task.game.advice;
  if (share === 0 || forget === undefined) return task;
  return { ...task, knowledge: forget(task.knowledge, share, rng) as Task<P, K>['knowledge'] };
}

/** A search that never returns a move which loses at once if there is another one (see `saneMove`). */
class Checked<P extends Position, K, Given extends K> implements Search {
  readonly #search: Search;
  readonly #task: Task<P, K, Given>;
  readonly #seed: number;
  /** The last move of the search, and what it became. */
  #checked: { readonly from: Move; readonly to: Move } | null = null;

  constructor(search: Search, task: Task<P, K, Given>, seed: number) {
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
class Lapse implements Search {
  readonly #move: Move;

  constructor(move: Move) {
    this.#move = move;
  }

  step(): boolean {
    return true;
  }

  result(): SearchResult {
    return { move: this.#move, info: { depth: 0, nodes: 0, values: [], isProven: false, pv: [] } };
  }
}
