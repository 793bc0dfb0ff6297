import { type Move, NOBODY, type Position, type Rng, type Seat, shuffle } from '@tablier/core';
import { type BotGame, type Evaluate, evaluationOf, LIMIT, type SearchPosition } from '../contract/advice.ts';
import { AspirationWindow, isForced, MAX_DEPTH, NO_MOVE } from './frame.ts';
import { Negamax } from './negamax.ts';
import type {
  Budget,
  CountedSearch,
  RootLine,
  RootOptions,
  SearchInfo,
  SearchResult,
  Task,
} from '../contract/search.ts';
import { tableFor } from './transposition-table.ts';

/** The `SearchPosition` of games that have none of their own: it plays on copies, and no move is left out or searched less deep. */
export class CopiedPosition implements SearchPosition {
  readonly isSelective: boolean = false;
  private readonly game: BotGame;
  private readonly judge: Evaluate;
  private readonly positions: Position[];
  private readonly values = new Float64Array(2);
  private readonly key = new Int32Array(2);
  private ply = 0;

  constructor(game: BotGame, position: Position) {
    this.game = game;
    this.judge = evaluationOf(game);
    this.positions = [position];
  }

  get turn(): Seat {
    return this.present.turn;
  }

  get winner(): Seat {
    const { places } = this.present.outcome();
    return places[0] === places[1] ? NOBODY : places.indexOf(1);
  }

  get low(): number {
    return this.keyWord(0);
  }

  get high(): number {
    return this.keyWord(1);
  }

  make(move: Move): void {
    const before = this.present;
    const after = (this.positions[++this.ply] ??= before.clone());
    after.copyFrom(before);
    after.play(move);
  }

  unmake(): void {
    this.ply--;
  }

  pass(): boolean {
    return false;
  }

  unpass(): void {
    throw new Error('no pass to take back');
  }

  listForcing(into: Uint16Array): number {
    return this.list(into, true);
  }

  listQuiet(into: Uint16Array): number {
    return this.list(into, false);
  }

  isLegal(move: Move): boolean {
    const moves = new Uint16Array(this.game.maxMoves);
    return moves.subarray(0, this.present.legalMoves(moves)).includes(move);
  }

  isForcing(move: Move): boolean {
    return this.game.advice.isForcing?.(this.present, move) ?? false;
  }

  promise(): number {
    return 0;
  }

  gain(move: Move): number {
    return this.game.advice.priority?.(this.present, move) ?? 0;
  }

  evaluate(): number {
    const { turn } = this;
    this.judge(this.present, this.values);
    return Math.round(((this.values[turn] as number) - (this.values[1 - turn] as number)) * LIMIT);
  }

  shareOf(evaluation: number): number {
    return (evaluation / LIMIT + 1) / 2;
  }

  private get present(): Position {
    return this.positions[this.ply] as Position;
  }

  private keyWord(word: number): number {
    this.game.advice.key?.(this.present, this.key);
    return this.key[word] as number;
  }

  private list(into: Uint16Array, isForcing: boolean): number {
    const legal = this.present.legalMoves(into);
    let count = 0;
    for (let index = 0; index < legal; index++) {
      const move = into[index] as number;
      if (this.isForcing(move) === isForcing) into[count++] = move;
    }
    into.subarray(0, count).sort((one, other) => this.gain(other) - this.gain(one));
    return count;
  }
}

interface ScoredLine {
  readonly score: number;
  readonly moves: readonly Move[];
  /** Whether it evaluated a position in which the game was not over. */
  readonly isCut: boolean;
}

/** The lines that alpha-beta has found at the current depth, and those of the last completed one, the best first. */
class RootLines {
  private readonly wanted: number;
  private found: ScoredLine[] = [];
  private complete: readonly ScoredLine[] = [];

  /** `wanted`: the number of lines of a depth. */
  constructor(wanted: number) {
    this.wanted = wanted;
  }

  get last(): readonly ScoredLine[] {
    return this.complete;
  }

  /** The line of the last completed depth in the place that is searched now. */
  get expected(): ScoredLine | undefined {
    return this.complete[this.found.length];
  }

  /** Whether no line is found at this depth yet: all moves of the root take part. */
  get isFirst(): boolean {
    return this.found.length === 0;
  }

  /** Whether more depth cannot change the last completed lines. */
  get isSettled(): boolean {
    return this.complete.every(({ isCut, score }) => !isCut || isForced(score));
  }

  withoutFound(moves: Uint16Array): Uint16Array {
    return this.isFirst ? moves : moves.filter((move) => this.found.every((line) => line.moves[0] !== move));
  }

  /** Adds a line. Returns whether the depth is complete. */
  add(line: ScoredLine): boolean {
    this.found.push(line);
    if (this.found.length < this.wanted) return false;
    this.complete = this.found.sort((one, other) => other.score - one.score);
    this.found = [];
    return true;
  }
}

/** Principal variation search by iterative deepening with aspiration windows, once for each line asked for, for two seats that see everything. */
export class AlphaBetaSearch implements CountedSearch {
  private readonly position: SearchPosition;
  private readonly budget: Budget;
  private readonly tree: Negamax;
  /** The moves of the root, in the random order in which equal ones are tried. */
  private readonly rootMoves: Uint16Array;
  private readonly rootOptions: RootOptions | null;
  private readonly rootLines: RootLines;
  private readonly window = new AspirationWindow();
  private finishedDepth = 0;
  private depth = 1;
  private over = false;
  private variation = new Uint16Array(0);
  private score = 0;

  constructor(task: Task, budget: Budget, rng: Rng, asked: RootOptions | null = null) {
    const { game, options, knowledge } = task;
    if (game.secrets.hides(options)) throw new Error('alpha-beta needs a game without hidden information');
    const position = game.secrets.sample(knowledge, rng);
    if (position.turn === NOBODY) throw new Error('the game is over');
    if (position.outcome().scores.length !== 2) throw new Error('alpha-beta needs two players');
    this.position = game.advice.searchPosition?.(position) ?? new CopiedPosition(game, position);
    this.budget = { nodes: budget.nodes, depth: Math.min(budget.depth, MAX_DEPTH) };
    const { moveSpace, maxMoves } = game;
    this.tree = new Negamax({ position: this.position, moveSpace, maxMoves, table: tableFor(task, budget.nodes) });
    const only = asked?.only ?? null;
    const all = shuffledMoves(this.position, maxMoves, rng);
    this.rootMoves = Uint16Array.from(only === null ? all : [only]);
    this.rootOptions = asked;
    this.rootLines = new RootLines(Math.min(asked?.lines ?? 1, this.rootMoves.length));
    this.begin();
  }

  get nodes(): number {
    return this.tree.nodes;
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    while (!this.over) {
      if (!this.tree.run(target)) return this.nodes >= this.budget.nodes;
      if (this.finishDepth()) return this.over;
    }
    return true;
  }

  result(): SearchResult {
    const { root } = this.tree;
    const { isFirst, last } = this.rootLines;
    const begun = isFirst && root.variationLength > 0;
    const completed = isFirst ? this.variation : (last[0]?.moves ?? []);
    const pv = [...(begun ? root.variation.subarray(0, root.variationLength) : completed)];
    const move = pv[0] ?? (this.rootMoves[0] as number);
    const score = begun ? root.best : this.finishedDepth === 0 ? null : this.score;
    return { move, info: this.info(score, pv.length > 0 ? pv : [move]) };
  }

  lines(count: number): readonly RootLine[] {
    const { last } = this.rootLines;
    if (last.length > 1) {
      return last.slice(0, count).map(({ moves, score }) => ({ moves, values: this.valuesOf(score), lead: null }));
    }
    const { pv, values } = this.result().info;
    return [{ moves: pv, values, lead: null }];
  }

  private info(score: number | null, pv: readonly Move[]): SearchInfo {
    return { depth: this.finishedDepth, nodes: this.nodes, values: this.valuesOf(score), isProven: false, pv };
  }

  private valuesOf(score: number | null): number[] {
    const own = score === null ? 0.5 : isForced(score) ? Number(score > 0) : this.position.shareOf(score);
    return this.tree.root.seat === 0 ? [own, 1 - own] : [1 - own, own];
  }

  /** Begins the search of the root to the current depth, without the moves that have a line already. */
  private begin(): void {
    const moves = this.rootLines.withoutFound(this.rootMoves);
    this.tree.begin(moves, this.variation[0] ?? NO_MOVE, this.depth, this.window);
    this.over = (this.rootOptions === null && moves.length === 1) || this.depth > this.budget.depth;
  }

  /** Ends the search of the root, or begins it again with a wider window. Returns whether a depth is completed. */
  private finishDepth(): boolean {
    const { root, isCut } = this.tree;
    if (root.variationLength > 0) this.variation = root.variation.slice(0, root.variationLength);
    if (!this.window.holds(root.best)) {
      this.begin();
      return false;
    }
    const isComplete = this.rootLines.add({ score: root.best, moves: [...this.variation], isCut });
    if (isComplete) this.closeDepth();
    if (this.over) return true;
    this.beginLine();
    return isComplete;
  }

  private closeDepth(): void {
    this.finishedDepth = this.depth;
    this.score = this.rootLines.last[0]?.score ?? 0;
    this.over = this.rootLines.isSettled || this.depth >= this.budget.depth;
    if (!this.over) this.depth++;
  }

  private beginLine(): void {
    const { expected } = this.rootLines;
    if (expected !== undefined) this.variation = Uint16Array.from(expected.moves);
    this.window.open(this.depth, this.position.isSelective ? (expected?.score ?? null) : null);
    this.begin();
  }
}

/** The moves of a position: first the forcing ones, then the others, each in random order. */
function shuffledMoves(position: SearchPosition, maxMoves: number, rng: Rng): Move[] {
  const moves = new Uint16Array(maxMoves + 1);
  const forcing = shuffle([...moves.subarray(0, position.listForcing(moves))], rng);
  const quiet = shuffle([...moves.subarray(0, position.listQuiet(moves))], rng);
  return [...forcing, ...quiet];
}
