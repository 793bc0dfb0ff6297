import { type Move, NOBODY, type Position, type Rng, type Seat, shuffle } from '@tablier/core';
import { type Evaluate, evaluationOf } from './advice.ts';
import { type Frame, FULL, Ordering, REDUCED, SCOUT, type Stage } from './ordering.ts';
import type { Budget, CountedSearch, SearchInfo, SearchResult, Task } from './search.ts';
import { EXACT, LOWER, MISSING, TranspositionTable, UPPER } from './transposition-table.ts';

/** Greater than every score. */
const INFINITE = 1 << 24;
/** The score of a win now. A win n plies away scores n less. */
const WIN = 1 << 20;
/** Evaluations are between `-SCALE` and `SCALE`, and a draw is 0. Scores are whole numbers, so a null window has a width of 1. */
const SCALE = 1 << 14;
/** The maximum depth of a search, in plies. */
const MAX_DEPTH = 100;
/** The maximum number of forcing moves in a row below the depth. */
const MAX_QUIESCENCE = 8;
const MAX_PLY = MAX_DEPTH + MAX_QUIESCENCE;
/** From this move of a node on, quiet moves are first searched less deep. */
const LATE = 3;
const VERY_LATE = 10;
/** The binary logarithms of the smallest and the largest table. */
const TABLE_BITS = { least: 10, most: 19 };

/** Whether a score is a forced win or loss rather than an evaluation. */
const isForced = (score: number): boolean => Math.abs(score) > WIN - MAX_PLY - 1;

/**
 * Principal variation search (negamax with null windows) with iterative deepening, a transposition table, late move reductions and
 * quiescence, for two seats without hidden information. Scores are from the view of the seat to move, so a seat may move several times in
 * a row. An explicit stack of frames replaces recursion, so that the search can stop at any node and continue later.
 */
export class AlphaBetaSearch<P extends Position, K> implements CountedSearch {
  nodes = 0;
  private readonly task: Task<P, K>;
  private readonly judge: Evaluate<P>;
  private readonly budget: Budget;
  private readonly rng: Rng;
  private readonly ordering: Ordering;
  private readonly table: TranspositionTable | null;
  private readonly key = new Int32Array(2);
  private readonly frames: Frame<P>[] = [];
  private readonly root: Frame<P>;
  private readonly values = new Float64Array(2);
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
    this.ordering = new Ordering(game.moveSpace, 2, MAX_PLY + 1);
    this.table = game.advice.key === undefined ? null : new TranspositionTable(tableBits(budget.nodes));
    this.root = this.frameAt(0);
    const { position, moves } = this.root;
    if (position.turn === NOBODY) throw new Error('the game is over');
    if (position.outcome().scores.length !== 2) throw new Error('alpha-beta needs two players');
    this.root.seat = position.turn;
    this.root.count = position.legalMoves(moves);
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
        this.remember(frame);
        this.ply--;
        this.settle(this.frames[this.ply] as Frame<P>, frame, frame.seat, frame.best);
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
    const own = isForced(known) ? (known > 0 ? 1 : 0) : (known / SCALE + 1) / 2;
    const values = this.root.seat === 0 ? [own, 1 - own] : [1 - own, own];
    return { depth: this.finishedDepth, nodes: this.nodes, values, isProven: false, pv };
  }

  private frameAt(ply: number): Frame<P> {
    const { game, knowledge } = this.task;
    const made = this.frames[ply];
    if (made !== undefined) return made;
    const frame: Frame<P> = {
      position: game.secrets.sample(knowledge, this.rng),
      moves: new Uint16Array(game.maxMoves),
      urgency: new Float64Array(game.maxMoves),
      variation: new Uint16Array(MAX_PLY + 1),
      variationLength: 0,
      seat: NOBODY,
      count: 0,
      next: 0,
      depth: 0,
      alpha: 0,
      beta: 0,
      floor: 0,
      best: 0,
      bestMove: 0,
      stage: FULL,
    };
    this.frames[ply] = frame;
    return frame;
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

  private open(frame: Frame<P>, depth: number, alpha: number, beta: number): void {
    frame.next = 0;
    frame.depth = depth;
    frame.alpha = alpha;
    frame.beta = beta;
    frame.floor = alpha;
    frame.best = -INFINITE;
    frame.variationLength = 0;
  }

  private begin(): void {
    this.cutShort = false;
    this.rank(this.root, 0);
    this.open(this.root, this.depth, -INFINITE, INFINITE);
    this.over = this.root.count === 1 || this.depth > this.budget.depth;
  }

  private visitNext(frame: Frame<P>): void {
    const move = this.ordering.take(frame, this.ply);
    const child = this.frameAt(this.ply + 1);
    const reduction = this.reductionOf(frame, move);
    child.position.copyFrom(frame.position);
    child.position.play(move);
    this.nodes++;
    if (child.position.turn === NOBODY) {
      child.variationLength = 0;
      frame.stage = FULL;
      this.settle(frame, child, frame.seat, this.ending(child.position, frame.seat));
      return;
    }
    // The first move is expected to be the best one. The others only have to be shown to be no better.
    frame.stage = reduction > 0 ? REDUCED : isScouted(frame) ? SCOUT : FULL;
    this.enter(frame, child, frame.depth - 1 - reduction);
  }

  /** By how many plies a move is first searched less deep: late moves that change little. */
  private reductionOf(frame: Frame<P>, move: Move): number {
    const { advice } = this.task.game;
    if (frame.depth < 2 || frame.next <= LATE || advice.isForcing === undefined) return 0;
    if (advice.isForcing(frame.position, move)) return 0;
    return frame.next > VERY_LATE && frame.depth > 3 ? 2 : 1;
  }

  /** Searches the position of `child`, which the current move of `frame` led to, by the stage of that move. */
  private enter(frame: Frame<P>, child: Frame<P>, depth: number): void {
    const highest = frame.stage === FULL ? frame.beta : frame.alpha + 1;
    const seat = child.position.turn;
    child.seat = seat;
    child.variationLength = 0;
    const isSame = seat === frame.seat;
    const alpha = isSame ? frame.alpha : -highest;
    const beta = isSame ? highest : -frame.alpha;
    if (depth <= 0) this.enterQuiescence(frame, child, depth, alpha, beta);
    else this.enterNode(frame, child, depth, alpha, beta);
  }

  private enterNode(frame: Frame<P>, child: Frame<P>, depth: number, alpha: number, beta: number): void {
    const ply = this.ply + 1;
    const entry = this.entryOf(child.position);
    if (entry !== MISSING && this.table !== null && this.table.depthAt(entry) >= depth) {
      const score = fromTable(this.table.scoreAt(entry), ply);
      const bound = this.table.boundAt(entry);
      if (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha)) {
        if (!isForced(score)) this.cutShort = true;
        this.settle(frame, child, child.seat, score);
        return;
      }
    }
    this.ply = ply;
    child.count = child.position.legalMoves(child.moves);
    this.rank(child, ply);
    if (entry !== MISSING && this.table !== null) this.ordering.promote(child, this.table.moveAt(entry));
    this.open(child, depth, alpha, beta);
  }

  /** Evaluates a position, after the forcing moves that the side to move may prefer to standing still. */
  private enterQuiescence(frame: Frame<P>, child: Frame<P>, depth: number, alpha: number, beta: number): void {
    this.cutShort = true;
    const score = this.evaluate(child.position, child.seat);
    if (score < beta && depth > -MAX_QUIESCENCE && this.listForcing(child) > 0) {
      this.ply++;
      this.open(child, depth, Math.max(alpha, score), beta);
      child.best = score;
      return;
    }
    this.settle(frame, child, child.seat, score);
  }

  /** Lists and ranks the forcing moves; returns how many there are. */
  private listForcing(frame: Frame<P>): number {
    const { advice } = this.task.game;
    frame.count = 0;
    if (advice.isForcing === undefined) return 0;
    const { position, moves, urgency } = frame;
    const count = position.legalMoves(moves);
    for (let index = 0; index < count; index++) {
      const move = moves[index] as number;
      if (!advice.isForcing(position, move)) continue;
      moves[frame.count] = move;
      urgency[frame.count++] = advice.priority?.(position, move) ?? 0;
    }
    return frame.count;
  }

  private entryOf(position: P): number {
    if (this.table === null) return MISSING;
    this.task.game.advice.key?.(position, this.key);
    return this.table.find(this.key[0] as number, this.key[1] as number);
  }

  /** Stores what a finished node has shown. */
  private remember({ position, depth, best, bestMove, floor, beta }: Frame<P>): void {
    if (this.table === null || depth <= 0) return;
    this.task.game.advice.key?.(position, this.key);
    const bound = best >= beta ? LOWER : best <= floor ? UPPER : EXACT;
    const entry = { move: bestMove, score: toTable(best, this.ply), depth, bound };
    this.table.store(this.key[0] as number, this.key[1] as number, entry);
  }

  /** Applies the score of the current move of `frame`, from the view of `seat`. `child` holds the position and the variation after it. */
  private settle(frame: Frame<P>, child: Frame<P>, seat: Seat, score: number): void {
    const own = seat === frame.seat ? score : -score;
    const again = nextStage(frame, own);
    if (again !== null) {
      frame.stage = again;
      this.enter(frame, child, frame.depth - 1);
      return;
    }
    const move = frame.moves[frame.next - 1] as number;
    if (own > frame.best) {
      frame.best = own;
      frame.bestMove = move;
      this.extendVariation(frame, child);
    }
    if (own > frame.alpha) frame.alpha = own;
    if (frame.alpha < frame.beta) return;
    if (frame.depth > 0) this.ordering.reward(frame.seat, this.ply, move, frame.depth);
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

  /** The evaluation from the view of `seat`. */
  private evaluate(position: P, seat: Seat): number {
    this.judge(position, this.values);
    return Math.round(((this.values[seat] as number) - (this.values[1 - seat] as number)) * SCALE);
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

/** Whether the current move of a node is searched with a null window first. */
const isScouted = ({ next, alpha, beta, depth }: Frame<Position>): boolean =>
  next > 1 && depth > 1 && alpha > -INFINITE && beta - alpha > 1;

/** How a move must be searched again after a scout that found it to be better than expected; `null` if its score stands. */
function nextStage({ stage, alpha, beta, next }: Frame<Position>, score: number): Stage | null {
  if (stage === FULL || score <= alpha) return null;
  if (stage === REDUCED) return next > 1 && beta - alpha > 1 ? SCOUT : FULL;
  return score < beta ? FULL : null;
}

const tableBits = (nodes: number): number =>
  Math.max(TABLE_BITS.least, Math.min(TABLE_BITS.most, Math.ceil(Math.log2(Math.max(1, nodes)))));

/** Forced scores are stored as seen from the stored position, not from the root. */
const toTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score + ply : score - ply) : score;
const fromTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score - ply : score + ply) : score;
