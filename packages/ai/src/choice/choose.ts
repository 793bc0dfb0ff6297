import { NOBODY, type Position, type Rng, type Seat } from '@tablier/core';
import type { SearchPlan, Solution, Solver } from '../contract/advice.ts';
import {
  type Budget,
  type CountedSearch,
  type RootOptions,
  type Search,
  type SearchInfo,
  type SearchResult,
  SLICE,
  type Task,
} from '../contract/search.ts';
import { AlphaBetaSearch } from '../alpha-beta/alpha-beta.ts';
import { BeliefSearch } from '../belief/belief-search.ts';
import { MctsSearch } from '../trees/mcts.ts';
import { PriorSearch } from '../trees/prior-search.ts';

const SHARE = 0.5;
/** The nodes that the solver uses before the other search begins. Most positions that can be solved are solved by then. */
const LEAD = 1 << 14;
/** Then the two take turns of this many nodes. */
const TURN = 1 << 12;

/** The nodes of a budget that the solver may use, and those of the other search. */
export function sharesOf(nodes: number): { readonly solver: number; readonly search: number } {
  if (nodes === Number.POSITIVE_INFINITY) return { solver: nodes, search: nodes };
  const solver = Math.floor(nodes * SHARE);
  return { solver, search: nodes - solver };
}

/** The share of a win of a seat where the result is proven. */
export const exactShare = (winner: Seat, seat: Seat): number => (winner === NOBODY ? 0.5 : Number(seat === winner));

/** A search and the solver of its position, in turns. */
export class Turns {
  readonly #search: CountedSearch;
  readonly #solver: Solver | null;
  readonly #limit: number;
  #isSearchOver = false;
  #isSolving = true;
  /** The nodes left of the current turn. The search may use a few more, which its next turn does not make up for. */
  #left: number;

  /** `limit`: the nodes of the solver. `lead`: those that it may use before the search begins. */
  constructor(search: CountedSearch, solver: Solver | null, limit: number, lead = 0) {
    this.#search = search;
    this.#solver = solver;
    this.#limit = limit;
    this.#left = lead;
  }

  get nodes(): number {
    return this.#search.nodes + (this.#solver?.nodes ?? 0);
  }

  get solution(): Solution | null {
    return this.#solver?.solution() ?? null;
  }

  get isOver(): boolean {
    return this.#isSearchOver && this.#isSolverOver;
  }

  get #isSolverOver(): boolean {
    return this.#solver === null || this.solution !== null || this.#solver.nodes >= this.#limit;
  }

  /** Goes on with the turn, or begins the next one. Returns how many nodes it used. */
  advance(nodes: number): number {
    if (this.#left <= 0 || (this.#isSolving ? this.#isSolverOver : this.#isSearchOver)) {
      this.#isSolving = !this.#isSolving && !this.#isSolverOver;
      this.#left = TURN;
    }
    const before = this.nodes;
    const most = Math.min(nodes, this.#left);
    if (this.#isSolving) this.#solver?.step(Math.min(most, this.#limit - this.#solver.nodes));
    else this.#isSearchOver = this.#search.step(most);
    const used = this.nodes - before;
    this.#left -= used;
    return used;
  }
}

/** Tries to prove who wins while another search looks for a good move, which is played if the game is lost. */
class SolvedSearch implements Search {
  readonly #search: CountedSearch;
  readonly #turns: Turns;

  /** The budget of `search` does not contain the nodes of the solver. */
  constructor(search: CountedSearch, solver: Solver, limit: number) {
    this.#search = search;
    this.#turns = new Turns(search, solver, limit, LEAD);
  }

  step(nodes: number): boolean {
    for (let rest = nodes; rest > 0 && !this.#isOver;) rest -= this.#turns.advance(rest);
    return this.#isOver;
  }

  result(): SearchResult {
    const found = this.#search.result();
    const { nodes, solution } = this.#turns;
    const info = { ...found.info, nodes };
    if (solution === null) return { move: found.move, info };
    const move = solution.move ?? found.move;
    const values = info.values.map((_, seat) => exactShare(solution.winner, seat));
    const pv = move === found.move ? info.pv : [move];
    return { move, info: { ...info, values, pv, isProven: true } };
  }

  get #isOver(): boolean {
    return (this.#turns.solution?.move ?? null) !== null || this.#turns.isOver;
  }
}

/** Limits of a search besides its plan, and its progress callback. */
export interface Limits {
  /** The maximum number of nodes, instead of the plan's. `Infinity` to search until stopped. */
  readonly nodes?: number;
  /** The maximum depth in plies, instead of the plan's. */
  readonly depth?: number;
  /** Checked every `SLICE` nodes. */
  readonly shouldStop?: () => boolean;
  /** Called after every completed depth, at every doubling of the nodes, and at the end. */
  readonly onInfo?: (info: SearchInfo) => void;
}

/** A `shouldStop` that becomes true after `milliseconds`, by the caller's clock. */
export function untilTime(now: () => number, milliseconds: number): () => boolean {
  const end = now() + milliseconds;
  return () => now() >= end;
}

/** The budget of a plan with limits. Alpha-beta with a limit of nodes has no limit of depth. */
export function budgetOf(plan: SearchPlan, limits: Partial<Budget> = {}): Budget {
  const nodes = limits.nodes ?? (limits.depth !== undefined && 'depth' in plan ? Number.POSITIVE_INFINITY : plan.nodes);
  const planned = 'depth' in plan && limits.nodes === undefined ? plan.depth : Number.POSITIVE_INFINITY;
  return { nodes, depth: Math.max(1, limits.depth ?? planned) };
}

/** A search that the caller steps. Throws if the plan does not fit the game. */
export function makeSearch<P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  plan: SearchPlan,
  rng: Rng,
  limits: Partial<Budget> = {},
): Search {
  const budget = budgetOf(plan, limits);
  const isPlanned = limits.nodes === undefined && plan.solverNodes !== undefined;
  const shares = isPlanned ? { solver: plan.solverNodes, search: budget.nodes } : sharesOf(budget.nodes);
  const solver = limits.depth === undefined ? solverOf(task, shares.solver, rng) : null;
  if (solver === null) return searchWithin(task, { plan, budget }, rng);
  const search = searchWithin(task, { plan, budget: { ...budget, nodes: shares.search } }, rng);
  return new SolvedSearch(search, solver, shares.solver);
}

interface SearchRequest {
  readonly plan: SearchPlan;
  readonly budget: Budget;
  readonly rootOptions?: RootOptions | null;
}

export function searchWithin(task: Task, { plan, budget, rootOptions = null }: SearchRequest, rng: Rng): CountedSearch {
  if ('depth' in plan) return new AlphaBetaSearch(task, budget, rng, rootOptions);
  const { advice, secrets } = task.game;
  const options = { plan, rootOptions };
  const { softness } = plan;
  if (!secrets.hides(task.options))
    return softness === undefined || advice.makeOutlook === undefined
      ? new MctsSearch(task, options, budget, rng)
      : new PriorSearch(task, { ...options, outlook: advice.makeOutlook(), softness }, budget, rng);
  const { beliefs } = advice;
  return beliefs === undefined
    ? new MctsSearch(task, options, budget, rng)
    : new BeliefSearch(task, { ...options, beliefs }, budget, rng);
}

/** The game's solver for a choice of moves; `null` if it has none or does not expect to finish. */
function solverOf({ game, options, knowledge }: Task, nodes: number, rng: Rng): Solver | null {
  if (game.advice.solver === undefined || game.secrets.hides(options)) return null;
  const position = game.secrets.sample(knowledge, rng);
  return position.countMoves() > 1 ? game.advice.solver(position, nodes) : null;
}

/** Steps a search until it is over or `shouldStop` returns true. */
export function runSearch(search: Search, limits: Pick<Limits, 'shouldStop' | 'onInfo'> = {}): SearchResult {
  const { onInfo } = limits;
  let told = { depth: 0, nodes: 0 };
  while (limits.shouldStop?.() !== true && !search.step(SLICE)) {
    if (onInfo === undefined) continue;
    const { info } = search.result();
    if (info.depth <= told.depth && info.nodes < 2 * told.nodes) continue;
    told = info;
    onInfo(info);
  }
  const result = search.result();
  onInfo?.(result.info);
  return result;
}

/** Searches for a move. The same task, plan, limits and seed give the same move, unless a time limit ends the search. */
export function chooseMove<P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  plan: SearchPlan,
  rng: Rng,
  limits: Limits = {},
): SearchResult {
  return runSearch(makeSearch(task, plan, rng, limits), limits);
}
