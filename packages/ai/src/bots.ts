import { type FindGame, type Level, type Move, type Options, type Position, type Rng, SeededRng } from '@tablier/core';
import { type BotGame, planOf } from './advice.ts';
import { lapse, RESOLUTION, saneMove } from './lapse.ts';
import { makeSearch, runSearch } from './choose.ts';
import type { Budget, Search, SearchResult, Task } from './search.ts';
import type { SearchMemory } from './search-memory.ts';

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
