import { type Move, NOBODY, type Options, type Position, type Rng, type Seat } from '@tablier/core';
import { type AnalysisAdvice, type BotGame, planOf, type SearchPlan, type Solver } from '../contract/advice.ts';
import { budgetOf, exactShare, searchWithin, Turns } from '../choice/choose.ts';
import { type CountedSearch, type RootLine, SLICE, type Task } from '../contract/search.ts';

export const MAX_LINES = 5;

export interface AnalysisLine {
  readonly moves: readonly Move[];
  /** For the seat to move: its expected lead in points, or its share of a win from 0 to 1. */
  readonly score: number;
  /** The share of a win that each seat can expect. */
  readonly values: readonly number[];
  /** Whether `values` are exact: the result of best play to the end. */
  readonly isProven: boolean;
}

export interface Analysis {
  readonly unit: ScoreUnit;
  readonly seat: Seat;
  /** The best first, in the order of the search: never empty. */
  readonly lines: readonly AnalysisLine[];
  readonly depth: number;
  readonly nodes: number;
  /** Whether more nodes would change nothing. */
  readonly isOver: boolean;
}

export interface AnalysisOptions {
  /** The budget in positions visited; `Infinity` to search until stopped. */
  readonly nodes: number;
  /** The maximum depth in plies. Absent: no limit. */
  readonly depth?: number;
  /** How many lines, from 1 to `MAX_LINES`. Absent: 1. */
  readonly lines?: number;
  /** The only move to look at. It must be legal. Absent: all. */
  readonly only?: Move;
  /** Absent: that of the strongest level. */
  readonly plan?: SearchPlan;
}

export interface AnalysisControl {
  /** Ends the analysis once it is aborted. An `AbortSignal` is one. */
  readonly signal?: { readonly aborted: boolean };
  /** Awaited between slices, so that other work, and the signal, have a turn. Absent: no pause. */
  readonly pause?: () => Promise<void>;
}

/** An analysis is reported when its nodes have doubled, and at least after this many. */
const REPORT = 1 << 17;

/** The task of the seat to move, with what it knows. The game must not be over. */
export const seatTask = (game: BotGame, options: Options, position: Position): Task => ({
  game,
  options,
  knowledge: game.secrets.knowledge(position, position.turn),
});

/** The task of a seat to move that sees everything, for finished games. The game must not be over at this position. */
export function openTask(game: BotGame, options: Options, position: Position): Task {
  if (!game.secrets.hides(options)) return seatTask(game, options, position);
  const sample = (_knowledge: unknown, _rng: Rng, into?: Position): Position => {
    if (into === undefined) return position.clone();
    into.copyFrom(position);
    return into;
  };
  const secrets = { ...game.secrets, hides: () => false, sample };
  return { game: { ...game, secrets }, options, knowledge: null };
}

/** A search for the best moves, in turns with the game's solver. The caller steps it; the sizes of the steps do not change the result. */
export class AnalysisSearch {
  readonly unit: ScoreUnit;
  readonly #game: BotGame;
  readonly #position: Position;
  readonly #lines: number;
  readonly #budget: number;
  readonly #search: CountedSearch;
  readonly #turns: Turns;
  /** Whether the solver looks at the position after the only move. */
  readonly #isAfter: boolean;

  /** Throws if the plan does not fit the game, or if the game is over. */
  constructor(task: Task, options: AnalysisOptions, rng: Rng) {
    const { game, knowledge } = task;
    const { nodes, only = null, plan = planOf(game, 8) } = options;
    this.#game = game;
    this.#position = game.secrets.sample(knowledge, rng);
    const hides = game.secrets.hides(task.options);
    const counts = game.advice.analysis !== undefined && !hides && this.#position.outcome().scores.length === 2;
    this.unit = counts ? 'points' : 'chance';
    this.#lines = Math.max(1, Math.min(MAX_LINES, options.lines ?? 1));
    this.#budget = nodes;
    const lead = counts ? (position: Position): number => game.advice.analysis?.lead(position) ?? 0 : null;
    const rootOptions = { lines: this.#lines, only, lead };
    const depth = options.depth === undefined ? {} : { depth: options.depth };
    this.#search = searchWithin(task, { plan, budget: budgetOf(plan, { nodes, ...depth }), rootOptions }, rng);
    this.#isAfter = only !== null;
    const solver = hides || options.depth !== undefined ? null : this.#solverFor(only);
    this.#turns = new Turns(this.#search, solver, Math.ceil(nodes / 2));
  }

  get nodes(): number {
    return this.#turns.nodes;
  }

  step(nodes: number): boolean {
    for (let rest = nodes; rest > 0 && !this.#isOver;)
      rest -= this.#turns.advance(Math.min(rest, this.#budget - this.nodes));
    return this.#isOver;
  }

  /** What has been found so far. Valid at any time, even before the first step. */
  result(): Analysis {
    const { depth, pv, values } = this.#search.result().info;
    const found = this.#search.lines(this.#lines);
    const lines = found.length > 0 ? found : [{ moves: pv, values, lead: null }];
    return {
      unit: this.unit,
      seat: this.#position.turn,
      lines: this.#proven(lines).map(({ line, isProven }) => this.#scored(line, isProven)),
      depth,
      nodes: this.nodes,
      isOver: this.#isOver,
    };
  }

  get #isOver(): boolean {
    return this.nodes >= this.#budget || this.#turns.isOver;
  }

  #solverFor(only: Move | null): Solver | null {
    const position = this.#after(only === null ? [] : [only]);
    if (position.turn === NOBODY) return null;
    return this.#game.advice.solver?.(position, Math.floor(this.#budget / 2)) ?? null;
  }

  #after(moves: readonly Move[]): Position {
    const position = this.#position.clone();
    for (const move of moves) position.play(move);
    return position;
  }

  /** The lines with what the solver proved. A winning or drawing move that the search did not list comes first. */
  #proven(lines: readonly RootLine[]): { readonly line: RootLine; readonly isProven: boolean }[] {
    const { solution } = this.#turns;
    if (solution === null) return lines.map((line) => ({ line, isProven: this.#endsAt(line.moves) }));
    const { winner, move } = solution;
    const exact = (line: RootLine): RootLine => ({
      ...line,
      values: line.values.map((_, seat) => exactShare(winner, seat)),
    });
    if (this.#isAfter || move === null) return lines.map((line) => ({ line: exact(line), isProven: true }));
    const known = lines.find((line) => line.moves[0] === move);
    const best = exact(known ?? { moves: [move], values: lines[0]?.values ?? [], lead: null });
    const others = lines.filter((line) => line !== known).slice(0, this.#lines - 1);
    return [{ line: best, isProven: true }, ...others.map((line) => ({ line, isProven: this.#endsAt(line.moves) }))];
  }

  /** Whether the first move of a line ends the game, so that its score is exact. */
  #endsAt(moves: readonly Move[]): boolean {
    return this.unit === 'points' && this.#after(moves.slice(0, 1)).turn === NOBODY;
  }

  #scored({ moves, values, lead }: RootLine, isProven: boolean): AnalysisLine {
    const seat = this.#position.turn;
    const share = values[seat] ?? 0;
    if (this.unit === 'chance') return { moves, score: share, values, isProven };
    const points = lead ?? this.#game.advice.analysis?.lead(this.#after(moves)) ?? 0;
    const own = seat === 0 ? points : -points;
    // The lead is an estimate even if the winner is proven.
    const score = isProven ? clamped(own, share) : own;
    return { moves, score, values: statedValues(this.#game.advice.analysis ?? {}, values, isProven), isProven };
  }
}

const clamped = (lead: number, share: number): number =>
  share === 0.5 ? 0 : share > 0.5 ? Math.max(0, lead) : Math.min(0, lead);

/** Analyses a position, and yields when the nodes have doubled, and at the end. Deterministic, unless the signal ends it. */
export async function* analyse(
  task: Task,
  options: AnalysisOptions,
  rng: Rng,
  { signal, pause }: AnalysisControl = {},
): AsyncGenerator<Analysis, void, void> {
  const search = new AnalysisSearch(task, options, rng);
  let reported = 0;
  while (!search.step(SLICE)) {
    if (search.nodes >= Math.min(2 * reported, reported + REPORT)) {
      reported = search.nodes;
      yield search.result();
    }
    await pause?.();
    if (signal?.aborted === true) break;
  }
  yield search.result();
}

/** The shares of a win that an analysis states for what a search expects. Exact shares stay. Only for games of two seats. */
export function statedValues(
  { sureness = 1 }: Partial<AnalysisAdvice>,
  values: readonly number[],
  isExact: boolean,
): readonly number[] {
  const [share = 0.5] = values;
  if (isExact || sureness === 1 || values.length !== 2 || share <= 0 || share >= 1) return values;
  const odds = (share / (1 - share)) ** sureness;
  return [odds / (1 + odds), 1 / (1 + odds)];
}

/** The unit of scores: the lead of a seat in points, or its share of a win from 0 to 1. */
export type ScoreUnit = 'points' | 'chance';
