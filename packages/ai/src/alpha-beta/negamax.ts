import { type Move, NOBODY, type Seat } from '@tablier/core';
import {
  aim,
  type AspirationWindow,
  close,
  DONE,
  dropNull,
  extendVariation,
  FIRST,
  Frame,
  fromTable,
  FULL,
  INFINITE,
  isForced,
  isLosing,
  isNullTried,
  isScouted,
  isTooLate,
  isTooLittle,
  KILLERS,
  MAX_PLY,
  MAX_QUIESCENCE,
  nextStage,
  NO_MOVE,
  NULL_MOVE,
  nullReduction,
  open,
  PRESSING,
  QUIET,
  REDUCED,
  reductionOf,
  scoreAbove,
  SCOUT,
  TABLE,
  toTable,
  UNKNOWN_DEPTH,
  WIN,
} from './frame.ts';
import { MoveLists, Ordering } from './ordering.ts';
import type { SearchPosition } from '../contract/advice.ts';
import { EXACT, LOWER, MISSING, type TranspositionTable, UPPER } from './transposition-table.ts';

interface NegamaxDeps {
  readonly position: SearchPosition;
  readonly moveSpace: number;
  /** The most moves that a position can have. */
  readonly maxMoves: number;
  readonly table: TranspositionTable | null;
}

/**
 * The search of one position to one depth: negamax with null windows, a transposition table and quiescence; in games that allow it also
 * null moves, late move reductions and futility pruning. Scores are from the view of the seat to move, so a seat may move several times
 * in a row. An explicit stack of frames replaces recursion, so that the search can stop at any node and continue later.
 */
export class Negamax {
  nodes = 0;
  /** Whether it evaluated a position in which the game was not over, since it began. */
  isCut = false;
  readonly root: Frame;
  private readonly position: SearchPosition;
  private readonly isSelective: boolean;
  private readonly maxMoves: number;
  private readonly ordering: Ordering;
  private readonly lists: MoveLists;
  private readonly table: TranspositionTable | null;
  private readonly frames: Frame[] = [];
  private ply = 0;

  constructor({ position, moveSpace, maxMoves, table }: NegamaxDeps) {
    this.position = position;
    this.isSelective = position.isSelective;
    this.maxMoves = maxMoves;
    this.ordering = new Ordering(position, moveSpace, MAX_PLY + 1);
    this.lists = new MoveLists(position, this.ordering);
    this.table = table;
    this.root = this.frameAt(0);
    this.root.seat = position.turn;
  }

  begin(moves: Uint16Array, first: Move, depth: number, { low, high }: AspirationWindow): void {
    const { root, position, ordering } = this;
    this.isCut = false;
    open(root, depth, low, high);
    root.phase = QUIET;
    root.count = moves.length;
    root.moves.set(moves);
    for (let index = 0; index < root.count; index++) {
      const move = moves[index] as number;
      const gain = position.gain(move);
      root.urgency[index] = position.isForcing(move) ? PRESSING + gain : ordering.historyOf(root.seat, move);
      if (move === first) root.urgency[index] = FIRST;
    }
  }

  /** Continues until `nodes` reaches `limit`; returns whether the search is complete. */
  run(limit: number): boolean {
    for (;;) {
      const frame = this.frames[this.ply] as Frame;
      if (frame.next < frame.count || this.lists.fill(frame, this.ply, this.previousMove(this.ply))) {
        if (this.nodes >= limit) return false;
        this.visitNext(frame);
      } else if (this.ply > 0) {
        this.remember(frame);
        this.ply--;
        this.settle(this.frames[this.ply] as Frame, frame, frame.seat, frame.best);
      } else return true;
    }
  }

  private frameAt(ply: number): Frame {
    return (this.frames[ply] ??= new Frame(this.maxMoves, MAX_PLY + 1));
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
    const reduction = isQuiet && this.isSelective ? reductionOf(frame, this.ordering.historyOf(frame.seat, move)) : 0;
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
    if (isLosing(frame)) return false;
    if (frame.depth <= 0) return isTooLittle(frame, this.position.gain(move));
    if (!isQuiet || this.ply === 0 || !isTooLate(frame)) return false;
    close(frame);
    return true;
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

  private enter(frame: Frame, child: Frame, depth: number): void {
    const highest = frame.stage === FULL ? frame.beta : frame.alpha + 1;
    if (this.position.turn === frame.seat) aim(child, depth, frame.alpha, highest);
    else aim(child, depth, -highest, -frame.alpha);
    this.enterAimed(frame, child);
  }

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
          if (!isForced(score)) this.isCut = true;
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
    if (this.isSelective && isNullTried(child, frame)) {
      child.phase = NULL_MOVE;
      child.count = 1;
    }
  }

  /** Evaluates a position, and settles it if that is far above the window. */
  private isDecided(frame: Frame, child: Frame): boolean {
    child.judged = this.position.evaluate();
    const score = scoreAbove(child);
    if (score === null) return false;
    this.isCut = true;
    this.settle(frame, child, child.seat, score);
    return true;
  }

  /** Evaluates a position, after the forcing moves that the side to move may prefer to standing still. */
  private enterQuiescence(frame: Frame, child: Frame): void {
    this.isCut = true;
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
    close(frame);
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
}
