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

/** A node on the way to the present position. */
export class Frame {
  /** The moves of the current phase. The untried ones are from `next` to `count`. */
  readonly moves: Uint16Array;
  /** How promising each of `moves` is, in the same order. */
  readonly urgency: Int32Array;
  /** The best variation found from here: its first `variationLength` moves. */
  readonly variation: Uint16Array;
  variationLength = 0;
  phase: Phase = DONE;
  seat: Seat = 0;
  count = 0;
  next = 0;
  /** The moves of earlier phases. */
  tried = 0;
  /** Plies to search below this node; 0 or less in quiescence. */
  depth = 0;
  alpha = 0;
  beta = 0;
  /** The window's lower bound when the node was opened. */
  floor = 0;
  best = 0;
  bestMove: Move = NO_MOVE;
  /** The move of the transposition table; `NO_MOVE` if there is none. */
  tableMove: Move = NO_MOVE;
  /** The evaluation of the position. Only in selective searches. */
  judged = 0;
  stage: Stage = FULL;
  /** The first `killers` of these were tried as killers. */
  readonly killerMoves = new Uint16Array(KILLERS_OF_PLY + 1);
  killers = 0;

  constructor(maxMoves: number, plies: number) {
    this.moves = new Uint16Array(maxMoves + 1);
    this.urgency = new Int32Array(maxMoves + 1);
    this.variation = new Uint16Array(plies);
  }
}

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

/* How a selective search spends less on what is unlikely to matter. The numbers were chosen by hand, on the scale of `evaluate`. */

/** Depths up to which a node is left if its evaluation is far above the window. */
const REVERSE_DEPTH = 6;
const REVERSE_MARGIN = 60;

/** The score that an opened node has at least, if that is enough to leave it; `null` if its moves must be searched. */
export function scoreAbove({ depth, alpha, beta, judged }: Frame): number | null {
  if (depth > REVERSE_DEPTH || beta - alpha > 1 || isForced(beta)) return null;
  const least = judged - REVERSE_MARGIN * depth;
  return least < beta ? null : least;
}

/** The least depth for a null move, and the plies by which it is searched less deep. */
const NULL_DEPTH = 3;
export const nullReduction = (depth: number): number => 3 + (depth >> 2);

/** Whether a node first tries a null move. Two in a row would prove nothing. */
export const isNullTried = ({ depth, alpha, beta, judged }: Frame, parent: Frame): boolean =>
  depth >= NULL_DEPTH && beta - alpha === 1 && judged >= beta && !isForced(beta) && parent.phase !== NULL_MOVE;

/** Depths up to which quiet moves are left out if the evaluation is far below the window. */
const FUTILE_DEPTH = 4;
const futileMargin = (depth: number): number => 60 + 70 * depth;

/** Whether the quiet moves of a node need not be tried, because the evaluation is too far below the window. */
export function isFutile(frame: Frame): boolean {
  if (frame.depth > FUTILE_DEPTH || isForced(frame.alpha)) return false;
  const most = frame.judged + futileMargin(frame.depth);
  if (most > frame.alpha || frame.beta - frame.alpha > 1) return false;
  if (most > frame.best) frame.best = most;
  return true;
}

/** In quiescence, moves that would leave the evaluation this far below the window are left out. */
const DELTA_MARGIN = 120;

/** Whether a forcing move need not be tried in quiescence. `gain`: what it may add to the evaluation. */
export function isTooLittle(frame: Frame, gain: number): boolean {
  const most = frame.judged + gain + DELTA_MARGIN;
  if (most > frame.alpha || isForced(frame.alpha)) return false;
  if (most > frame.best) frame.best = most;
  return true;
}

/** The number of quiet moves after which the others are left out, by depth. */
const LATE_LIMITS: readonly number[] = [0, 6, 10, 16, 26, 40];

/** Whether the current quiet move of a node, and all after it, are left out. */
export const isTooLate = ({ depth, tried, next }: Frame): boolean =>
  depth < LATE_LIMITS.length && tried + next > (LATE_LIMITS[depth] as number);

/** Whether all moves of a node so far lose by force. Then none of the others may be left out. */
export const isLosing = ({ best }: Frame): boolean => best < MAX_PLY - WIN;

/** Without a move from the table, nodes from this depth on are searched a ply less deep. */
export const UNKNOWN_DEPTH = 4;

/** From this move of a node on, quiet moves are first searched less deep. */
const LATE = 3;

/** By how many plies the current quiet move of a node is first searched less deep. `history`: that of the move. */
export function reductionOf({ depth, next, tried, urgency, beta, floor }: Frame, history: number): number {
  const reduction = lateReduction(depth, tried + next);
  if (reduction === 0) return 0;
  const isKiller = (urgency[next - 1] as number) >= KILLER;
  const isOpen = beta - floor > 1;
  return Math.max(0, Math.min(depth - 1, reduction - Number(isKiller) - Number(isOpen) - (history >> 13)));
}

/** The plies by which the quiet move with this number in its node (from 1) is first searched less deep. */
function lateReduction(depth: number, number: number): number {
  if (depth < 2 || number <= LATE) return 0;
  return REDUCTIONS[64 * Math.min(depth, 63) + Math.min(number, 63)] as number;
}

/** The binary logarithm in quarters, rounded down, of a whole number from 1 to 63. */
const quarters = (value: number): number => {
  const power = 31 - Math.clz32(value);
  return 4 * power + (((value << 2) >> power) & 3);
};
const REDUCTIONS = Uint8Array.from({ length: 64 * 64 }, (_, index) =>
  Math.max(0, (8 + quarters(Math.max(1, index >> 6)) * quarters(Math.max(1, index & 63))) / 64),
);
