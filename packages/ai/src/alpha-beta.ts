import { type Move, NOBODY, type Position, type Rng, type Seat, shuffle } from '@tablier/core';
import { AspirationWindow } from './aspiration.ts';
import { CopiedPosition } from './copied-position.ts';
import {
  aim,
  DONE,
  dropNull,
  extendVariation,
  FIRST,
  type Frame,
  FULL,
  isScouted,
  KILLER,
  KILLERS,
  newFrame,
  nextStage,
  NO_MOVE,
  NULL_MOVE,
  open,
  PRESSING,
  QUIET,
  REDUCED,
  SCOUT,
  TABLE,
} from './frame.ts';
import { MoveLists } from './move-lists.ts';
import { Ordering } from './ordering.ts';
import {
  DELTA_MARGIN,
  LATE_LIMITS,
  lateReduction,
  NULL_DEPTH,
  nullReduction,
  REVERSE_DEPTH,
  REVERSE_MARGIN,
  UNKNOWN_DEPTH,
} from './pruning.ts';
import { fromTable, INFINITE, isForced, MAX_DEPTH, MAX_PLY, MAX_QUIESCENCE, toTable, WIN } from './scores.ts';
import { RootLines } from './root-lines.ts';
import type { Budget, CountedSearch, RootLine, RootOptions, SearchInfo, SearchResult, Task } from './search.ts';
import type { SearchPosition } from './search-position.ts';
import { EXACT, LOWER, MISSING, tableBits, TranspositionTable, UPPER } from './transposition-table.ts';

/**
 * Principal variation search (negamax with null windows) with iterative deepening, aspiration windows, a transposition table and
 * quiescence, for two seats without hidden information; in games that allow it also null moves, late move reductions and futility
 * pruning. Scores are from the view of the seat to move, so a seat may move several times in a row. An explicit stack of frames replaces
 * recursion, so that the search can stop at any node and continue later.
 */
export class AlphaBetaSearch<P extends Position, K> implements CountedSearch {
  nodes = 0;
  private readonly position: SearchPosition;
  private readonly maxMoves: number;
  private readonly isSelective: boolean;
  private readonly budget: Budget;
  private readonly ordering: Ordering;
  private readonly lists: MoveLists;
  private readonly table: TranspositionTable | null;
  private readonly frames: Frame[] = [];
  private readonly root: Frame;
  /** The moves of the root, in the random order in which equal ones are tried. */
  private readonly rootMoves: Uint16Array;
  private readonly rootOptions: RootOptions<P> | null;
  private readonly rootLines: RootLines;
  /** The last completed depth, and the current one. */
  private finishedDepth = 0;
  private depth = 1;
  private ply = 0;
  private readonly window = new AspirationWindow();
  /** Whether this iteration evaluated a position in which the game was not over. */
  private cutShort = false;
  private over = false;
  /** The principal variation of the last completed depth. */
  private variation = new Uint16Array(0);
  private score = 0;

  constructor({ game, options, knowledge }: Task<P, K>, budget: Budget, rng: Rng, asked: RootOptions<P> | null = null) {
    if (game.secrets.hides(options)) throw new Error('alpha-beta needs a game without hidden information');
    const position = game.secrets.sample(knowledge, rng);
    if (position.turn === NOBODY) throw new Error('the game is over');
    if (position.outcome().scores.length !== 2) throw new Error('alpha-beta needs two players');
    this.position = game.advice.searchPosition?.(position) ?? new CopiedPosition(game, position);
    this.isSelective = this.position.isSelective;
    this.maxMoves = game.maxMoves;
    this.budget = { nodes: budget.nodes, depth: Math.min(budget.depth, MAX_DEPTH) };
    this.ordering = new Ordering(this.position, game.moveSpace, MAX_PLY + 1);
    this.lists = new MoveLists(this.position, this.ordering);
    const hasKey = game.advice.searchPosition !== undefined || game.advice.key !== undefined;
    this.table = hasKey ? new TranspositionTable(tableBits(budget.nodes)) : null;
    this.root = this.frameAt(0);
    this.root.seat = position.turn;
    const { moves } = this.root;
    const forcing = shuffle([...moves.subarray(0, this.position.listForcing(moves))], rng);
    const quiet = shuffle([...moves.subarray(0, this.position.listQuiet(moves))], rng);
    const only = asked?.only ?? null;
    this.rootMoves = Uint16Array.from(only === null ? [...forcing, ...quiet] : [only]);
    this.rootOptions = asked;
    this.rootLines = new RootLines(Math.min(asked?.lines ?? 1, this.rootMoves.length));
    this.begin();
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    while (!this.over) {
      const frame = this.frames[this.ply] as Frame;
      if (frame.next < frame.count || this.lists.fill(frame, this.ply, this.previousMove(this.ply))) {
        if (this.nodes >= target) return this.nodes >= this.budget.nodes;
        this.visitNext(frame);
      } else if (this.ply > 0) {
        this.remember(frame);
        this.ply--;
        this.settle(this.frames[this.ply] as Frame, frame, frame.seat, frame.best);
      } else if (this.finishDepth()) return this.over;
    }
    return true;
  }

  result(): SearchResult {
    const { root } = this;
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
    return this.root.seat === 0 ? [own, 1 - own] : [1 - own, own];
  }

  private frameAt(ply: number): Frame {
    return (this.frames[ply] ??= newFrame(this.maxMoves, MAX_PLY + 1));
  }

  /** Begins the search of the root to the current depth. */
  private begin(): void {
    const { root } = this;
    const rootMoves = this.rootLines.withoutFound(this.rootMoves);
    this.cutShort = false;
    open(root, this.depth, this.window.low, this.window.high);
    root.phase = QUIET;
    root.count = rootMoves.length;
    root.moves.set(rootMoves);
    for (let index = 0; index < root.count; index++) {
      const move = rootMoves[index] as number;
      const gain = this.position.gain(move);
      const isForcing = this.position.isForcing(move);
      root.urgency[index] = isForcing ? PRESSING + gain : this.ordering.historyOf(root.seat, move);
      if (move === this.variation[0]) root.urgency[index] = FIRST;
    }
    this.over = (this.rootOptions === null && root.count === 1) || this.depth > this.budget.depth;
  }

  /** The move that led to the position of a ply; `NO_MOVE` at the root and after a null move. */
  private previousMove(ply: number): Move {
    if (ply === 0) return NO_MOVE;
    const { phase, moves, next } = this.frames[ply - 1] as Frame;
    return phase === NULL_MOVE ? NO_MOVE : (moves[next - 1] as number);
  }

  private visitNext(frame: Frame): void {
    if (frame.phase === NULL_MOVE) {
      this.visitNull(frame);
      return;
    }
    const move = this.ordering.take(frame, this.ply === 0);
    const isQuiet = frame.phase >= KILLERS && (frame.urgency[frame.next - 1] as number) < PRESSING;
    if (this.isSelective && this.isLeftOut(frame, move, isQuiet)) return;
    const reduction = isQuiet && this.isSelective ? this.reductionOf(frame, move) : 0;
    this.position.make(move);
    this.nodes++;
    const child = this.frameAt(this.ply + 1);
    if (this.position.turn === NOBODY) {
      child.variationLength = 0;
      frame.stage = FULL;
      this.settle(frame, child, frame.seat, this.ending(frame.seat));
      return;
    }
    // The first move is expected to be the best one. The others only have to be shown to be no better.
    frame.stage = reduction > 0 ? REDUCED : isScouted(frame) ? SCOUT : FULL;
    this.enter(frame, child, frame.depth - 1 - reduction);
  }

  /** Whether a move is not worth a visit. Leaves out the later quiet moves as well. */
  private isLeftOut(frame: Frame, move: Move, isQuiet: boolean): boolean {
    const { depth, best, alpha } = frame;
    if (best < -WIN + MAX_PLY) return false;
    if (depth <= 0) {
      const most = frame.judged + this.position.gain(move) + DELTA_MARGIN;
      if (most > alpha || isForced(alpha)) return false;
      if (most > best) frame.best = most;
      return true;
    }
    if (!isQuiet || this.ply === 0 || depth >= LATE_LIMITS.length) return false;
    if (frame.tried + frame.next <= (LATE_LIMITS[depth] as number)) return false;
    frame.next = frame.count;
    frame.phase = DONE;
    return true;
  }

  /** By how many plies a quiet move is first searched less deep. */
  private reductionOf(frame: Frame, move: Move): number {
    const { depth, next, tried } = frame;
    const reduction = lateReduction(depth, tried + next);
    if (reduction === 0) return 0;
    const isKiller = (frame.urgency[next - 1] as number) >= KILLER;
    const isOpen = frame.beta - frame.floor > 1;
    const past = this.ordering.historyOf(frame.seat, move) >> 13;
    return Math.max(0, Math.min(depth - 1, reduction - Number(isKiller) - Number(isOpen) - past));
  }

  private visitNull(frame: Frame): void {
    frame.next = 1;
    if (!this.position.pass()) {
      dropNull(frame);
      return;
    }
    this.nodes++;
    const child = this.frameAt(this.ply + 1);
    const depth = frame.depth - nullReduction(frame.depth);
    aim(child, depth, -frame.beta, 1 - frame.beta);
    this.enterAimed(frame, child);
  }

  /** Searches the position that the current move of `frame` led to, by the stage of that move. */
  private enter(frame: Frame, child: Frame, depth: number): void {
    const highest = frame.stage === FULL ? frame.beta : frame.alpha + 1;
    if (this.position.turn === frame.seat) aim(child, depth, frame.alpha, highest);
    else aim(child, depth, -highest, -frame.alpha);
    this.enterAimed(frame, child);
  }

  /** Searches the current position to the depth and with the window of `child`. */
  private enterAimed(frame: Frame, child: Frame): void {
    child.seat = this.position.turn;
    child.variationLength = 0;
    if (child.depth <= 0) this.enterQuiescence(frame, child);
    else this.enterNode(frame, child);
  }

  private enterNode(frame: Frame, child: Frame): void {
    const ply = this.ply + 1;
    const { position, table } = this;
    const { depth, alpha, beta } = child;
    let move = NO_MOVE;
    if (table !== null) {
      const entry = table.find(position.low, position.high);
      if (entry !== MISSING) {
        const score = fromTable(table.scoreAt(entry), ply);
        if (table.depthAt(entry) >= depth && table.settles(entry, score, alpha, beta)) {
          if (!isForced(score)) this.cutShort = true;
          this.settle(frame, child, child.seat, score);
          return;
        }
        move = table.moveAt(entry);
      }
    }
    const isUnknown = this.isSelective && move === NO_MOVE && depth >= UNKNOWN_DEPTH;
    if (this.isSelective && this.isDecided(frame, child)) return;
    this.ply = ply;
    open(child, isUnknown ? depth - 1 : depth, alpha, beta);
    child.tableMove = move;
    if (this.isSelective && this.isNullTried(frame, child)) {
      child.phase = NULL_MOVE;
      child.count = 1;
    }
  }

  /** Evaluates a position, and settles it if that is far above the window. */
  private isDecided(frame: Frame, child: Frame): boolean {
    const { depth, alpha, beta } = child;
    child.judged = this.position.evaluate();
    if (depth > REVERSE_DEPTH || beta - alpha > 1 || isForced(beta)) return false;
    const least = child.judged - REVERSE_MARGIN * depth;
    if (least < beta) return false;
    this.cutShort = true;
    this.settle(frame, child, child.seat, least);
    return true;
  }

  private isNullTried(frame: Frame, child: Frame): boolean {
    const { depth, alpha, beta, judged } = child;
    return depth >= NULL_DEPTH && beta - alpha === 1 && judged >= beta && !isForced(beta) && frame.phase !== NULL_MOVE;
  }

  /** Evaluates a position, after the forcing moves that the side to move may prefer to standing still. */
  private enterQuiescence(frame: Frame, child: Frame): void {
    this.cutShort = true;
    const score = this.position.evaluate();
    if (score >= child.beta || child.depth <= -MAX_QUIESCENCE) {
      this.settle(frame, child, child.seat, score);
      return;
    }
    this.ply++;
    open(child, child.depth, Math.max(child.alpha, score), child.beta);
    child.phase = TABLE;
    child.judged = score;
    child.best = score;
  }

  /** Stores what a finished node has shown. */
  private remember({ depth, best, bestMove, tableMove, floor, beta }: Frame): void {
    if (this.table === null || depth <= 0) return;
    const bound = best >= beta ? LOWER : best <= floor ? UPPER : EXACT;
    const entry = { move: bestMove === NO_MOVE ? tableMove : bestMove, score: toTable(best, this.ply), depth, bound };
    this.table.store(this.position.low, this.position.high, entry);
  }

  /** Applies the score of the current move of `frame`, from the view of `seat`. `child` holds the variation after it. */
  private settle(frame: Frame, child: Frame, seat: Seat, score: number): void {
    const own = seat === frame.seat ? score : -score;
    if (frame.phase === NULL_MOVE) {
      this.settleNull(frame, own);
      return;
    }
    const again = nextStage(frame, own);
    if (again !== null) {
      frame.stage = again;
      this.enter(frame, child, frame.depth - 1);
      return;
    }
    this.position.unmake();
    const move = frame.moves[frame.next - 1] as number;
    if (own > frame.best) {
      frame.best = own;
      if (own > frame.alpha || frame.floor === -INFINITE) {
        frame.bestMove = move;
        if (frame.beta - frame.floor > 1) extendVariation(frame, child);
      }
    }
    if (own > frame.alpha) frame.alpha = own;
    if (frame.alpha < frame.beta) return;
    if (frame.phase >= KILLERS) this.ordering.reward(frame, this.ply, this.previousMove(this.ply));
    frame.next = frame.count;
    frame.phase = DONE;
  }

  private settleNull(frame: Frame, score: number): void {
    this.position.unpass();
    if (score < frame.beta) {
      dropNull(frame);
      return;
    }
    frame.best = isForced(score) ? frame.beta : score;
    frame.phase = DONE;
  }

  private ending(seat: Seat): number {
    const { winner } = this.position;
    if (winner === NOBODY) return 0;
    return winner === seat ? WIN - this.ply - 1 : this.ply + 1 - WIN;
  }

  /** Ends the search of the root, or begins it again with a wider window. Returns whether a depth is completed. */
  private finishDepth(): boolean {
    const { root } = this;
    if (root.variationLength > 0) this.variation = root.variation.slice(0, root.variationLength);
    if (!this.window.holds(root.best)) {
      this.begin();
      return false;
    }
    const isComplete = this.rootLines.add({ score: root.best, moves: [...this.variation], isCut: this.cutShort });
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

  /** Begins the next line, with the line of the previous depth in the same place. */
  private beginLine(): void {
    const { expected } = this.rootLines;
    if (expected !== undefined) this.variation = Uint16Array.from(expected.moves);
    this.window.open(this.depth, this.isSelective ? (expected?.score ?? null) : null);
    this.begin();
  }
}
