import type { Move, Seat } from '@tablier/core';

export const INFINITE: number = 1 << 24;
/** The score of a win now. A win n plies away scores n less. Scores are whole numbers, so a null window has a width of 1. */
export const WIN: number = 1 << 20;
/** The maximum depth of a search, in plies. */
export const MAX_DEPTH = 100;
/** The maximum number of forcing moves in a row below the depth. */
export const MAX_QUIESCENCE = 12;
export const MAX_PLY: number = MAX_DEPTH + MAX_QUIESCENCE;

/** Whether a score is a forced win or loss rather than an evaluation. */
export const isForced = (score: number): boolean => score > WIN - MAX_PLY - 1 || score < MAX_PLY + 1 - WIN;

/** Forced scores are stored as seen from the stored position, not from the root. */
export const toTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score + ply : score - ply) : score;
export const fromTable = (score: number, ply: number): number =>
  isForced(score) ? (score > 0 ? score - ply : score + ply) : score;

/** The first margin around the score of the previous depth, and the least depth for it. */
const ASPIRATION = 24;
const ASPIRATION_DEPTH = 4;
/** From this margin on, a failed side of the window is opened completely. */
const WIDEST = 2000;

/** The window of the root: narrow around the score that is expected, and widened on the side that fails. */
export class AspirationWindow {
  low: number = -INFINITE;
  high: number = INFINITE;
  private margin = ASPIRATION;

  /** Begins a depth. `expected`: the score of the previous depth; `null` for a window without limits. */
  open(depth: number, expected: number | null): void {
    const isNarrow = expected !== null && depth >= ASPIRATION_DEPTH;
    this.margin = ASPIRATION;
    this.low = isNarrow ? expected - ASPIRATION : -INFINITE;
    this.high = isNarrow ? expected + ASPIRATION : INFINITE;
  }

  /** Widens the window if `score` is not inside. Returns whether it was inside. */
  holds(score: number): boolean {
    if (score > this.low && score < this.high) return true;
    this.margin *= 4;
    if (score <= this.low) this.low = this.margin > WIDEST ? -INFINITE : score - this.margin;
    else this.high = this.margin > WIDEST ? INFINITE : score + this.margin;
    return false;
  }
}

export interface Frame {
  /** The moves of the current phase. The untried ones are from `next` to `count`. */
  readonly moves: Uint16Array;
  /** How promising each of `moves` is, in the same order. */
  readonly urgency: Int32Array;
  /** The best variation found from here: its first `variationLength` moves. */
  readonly variation: Uint16Array;
  variationLength: number;
  phase: Phase;
  seat: Seat;
  count: number;
  next: number;
  /** The moves of earlier phases. */
  tried: number;
  /** Plies to search below this node; 0 or less in quiescence. */
  depth: number;
  alpha: number;
  beta: number;
  /** The window's lower bound when the node was opened. */
  floor: number;
  best: number;
  bestMove: Move;
  /** The move of the transposition table; `NO_MOVE` if there is none. */
  tableMove: Move;
  /** The evaluation of the position. Only in selective searches. */
  judged: number;
  stage: Stage;
  /** The first `killers` of these were tried as killers. */
  readonly killerMoves: Uint16Array;
  killers: number;
}

export const newFrame = (maxMoves: number, plies: number): Frame => ({
  moves: new Uint16Array(maxMoves + 1),
  urgency: new Int32Array(maxMoves + 1),
  variation: new Uint16Array(plies),
  variationLength: 0,
  phase: DONE,
  seat: 0,
  count: 0,
  next: 0,
  tried: 0,
  depth: 0,
  alpha: 0,
  beta: 0,
  floor: 0,
  best: 0,
  bestMove: NO_MOVE,
  tableMove: NO_MOVE,
  judged: 0,
  stage: FULL,
  killerMoves: new Uint16Array(KILLERS_OF_PLY + 1),
  killers: 0,
});

/** With the full window, with a null window, or with a null window and less depth. */
export const FULL = 0;
export const SCOUT = 1;
export const REDUCED = 2;
export type Stage = typeof FULL | typeof SCOUT | typeof REDUCED;

/** The phases of a node, in this order. The root has all moves in one list. */
export const NULL_MOVE = 0;
export const START = 1;
export const TABLE = 2;
export const FORCING = 3;
export const KILLERS = 4;
export const QUIET = 5;
export const DONE = 6;
export type Phase =
  | typeof NULL_MOVE
  | typeof START
  | typeof TABLE
  | typeof FORCING
  | typeof KILLERS
  | typeof QUIET
  | typeof DONE;

/** No move of any game. */
export const NO_MOVE = 0xffff;

export const KILLERS_OF_PLY = 2;
/** Urgencies of the first move of the root, of its forcing moves, and of killers. */
export const FIRST: number = 1 << 30;
export const PRESSING: number = 1 << 29;
export const KILLER: number = 1 << 28;

export function aim(frame: Frame, depth: number, alpha: number, beta: number): void {
  frame.depth = depth;
  frame.alpha = alpha;
  frame.beta = beta;
}

export function open(frame: Frame, depth: number, alpha: number, beta: number): void {
  frame.phase = START;
  frame.next = 0;
  frame.count = 0;
  frame.tried = 0;
  aim(frame, depth, alpha, beta);
  frame.floor = alpha;
  frame.best = -INFINITE;
  frame.bestMove = NO_MOVE;
  frame.tableMove = NO_MOVE;
  frame.variationLength = 0;
}

/** Puts the current move of a node before the best variation after it. */
export function extendVariation(frame: Frame, child: Frame): void {
  frame.variation[0] = frame.moves[frame.next - 1] as number;
  frame.variation.set(child.variation.subarray(0, child.variationLength), 1);
  frame.variationLength = child.variationLength + 1;
}

export function dropNull(frame: Frame): void {
  frame.phase = START;
  frame.next = 0;
  frame.count = 0;
}

export function close(frame: Frame): void {
  frame.next = frame.count;
  frame.phase = DONE;
}

/** Whether the current move of a node is searched with a null window first. */
export const isScouted = ({ next, tried, alpha, beta, depth }: Frame): boolean =>
  tried + next > 1 && depth > 1 && alpha > -INFINITE && beta - alpha > 1;

/** How a move must be searched again after a scout that found it to be better than expected; `null` if its score stands. */
export function nextStage({ stage, alpha, beta, next, tried }: Frame, score: number): Stage | null {
  if (stage === FULL || score <= alpha) return null;
  if (stage === REDUCED) return tried + next > 1 && beta - alpha > 1 ? SCOUT : FULL;
  return score < beta ? FULL : null;
}
