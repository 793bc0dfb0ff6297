import type { Move, Options, Position, View } from '@tablier/core';
import type { BotGame } from './advice.ts';

/** Whatever is no position: handing a search the position itself does not type-check. */
export type Hidden<Given> = Given extends Position ? never : Given;

/** The question put to a bot: a move for the seat to move, from what that seat knows. */
export interface Task<P extends Position = Position, K = unknown, Given extends K = K> {
  readonly game: BotGame<P, View, K>;
  readonly options: Options;
  /** The knowledge of the seat that is to move; the game must not be over. */
  readonly knowledge: Hidden<Given>;
}

/** What a search has found so far. */
export interface SearchInfo {
  /** Alpha-beta: plies searched completely. MCTS: plies from the root to the deepest node of the tree. */
  readonly depth: number;
  /** Positions visited: every move played counts one, those of playouts too. */
  readonly nodes: number;
  /** For each seat the share of a win that it can expect, from 0 to 1. */
  readonly values: readonly number[];
  /** The principal variation: the line expected, the best move first; empty where nothing was searched. */
  readonly pv: readonly Move[];
}

/** A move and what led to it. */
export interface SearchResult {
  readonly move: Move;
  readonly info: SearchInfo;
}

/**
 * A search in slices: between two of them the caller may read input, ask the time, show `result()` or walk away.
 * Where the slices are cut changes nothing in what is found.
 */
export interface Search {
  /**
   * Goes on for about `nodes` positions and returns whether the search is over. Alpha-beta stops exactly there, and at
   * the end of each depth; MCTS finishes its playout. The budget of the whole search is never exceeded.
   */
  step(nodes: number): boolean;
  /** The best move so far; good at any time, before the first step too. */
  result(): SearchResult;
}

/** How far a search may go: whole numbers of nodes (`Infinity` is allowed) and plies. */
export interface Budget {
  readonly nodes: number;
  /** Alpha-beta: the last depth of the deepening. MCTS: the height of the tree, playouts not counted. */
  readonly depth: number;
}

/** Nodes between two looks at the clock or at `shouldStop`. */
export const SLICE = 512;
