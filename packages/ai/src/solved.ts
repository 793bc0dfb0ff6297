import { NOBODY, type Seat } from '@tablier/core';
import type { Solver } from './advice.ts';
import type { CountedSearch, Search, SearchResult } from './search.ts';

/** The part of a budget that a solver may use. */
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

/**
 * Tries to prove who wins while another search looks for a good move. A proven win is played, and a proven draw. A proven loss is
 * reported, and the other search chooses the move.
 */
export class SolvedSearch implements Search {
  readonly #search: CountedSearch;
  readonly #solver: Solver;
  /** The maximum of the solver's nodes. */
  readonly #limit: number;
  #isSearchOver = false;
  #isSolving = true;
  /** The nodes left of the current turn. The search may use a few more, which its next turn does not make up for. */
  #left = LEAD;

  /** The budget of `search` does not contain the nodes of the solver. */
  constructor(search: CountedSearch, solver: Solver, limit: number) {
    this.#search = search;
    this.#solver = solver;
    this.#limit = limit;
  }

  step(nodes: number): boolean {
    let rest = nodes;
    while (rest > 0 && !this.#isOver) {
      if (this.#left <= 0) this.#changeTurns();
      const used = this.#isSolving ? this.#solve(Math.min(rest, this.#left)) : this.#seek(Math.min(rest, this.#left));
      this.#left -= used;
      rest -= used;
    }
    return this.#isOver;
  }

  result(): SearchResult {
    const found = this.#search.result();
    const info = { ...found.info, nodes: this.#search.nodes + this.#solver.nodes };
    const solution = this.#solver.solution();
    if (solution === null) return { move: found.move, info };
    const move = solution.move ?? found.move;
    const values = info.values.map((_, seat) => exactShare(solution.winner, seat));
    const pv = move === found.move ? info.pv : [move];
    return { move, info: { ...info, values, pv, isProven: true } };
  }

  get #isSolverOver(): boolean {
    return this.#solver.solution() !== null || this.#solver.nodes >= this.#limit;
  }

  get #isOver(): boolean {
    const solution = this.#solver.solution();
    return (solution !== null && solution.move !== null) || (this.#isSearchOver && this.#isSolverOver);
  }

  #changeTurns(): void {
    this.#isSolving = !this.#isSolving;
    this.#left = TURN;
  }

  /** Returns the number of nodes used; ends the turn if the solver is over. */
  #solve(nodes: number): number {
    const before = this.#solver.nodes;
    this.#solver.step(Math.min(nodes, this.#limit - before));
    if (this.#isSolverOver) this.#left = 0;
    return this.#solver.nodes - before;
  }

  #seek(nodes: number): number {
    const before = this.#search.nodes;
    this.#isSearchOver = this.#search.step(nodes);
    if (this.#isSearchOver) this.#left = 0;
    return this.#search.nodes - before;
  }
}
