import { type Board, kindOf, MAX_MOVES } from './board.ts';

/** The score of a won game, less the plies until then. */
const WIN = 100_000;
const LEAST_WIN = 90_000;
const INFINITE = 200_000;
const MAX_PLY = 64;
/** Lines of captures are followed this far. */
const MAX_QUIET_PLY = 8;
/** A capture that cannot lift the score so near to the lower bound is not followed. */
const MARGIN = 60;
/** From this depth on, late quiet moves are searched less deep at first. */
const REDUCED_FROM = 3;
const LATE = 4;
const VERY_LATE = 14;

const NO_MOVE = 0;
/** What a stored score is. */
const EXACT = 0;
const LOWER = 1;
const UPPER = 2;
/** An entry: two words of key, a move with depth and kind of score, and the score. */
const WORDS = 4;
const LEAST_ENTRIES = 4096;
const MAX_ENTRIES = 2 ** 20;

/** Parts of the order of moves. */
const FIRST = 1e9;
const LOUD = 1e8;
const KILLER = 1e7;

/**
 * Alpha-beta with iterative deepening, principal variation search, a transposition table, late-move reductions, and quiescence over
 * captures, arrivals and liberations. Its nodes are the positions that it visits.
 */
export class Search {
  nodes = 0;
  depth = 0;
  best: number;
  score = 0;
  private readonly board: Board;
  private readonly limit: number;
  private readonly table: Int32Array;
  private readonly mask: number;
  private readonly moves = new Uint16Array(MAX_MOVES * (MAX_PLY + 1));
  private readonly order = new Int32Array(MAX_MOVES * (MAX_PLY + 1));
  private readonly killers = new Uint16Array(2 * (MAX_PLY + 1));
  /** By side and the cells of a move: how often it was too good, deep searches counting more. */
  private readonly history = new Int32Array(2 * 4096);
  private isOver = false;

  constructor(board: Board, limit: number) {
    this.board = board;
    this.limit = limit;
    const entries = Math.min(MAX_ENTRIES, Math.max(LEAST_ENTRIES, 2 ** Math.ceil(Math.log2(limit))));
    this.table = new Int32Array(WORDS * entries);
    this.mask = entries - 1;
    board.list(this.moves, 0);
    this.best = this.moves[0] as number;
  }

  /** Searches deeper and deeper until the nodes are used. */
  run(maxDepth: number): void {
    for (let depth = 1; depth <= Math.min(maxDepth, MAX_PLY / 2) && !this.isOver; depth++) {
      const score = this.negamax(depth, -INFINITE, INFINITE, 0);
      if (this.isOver) break;
      this.depth = depth;
      this.score = score;
      if (Math.abs(score) > LEAST_WIN) break;
    }
  }

  /** The score of the position for the side to move. `ply` moves were made since the root. */
  private negamax(depth: number, alpha: number, beta: number, ply: number): number {
    const { board } = this;
    if (this.isOver) return 0;
    if (ply > 0) {
      const end = this.endOf(ply);
      if (end !== null) return end;
    }
    if (depth <= 0 || ply >= MAX_PLY) return this.quiesce(alpha, beta, ply, 0);
    const slot = WORDS * (board.low & this.mask);
    const isKnown = this.table[slot] === board.low && this.table[slot + 1] === board.high;
    const stored = isKnown ? (this.table[slot + 2] as number) : 0;
    if (isKnown && ply > 0 && stored >> 18 >= depth) {
      const score = fromTable(this.table[slot + 3] as number, ply);
      const kind = (stored >> 16) & 3;
      if (kind === EXACT || (kind === LOWER ? score >= beta : score <= alpha)) return score;
    }
    const start = MAX_MOVES * ply;
    const end = board.list(this.moves, start);
    if (end === start) return this.passed(depth, alpha, beta, ply);
    this.rank(start, end, ply === 0 ? this.best : stored & 0xffff, ply);
    return this.tryMoves({ depth, ply, start, end, slot }, alpha, beta);
  }

  private tryMoves(frame: Frame, alpha: number, beta: number): number {
    const { board } = this;
    const { depth, ply, start, end, slot } = frame;
    const { low, high } = board;
    let highest = -INFINITE;
    let best = NO_MOVE;
    let lower = alpha;
    for (let index = start; index < end; index++) {
      const move = this.pick(index, end);
      const isLoud = (this.order[index] as number) >= KILLER;
      this.enter(move);
      const score = this.child(frame, { index: index - start, isLoud }, lower, beta);
      board.unmake(move);
      if (this.isOver) return 0;
      if (score <= highest) continue;
      highest = score;
      best = move;
      if (ply === 0) this.best = move;
      if (score <= lower) continue;
      lower = score;
      if (score < beta) continue;
      if (!isLoud) this.reward(move, depth, ply);
      break;
    }
    const kind = highest >= beta ? LOWER : highest > alpha ? EXACT : UPPER;
    this.table[slot] = low;
    this.table[slot + 1] = high;
    this.table[slot + 2] = best | (kind << 16) | (depth << 18);
    this.table[slot + 3] = intoTable(highest, ply);
    return highest;
  }

  /** The score of the move just made: the first with the full window, the others only as far as they could be better. */
  private child({ depth, ply }: Frame, { index, isLoud }: Place, alpha: number, beta: number): number {
    if (index === 0) return -this.negamax(depth - 1, -beta, -alpha, ply + 1);
    const isLate = !isLoud && depth >= REDUCED_FROM && index >= LATE;
    const reduction = isLate ? (index >= VERY_LATE ? 2 : 1) : 0;
    let score = -this.negamax(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1);
    if (score > alpha && reduction > 0) score = -this.negamax(depth - 1, -alpha - 1, -alpha, ply + 1);
    if (score > alpha && score < beta) score = -this.negamax(depth - 1, -beta, -alpha, ply + 1);
    return score;
  }

  /** The side to move has no move: the other one goes on, or the points decide [A12]. */
  private passed(depth: number, alpha: number, beta: number, ply: number): number {
    const { board } = this;
    board.pass();
    const start = MAX_MOVES * ply;
    const isBlocked = board.list(this.moves, start) === start;
    const score = isBlocked ? 0 : -this.negamax(depth - 1, -beta, -alpha, ply + 1);
    board.pass();
    return isBlocked ? resultOf(board.lead(), ply) : score;
  }

  /** The score if the last move ended the game, or repeated a position; otherwise `null`. */
  private endOf(ply: number): number | null {
    const { board } = this;
    const winner = board.winner();
    if (winner !== 0) return winner === 1 ? ply - WIN : WIN - ply;
    if (board.isRepeated()) return 0;
    return board.isQuietEnd ? resultOf(board.lead(), ply) : null;
  }

  /** Follows moves that change much, and lets the side to move stop wherever it likes. */
  private quiesce(alpha: number, beta: number, ply: number, quietPly: number): number {
    const { board } = this;
    if (this.isOver) return 0;
    const standing = board.own;
    if (standing >= beta || quietPly >= MAX_QUIET_PLY || ply >= MAX_PLY) return standing;
    let highest = standing;
    const start = MAX_MOVES * ply;
    const end = this.keepLoud(start, board.list(this.moves, start), quietPly);
    for (let index = start; index < end; index++) {
      const move = this.pick(index, end);
      if (standing + (this.order[index] as number) + MARGIN <= Math.max(alpha, highest) && !board.isArrival(move))
        break;
      this.enter(move);
      const winner = board.winner();
      const score =
        winner === 0
          ? -this.quiesce(-beta, -Math.max(alpha, highest), ply + 1, quietPly + 1)
          : winner * (WIN - ply - 1);
      board.unmake(move);
      if (this.isOver) return 0;
      if (score > highest) highest = score;
      if (highest >= beta) break;
    }
    return highest;
  }

  /** Keeps captures and arrivals, and at the first ply liberations; orders them by what they gain. Returns their end. */
  private keepLoud(start: number, end: number, quietPly: number): number {
    const { board, moves } = this;
    let kept = start;
    for (let index = start; index < end; index++) {
      const move = moves[index] as number;
      const kind = kindOf(move);
      if (kind === 0 && !board.isArrival(move)) continue;
      if (kind === 1 && quietPly > 0 && !board.isArrival(move)) continue;
      moves[kept] = move;
      this.order[kept++] = board.gain(move);
    }
    return kept;
  }

  private rank(start: number, end: number, known: number, ply: number): void {
    const { board, moves, order, killers } = this;
    for (let index = start; index < end; index++) {
      const move = moves[index] as number;
      const gain = board.gain(move);
      let rank = (this.history[(board.turn << 12) | (move & 4095)] as number) + gain;
      if (move === known) rank = FIRST;
      else if (kindOf(move) === 2 || board.isArrival(move)) rank = LOUD + gain;
      else if (move === killers[2 * ply] || move === killers[2 * ply + 1]) rank = KILLER;
      order[index] = rank;
    }
  }

  /** Moves the best of the remaining moves to `index`, and returns it. */
  private pick(index: number, end: number): number {
    const { moves, order } = this;
    let best = index;
    for (let other = index + 1; other < end; other++)
      if ((order[other] as number) > (order[best] as number)) best = other;
    const move = moves[best] as number;
    const rank = order[best] as number;
    moves[best] = moves[index] as number;
    order[best] = order[index] as number;
    moves[index] = move;
    order[index] = rank;
    return move;
  }

  private reward(move: number, depth: number, ply: number): void {
    const { killers, history, board } = this;
    if (killers[2 * ply] !== move) {
      killers[2 * ply + 1] = killers[2 * ply] as number;
      killers[2 * ply] = move;
    }
    const place = (board.turn << 12) | (move & 4095);
    history[place] = Math.min(KILLER / 2, (history[place] as number) + depth * depth);
  }

  private enter(move: number): void {
    this.board.make(move);
    if (++this.nodes >= this.limit) this.isOver = true;
  }
}

/** A position whose moves are tried. */
interface Frame {
  readonly depth: number;
  readonly ply: number;
  /** Its moves, by their indices. */
  readonly start: number;
  readonly end: number;
  /** Its place in the table. */
  readonly slot: number;
}

/** The place of a move in the order. */
interface Place {
  readonly index: number;
  readonly isLoud: boolean;
}

/** The score of a game that the points decide. */
const resultOf = (lead: number, ply: number): number => Math.sign(lead) * (WIN - ply);

/** The table counts the plies of a win from its position on, not from the root. */
const intoTable = (score: number, ply: number): number => {
  if (Math.abs(score) < LEAST_WIN) return score;
  return score > 0 ? score + ply : score - ply;
};
const fromTable = (score: number, ply: number): number => {
  if (Math.abs(score) < LEAST_WIN) return score;
  return score > 0 ? score - ply : score + ply;
};
