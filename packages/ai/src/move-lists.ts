import type { Move } from '@tablier/core';
import { DONE, FIRST, FORCING, type Frame, KILLER, KILLERS, NO_MOVE, QUIET, TABLE } from './frame.ts';
import type { Ordering } from './ordering.ts';
import { isFutile } from './pruning.ts';
import type { SearchPosition } from './search-position.ts';

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

  /** The quiet moves that are tried before all others are listed. */
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

/** Removes a move from a list; returns the length that is left. */
function without(moves: Uint16Array, count: number, move: Move): number {
  if (move === NO_MOVE) return count;
  for (let index = 0; index < count; index++) {
    if (moves[index] !== move) continue;
    moves[index] = moves[count - 1] as number;
    return count - 1;
  }
  return count;
}
