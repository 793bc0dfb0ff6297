import type { Move, Seat } from '@tablier/core';
import {
  DONE,
  FIRST,
  FORCING,
  type Frame,
  isFutile,
  KILLER,
  KILLERS,
  KILLERS_OF_PLY,
  NO_MOVE,
  QUIET,
  TABLE,
} from './frame.ts';
import type { SearchPosition } from '../contract/advice.ts';

/** The number of moves chosen best first. A node without a cutoff by then rarely gets one, so the rest is taken in any order. */
const CHOSEN = 16;
/** The history of a move is between `-MOST` and `MOST`. */
const MAX_SHIFT = 14;
const LARGEST_STEP = 1 << (MAX_SHIFT - 3);

/** The order of quiet moves: killers of the same ply, the last answer that refuted the previous move, then the history of cutoffs. */
export class Ordering {
  private readonly moveSpace: number;
  private readonly history: Int32Array;
  private readonly killers: Int32Array;
  private readonly answers: Uint16Array;

  constructor(position: SearchPosition, moveSpace: number, plies: number) {
    this.moveSpace = moveSpace;
    this.history = Int32Array.from({ length: 2 * moveSpace }, (_, slot) =>
      position.promise(slot < moveSpace ? 0 : 1, slot % moveSpace),
    );
    this.killers = new Int32Array(KILLERS_OF_PLY * plies).fill(NO_MOVE);
    this.answers = new Uint16Array(2 * moveSpace).fill(NO_MOVE);
  }

  /** Writes the killers of a ply and the answer to the previous move, or `NO_MOVE`; returns how many there are. */
  listKillers({ seat, killerMoves }: Frame, ply: number, previous: Move): number {
    const first = this.killers[ply * KILLERS_OF_PLY] as number;
    const second = this.killers[ply * KILLERS_OF_PLY + 1] as number;
    const answer = previous === NO_MOVE ? NO_MOVE : (this.answers[seat * this.moveSpace + previous] as number);
    let count = 0;
    if (first !== NO_MOVE) killerMoves[count++] = first;
    if (second !== NO_MOVE) killerMoves[count++] = second;
    if (answer !== NO_MOVE && answer !== first && answer !== second) killerMoves[count++] = answer;
    return count;
  }

  rank({ seat, moves, urgency, count }: Frame): void {
    const { history } = this;
    const from = seat * this.moveSpace;
    for (let index = 0; index < count; index++) urgency[index] = history[from + (moves[index] as number)] as number;
  }

  historyOf(seat: Seat, move: Move): number {
    return this.history[seat * this.moveSpace + move] as number;
  }

  take(frame: Frame, isRoot: boolean): Move {
    const { moves, urgency, next } = frame;
    frame.next = next + 1;
    if (next >= CHOSEN && !isRoot) return moves[next] as number;
    let best = next;
    let most = urgency[next] as number;
    for (let index = next + 1; index < frame.count; index++) {
      const value = urgency[index] as number;
      if (value <= most) continue;
      best = index;
      most = value;
    }
    const move = moves[best] as number;
    moves[best] = moves[next] as number;
    urgency[best] = urgency[next] as number;
    moves[next] = move;
    urgency[next] = most;
    return move;
  }

  /** Records the quiet move of a frame that caused a cutoff, and those before it that did not. */
  reward(frame: Frame, ply: number, previous: Move): void {
    const { seat, moves, depth } = frame;
    const move = moves[frame.next - 1] as number;
    const step = Math.min(32 * depth * depth, LARGEST_STEP);
    this.change(seat, move, step);
    for (let index = 0; index < frame.next - 1; index++) this.change(seat, moves[index] as number, -step);
    if (previous !== NO_MOVE) this.answers[seat * this.moveSpace + previous] = move;
    const first = ply * KILLERS_OF_PLY;
    if (this.killers[first] === move) return;
    this.killers[first + 1] = this.killers[first] as number;
    this.killers[first] = move;
  }

  private change(seat: Seat, move: Move, step: number): void {
    const slot = seat * this.moveSpace + move;
    const past = this.history[slot] as number;
    this.history[slot] = past + step - ((past * Math.abs(step)) >> MAX_SHIFT);
  }
}

/** Lists the moves of nodes, phase by phase, so that a node with an early cutoff never lists most of its moves. */
export class MoveLists {
  private readonly position: SearchPosition;
  private readonly ordering: Ordering;

  constructor(position: SearchPosition, ordering: Ordering) {
    this.position = position;
    this.ordering = ordering;
  }

  /** Lists the moves of the next phase with any; returns false if there is none. */
  fill(frame: Frame, ply: number, previous: Move): boolean {
    const { position } = this;
    while (frame.phase < QUIET) {
      frame.tried += frame.count;
      frame.next = 0;
      frame.count = 0;
      if (frame.phase < TABLE) {
        frame.phase = TABLE;
        if (frame.tableMove === NO_MOVE || !position.isLegal(frame.tableMove)) frame.tableMove = NO_MOVE;
        else {
          frame.moves[0] = frame.tableMove;
          frame.urgency[0] = FIRST;
          frame.count = 1;
        }
      } else if (frame.phase === TABLE) {
        frame.phase = FORCING;
        this.listForcing(frame);
      } else if (frame.depth <= 0) frame.phase = DONE;
      else if (frame.phase === FORCING && position.isSelective && isFutile(frame)) frame.phase = DONE;
      else if (frame.phase === FORCING) this.listKillers(frame, ply, previous);
      else this.listQuiet(frame);
      if (frame.count > 0) return true;
    }
    return false;
  }

  private listForcing(frame: Frame): void {
    const { position } = this;
    frame.count = without(frame.moves, position.listForcing(frame.moves), frame.tableMove);
    for (let index = 0; index < frame.count; index++)
      frame.urgency[index] = position.gain(frame.moves[index] as number);
  }

  private listKillers(frame: Frame, ply: number, previous: Move): void {
    const { position, ordering } = this;
    frame.phase = KILLERS;
    frame.killers = ordering.listKillers(frame, ply, previous);
    for (let index = 0; index < frame.killers; index++) {
      const move = frame.killerMoves[index] as number;
      if (move === frame.tableMove || !position.isLegal(move) || position.isForcing(move)) continue;
      frame.urgency[frame.count] = KILLER - index;
      frame.moves[frame.count++] = move;
    }
    frame.killers = frame.count;
    for (let index = 0; index < frame.count; index++) frame.killerMoves[index] = frame.moves[index] as number;
  }

  private listQuiet(frame: Frame): void {
    const { position, ordering } = this;
    frame.phase = QUIET;
    frame.count = without(frame.moves, position.listQuiet(frame.moves), frame.tableMove);
    for (let index = 0; index < frame.killers; index++)
      frame.count = without(frame.moves, frame.count, frame.killerMoves[index] as number);
    ordering.rank(frame);
  }
}

function without(moves: Uint16Array, count: number, move: Move): number {
  if (move === NO_MOVE) return count;
  for (let index = 0; index < count; index++) {
    if (moves[index] !== move) continue;
    moves[index] = moves[count - 1] as number;
    return count - 1;
  }
  return count;
}
