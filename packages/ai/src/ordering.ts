import type { Move, Position, Seat } from '@tablier/core';

/** A ply of the search stack: its position and the untried moves, from `next` to `count`. */
export interface Frame<P extends Position> {
  readonly position: P;
  readonly moves: Uint16Array;
  /** How promising each of `moves` is, in the same order. */
  readonly urgency: Float64Array;
  /** The best variation found from here: its first `variationLength` moves. */
  variation: Uint16Array;
  variationLength: number;
  seat: Seat;
  count: number;
  next: number;
  /** Plies to search below this node; 0 or less in quiescence. */
  depth: number;
  alpha: number;
  beta: number;
  /** The window's lower bound when the node was opened. */
  floor: number;
  best: number;
  bestMove: Move;
  /** How the current move is searched. */
  stage: Stage;
}

/** With the full window, with a null window, or with a null window and less depth. */
export const FULL = 0;
export const SCOUT = 1;
export const REDUCED = 2;
export type Stage = typeof FULL | typeof SCOUT | typeof REDUCED;

const KILLERS = 2;
/** The number of moves chosen best first. A node without a cutoff by then rarely gets one, so the rest is taken in any order. */
const CHOSEN = 16;
const FROM_LINE = 1e300;
const KILLER = 1e200;

/**
 * The order in which moves are tried: first the move of the principal variation, then killers (moves that caused a cutoff at the same
 * ply), then by the game's priority. Ties are ordered by how often the moves caused cutoffs anywhere (history).
 */
export class Ordering {
  private readonly moveSpace: number;
  private readonly history: Float64Array;
  private readonly killers: Int32Array;

  constructor(moveSpace: number, seats: number, depth: number) {
    this.moveSpace = moveSpace;
    this.history = new Float64Array(moveSpace * seats);
    this.killers = new Int32Array(KILLERS * depth).fill(-1);
  }

  /** Puts a move first. */
  promote<P extends Position>(frame: Frame<P>, move: Move): void {
    const index = frame.moves.subarray(0, frame.count).indexOf(move);
    if (index >= 0) frame.urgency[index] = FROM_LINE;
  }

  /** Puts the moves that caused cutoffs at this ply next. */
  promoteKillers<P extends Position>(frame: Frame<P>, ply: number): void {
    const first = this.killers[ply * KILLERS] as number;
    const second = this.killers[ply * KILLERS + 1] as number;
    if (first < 0) return;
    for (let index = 0; index < frame.count; index++) {
      const move = frame.moves[index] as number;
      if (move === first || move === second) frame.urgency[index] = KILLER;
    }
  }

  /** Takes the next move of the frame. */
  take<P extends Position>(frame: Frame<P>, ply: number): Move {
    const { moves, urgency, next } = frame;
    const best = ply > 0 && next >= CHOSEN ? next : this.bestOf(frame);
    const move = moves[best] as number;
    const held = urgency[best] as number;
    moves[best] = moves[next] as number;
    urgency[best] = urgency[next] as number;
    moves[next] = move;
    urgency[next] = held;
    frame.next = next + 1;
    return move;
  }

  /** Records a move that caused a cutoff with `depth` plies left below its node. */
  reward(seat: Seat, ply: number, move: Move, depth: number): void {
    const slot = seat * this.moveSpace + move;
    this.history[slot] = (this.history[slot] as number) + depth * depth;
    const first = ply * KILLERS;
    if (this.killers[first] === move) return;
    this.killers[first + 1] = this.killers[first] as number;
    this.killers[first] = move;
  }

  private bestOf<P extends Position>(frame: Frame<P>): number {
    const { moves, urgency, next, count } = frame;
    const own = frame.seat * this.moveSpace;
    let best = next;
    let most = urgency[next] as number;
    let cuts = this.history[own + (moves[next] as number)] as number;
    for (let index = next + 1; index < count; index++) {
      const value = urgency[index] as number;
      if (value < most) continue;
      const past = this.history[own + (moves[index] as number)] as number;
      if (value === most && past <= cuts) continue;
      best = index;
      most = value;
      cuts = past;
    }
    return best;
  }
}
