import { type Move, NOBODY, type Position, type Rng, type Seat, shuffle } from '@tablier/core';
import { type Frame, Ordering } from './ordering.ts';
import { type Evaluate, evaluationOf } from './advice.ts';
import type { Budget, Search, SearchInfo, SearchResult, Task } from './search.ts';

/** Greater than every score. */
const INFINITE = 2000;
/** The score of a win now. A win n plies away scores n less. Evaluations are between -1 and 1, and a draw is 0. */
const WIN = 1000;
/** The maximum depth of a search, in plies. */
const MAX_DEPTH = 127;

/** Whether a score is a forced win or loss rather than an evaluation. */
const isForced = (score: number): boolean => Math.abs(score) > WIN - MAX_DEPTH - 1;

/**
 * Negamax with alpha-beta pruning and iterative deepening, for two seats without hidden information. Scores are from the view of the seat
 * to move, so a seat may move several times in a row. An explicit stack of frames replaces recursion, so that the search can stop at any
 * node and continue later.
 */
export class AlphaBetaSearch<P extends Position, K> implements Search {
  private readonly task: Task<P, K>;
  private readonly judge: Evaluate<P>;
  private readonly budget: Budget;
  private readonly rng: Rng;
  private readonly ordering: Ordering;
  private readonly frames: Frame<P>[] = [];
  private readonly root: Frame<P>;
  private readonly values = new Float64Array(2);
  private nodes = 0;
  /** The last completed depth, and the current one. */
  private finishedDepth = 0;
  private depth = 1;
  private ply = 0;
  /** Whether this iteration evaluated a position in which the game was not over. */
  private cutShort = false;
  private over = false;
  /** The principal variation of the last completed depth. */
  private variation = new Uint16Array(0);
  private score = 0;

  constructor(task: Task<P, K>, budget: Budget, rng: Rng) {
    const { game, options } = task;
    if (game.secrets.hides(options)) throw new Error('alpha-beta needs a game without hidden information');
    this.task = task;
    this.judge = evaluationOf(game);
    this.budget = { nodes: budget.nodes, depth: Math.min(budget.depth, MAX_DEPTH) };
    this.rng = rng;
    this.ordering = new Ordering(game.moveSpace, 2, MAX_DEPTH + 1);
    this.root = this.frameAt(0);
    const { position, moves } = this.root;
    if (position.turn === NOBODY) throw new Error('the game is over');
    if (position.outcome().scores.length !== 2) throw new Error('alpha-beta needs two players');
    this.list(this.root, 0);
    // Among equal moves the first one searched is played. The random order lets each be chosen.
    moves.set(shuffle([...moves.subarray(0, this.root.count)], rng));
    this.begin();
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    while (!this.over) {
      const frame = this.frames[this.ply] as Frame<P>;
      if (frame.next < frame.count) {
        if (this.nodes >= target) return this.nodes >= this.budget.nodes;
        this.visitNext(frame);
      } else if (this.ply > 0) {
        this.ply--;
        this.settle(this.frames[this.ply] as Frame<P>, frame.seat, frame.best, frame);
      } else {
        this.finishDepth();
        return this.over;
      }
    }
    return true;
  }

  result(): SearchResult {
    const { root } = this;
    const begun = root.variationLength > 0;
    const pv = [...(begun ? root.variation.subarray(0, root.variationLength) : this.variation)];
    const move = pv[0] ?? (root.moves[0] as number);
    const score = begun || this.finishedDepth === 0 ? root.best : this.score;
    return { move, info: this.info(score, pv.length > 0 ? pv : [move]) };
  }

  private info(score: number, pv: readonly Move[]): SearchInfo {
    const known = score > -INFINITE ? score : this.evaluate(this.root.position, this.root.seat);
    const own = isForced(known) ? (known > 0 ? 1 : 0) : (known + 1) / 2;
    const values = this.root.seat === 0 ? [own, 1 - own] : [1 - own, own];
    return { depth: this.finishedDepth, nodes: this.nodes, values, pv };
  }

  private frameAt(ply: number): Frame<P> {
    const { game, knowledge } = this.task;
    const made = this.frames[ply];
    if (made !== undefined) return made;
    const frame: Frame<P> = {
      position: game.secrets.sample(knowledge, this.rng),
      moves: new Uint16Array(game.maxMoves),
      urgency: new Float64Array(game.maxMoves),
      variation: new Uint16Array(MAX_DEPTH + 1),
      variationLength: 0,
      seat: NOBODY,
      count: 0,
      next: 0,
      alpha: 0,
      beta: 0,
      best: 0,
    };
    this.frames[ply] = frame;
    return frame;
  }

  /** Lists and ranks the moves of a frame. */
  private list(frame: Frame<P>, ply: number): void {
    frame.seat = frame.position.turn;
    frame.count = frame.position.legalMoves(frame.moves);
    this.rank(frame, ply);
  }

  private rank(frame: Frame<P>, ply: number): void {
    const { advice } = this.task.game;
    const { position, moves, urgency, count } = frame;
    if (advice.priority === undefined) urgency.fill(0, 0, count);
    else for (let index = 0; index < count; index++) urgency[index] = advice.priority(position, moves[index] as number);
    this.ordering.promoteKillers(frame, ply);
    if (this.followsVariation(ply)) this.ordering.promote(frame, this.variation[ply] as number);
  }

  /** Whether the moves before `ply` follow the principal variation of the previous depth. */
  private followsVariation(ply: number): boolean {
    if (ply >= this.variation.length) return false;
    for (let index = 0; index < ply; index++) {
      const frame = this.frames[index] as Frame<P>;
      if (frame.moves[frame.next - 1] !== this.variation[index]) return false;
    }
    return true;
  }

  private open(frame: Frame<P>, alpha: number, beta: number): void {
    frame.next = 0;
    frame.alpha = alpha;
    frame.beta = beta;
    frame.best = -INFINITE;
    frame.variationLength = 0;
  }

  private begin(): void {
    this.cutShort = false;
    this.rank(this.root, 0);
    this.open(this.root, -INFINITE, INFINITE);
    this.over = this.root.count === 1 || this.depth > this.budget.depth;
  }

  private visitNext(frame: Frame<P>): void {
    const move = this.ordering.take(frame, this.ply);
    const child = this.frameAt(this.ply + 1);
    child.position.copyFrom(frame.position);
    child.position.play(move);
    child.variationLength = 0;
    this.nodes++;
    const seat = child.position.turn;
    if (seat === NOBODY) {
      this.settle(frame, frame.seat, this.ending(child.position, frame.seat), child);
    } else if (this.ply + 1 === this.depth) {
      this.cutShort = true;
      this.settle(frame, frame.seat, this.evaluate(child.position, frame.seat), child);
    } else {
      this.ply++;
      this.list(child, this.ply);
      if (seat === frame.seat) this.open(child, frame.alpha, frame.beta);
      else this.open(child, -frame.beta, -frame.alpha);
    }
  }

  /** Applies the score of the last move, from the view of `seat`. `child` holds the variation after it. */
  private settle(frame: Frame<P>, seat: Seat, score: number, child: Frame<P>): void {
    const own = seat === frame.seat ? score : -score;
    if (own > frame.best) {
      frame.best = own;
      this.extendVariation(frame, child);
    }
    if (own > frame.alpha) frame.alpha = own;
    if (frame.alpha < frame.beta) return;
    this.ordering.reward(frame.seat, this.ply, frame.moves[frame.next - 1] as number, this.depth - this.ply);
    frame.next = frame.count;
  }

  private extendVariation(frame: Frame<P>, child: Frame<P>): void {
    frame.variation[0] = frame.moves[frame.next - 1] as number;
    frame.variation.set(child.variation.subarray(0, child.variationLength), 1);
    frame.variationLength = child.variationLength + 1;
  }

  private ending(position: P, seat: Seat): number {
    const { places } = position.outcome();
    const behind = (places[1 - seat] as number) - (places[seat] as number);
    return Math.sign(behind) * (WIN - this.ply - 1);
  }

  /** The evaluation from the view of `seat`, from -1 to 1. */
  private evaluate(position: P, seat: Seat): number {
    this.judge(position, this.values);
    return (this.values[seat] as number) - (this.values[1 - seat] as number);
  }

  private finishDepth(): void {
    const { root } = this;
    this.finishedDepth = this.depth;
    this.variation = root.variation.slice(0, root.variationLength);
    this.score = root.best;
    if (!this.cutShort || isForced(this.score) || this.depth >= this.budget.depth) this.over = true;
    if (this.over) return;
    this.depth++;
    this.begin();
  }
}
