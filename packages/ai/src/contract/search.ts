import type { Move, Options, Position, View } from '@tablier/core';
import type { BotGame } from './advice.ts';

/** Any type except a position, so that passing a position to a search is a type error. */
export type Hidden<Given> = Given extends Position ? never : Given;

/** The input of a search: what the seat to move knows. */
export interface Task<P extends Position = Position, K = unknown, Given extends K = K> {
  readonly game: BotGame<P, View, K>;
  readonly options: Options;
  /** The knowledge of the seat to move. The game must not be over. */
  readonly knowledge: Hidden<Given>;
  /** Present: the search begins with what the latest search of this memory found out, if that fits, and leaves itself there. */
  readonly past?: Past;
}

export interface SearchInfo {
  /** Alpha-beta: completed depth in plies. MCTS: plies from the root to the deepest node of the tree. */
  readonly depth: number;
  /** Positions visited: every move played counts, including those of playouts. */
  readonly nodes: number;
  /** The evaluation by seat: the share of a win that each can expect, from 0 to 1. */
  readonly values: readonly number[];
  /** Whether `values` are exact: the result of best play to the end of the game. */
  readonly isProven: boolean;
  /** The principal variation, the best move first. Empty if nothing was searched. */
  readonly pv: readonly Move[];
}

export interface SearchResult {
  readonly move: Move;
  readonly info: SearchInfo;
}

/** A search in slices, between which the caller may do other work or stop. Their sizes do not change the result. */
export interface Search {
  /** Searches about `nodes` positions, never beyond the budget, and returns whether the search is over. */
  step(nodes: number): boolean;
  /** The best move so far. Valid at any time, even before the first step. */
  result(): SearchResult;
}

export interface CountedSearch extends Search {
  readonly nodes: number;
  /** The best moves of the root, the best first, with what follows them: up to `count`, fewer if the search knows fewer. */
  lines(count: number): readonly RootLine[];
}

export interface RootLine {
  /** The move and its principal variation. */
  readonly moves: readonly Move[];
  /** The share of a win that each seat can expect. */
  readonly values: readonly number[];
  /** The expected lead of seat 0 at the end, in points; `null` if the search does not measure it. */
  readonly lead: number | null;
}

/** The requests of an analysis to a search. Such a search also evaluates a forced move. */
export interface RootOptions {
  /** How many moves are evaluated exactly. Of all others alpha-beta only shows that they are no better. */
  readonly lines: number;
  /** The only move of the root to search; `null` for all. */
  readonly only: Move | null;
  /** The expected lead of seat 0 over seat 1 at the end, in points; `null` if it is not wanted. */
  readonly lead: ((position: Position) => number) | null;
}

/** The limits of a search: whole numbers of nodes (`Infinity` is allowed) and plies. */
export interface Budget {
  readonly nodes: number;
  /** Alpha-beta: the last depth of iterative deepening. MCTS: the maximum height of the tree, without playouts. */
  readonly depth: number;
}

/** Nodes between two calls of `shouldStop`. */
export const SLICE = 512;

interface Subject {
  readonly game: object;
  readonly options: Options;
}

/** What the latest search leaves for the next one, which takes only what fits its position: one memory serves many games in turn. */
export class SearchMemory {
  #latest: (Subject & { readonly left: object }) | null = null;

  /** `left`: the tree or the table of a search, in the form that searches of its kind understand. */
  keep({ game, options }: Subject, left: object): void {
    this.#latest = { game, options, left };
  }

  /** What the latest search left, if it was of this game with these options. */
  latest({ game, options }: Subject): object | null {
    const latest = this.#latest;
    return latest?.game === game && isEqual(latest.options, options) ? latest.left : null;
  }
}

/** How a position was reached, for a search that continues an earlier one. */
export interface Past {
  readonly memory: SearchMemory;
  /** The moves from the start of the game to the position of the task. */
  readonly moves: readonly Move[];
}

/** Whether two values are equal as plain data with the same order of keys. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
