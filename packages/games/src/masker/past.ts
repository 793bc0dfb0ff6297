import { copied, type Move, type Seat, type Setup } from '@tablier/core';
import type { MaskerDeal } from './deal.ts';
import { type MaskerOptions } from './options.ts';
import { MaskerPosition } from './position.ts';
import { CELLS } from './tables.ts';
import { type MaskerView, viewOf } from './view.ts';

/** The public course of a game: everyone saw the grid of the deal and every move. */
export interface MaskerPast {
  /** The grid as in the deal [M6]. */
  readonly grid: string;
  /** All moves since the start. */
  readonly moves: readonly Move[];
}

/** What a seat with perfect memory knows: its view, and what it saw before. */
export interface MaskerKnowledge extends MaskerView {
  /** `null` or absent if the course of the game is not known: the position was set up. */
  readonly past?: MaskerPast | null;
}

/** The most moves of a game: every capture [M7] may be followed by a stop [M8], and one choice is made [M13]. */
const MAX_MOVES = 2 * CELLS;

/** A position that remembers the public moves. Searches use plain positions, which are faster. */
export class RecordedPosition extends MaskerPosition {
  /** The grid of the deal; empty if the course of the game is not known. */
  private grid = '';
  private readonly moves = new Uint8Array(MAX_MOVES);
  private moveCount = 0;

  /** Makes this a position of `players` that was reached from `grid` by `moves`. The board and state are set by the caller. */
  remember(past: MaskerPast | null): void {
    this.grid = past?.grid ?? '';
    this.moveCount = past?.moves.length ?? 0;
    this.moves.set(past?.moves ?? []);
  }

  get past(): MaskerPast | null {
    return this.grid === '' ? null : { grid: this.grid, moves: [...this.moves.subarray(0, this.moveCount)] };
  }

  override play(move: Move): void {
    super.play(move);
    this.moves[this.moveCount++] = move;
  }

  override copyFrom(other: this): void {
    super.copyFrom(other);
    this.grid = other.grid;
    this.moveCount = other.moveCount;
    this.moves.set(other.moves);
  }

  override clone(): this {
    return copied(this, new RecordedPosition(this.options, this.players));
  }
}

/** The position before the first move, which remembers the moves that follow. */
export function recordedStart({ options, players, deal }: Setup<MaskerOptions, MaskerDeal>): RecordedPosition {
  const start = new RecordedPosition(options, players);
  start.begin(deal);
  start.remember({ grid: deal.grid, moves: [] });
  return start;
}

export const knowledgeOf = (position: MaskerPosition, seat: Seat): MaskerKnowledge => ({
  ...viewOf(position, seat),
  past: position instanceof RecordedPosition ? position.past : null,
});
