import type { Move, Rng } from '@tablier/core';
import type { PlayoutPlan } from '../contract/advice.ts';
import type {
  Budget,
  CountedSearch,
  RootLine,
  RootOptions,
  SearchInfo,
  SearchResult,
  Task,
} from '../contract/search.ts';

export interface TreeOptions {
  readonly plan: PlayoutPlan;
  readonly rootOptions: RootOptions | null;
}

/** A search that descends from the root again and again, and adds to its tree what it finds there. */
export abstract class TreeSearch implements CountedSearch {
  nodes = 0;
  protected readonly task: Task;
  protected readonly plan: PlayoutPlan;
  protected readonly rootOptions: RootOptions | null;
  protected readonly budget: Budget;
  protected readonly rng: Rng;
  /** Plies from the root to the deepest node. */
  protected depth = 0;

  constructor(task: Task, { plan, rootOptions }: TreeOptions, budget: Budget, rng: Rng) {
    this.task = task;
    this.plan = plan;
    this.rootOptions = rootOptions;
    this.budget = budget;
    this.rng = rng;
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    if (this.rootOptions === null && this.isForced) return true;
    while (this.nodes < target) this.iterate();
    return this.nodes >= this.budget.nodes;
  }

  abstract result(): SearchResult;
  abstract lines(count: number): readonly RootLine[];

  /** Whether the root has one move, so that there is nothing to search unless an analysis asks for it. */
  protected abstract get isForced(): boolean;
  protected abstract iterate(): void;

  /** The only move of the root that is searched; `null` for all. */
  protected get only(): Move | null {
    return this.rootOptions?.only ?? null;
  }

  protected resultOf(move: Move, values: readonly number[], pv: readonly Move[]): SearchResult {
    const info: SearchInfo = { depth: this.depth, nodes: this.nodes, values, isProven: false, pv };
    return { move, info };
  }
}
