import type { Outlook } from '@tablier/ai';
import { NOBODY, type Seat } from '@tablier/core';
import { CERTAIN, earlierLead, expectedLead, lead, oddsOf, phaseAfter, placedIn, slopeOf } from './evaluation.ts';
import { COLUMN_MASKS, FIRST_ROWS, LAST_ROWS, PLACEMENTS } from './placements.ts';
import type { NascaPosition } from './position.ts';
import { Priorities } from './priority.ts';
import { Territory } from './scoring.ts';

/** How many placements are evaluated: of those that were best in earlier positions of the same seat, and of the others. */
export const REMEMBERED = 10;
const OTHERS = 6;
/** How many are evaluated when a seat moves for the first time. */
export const JUDGED_FIRST = 40;
/** The maximum number of evaluated placements, except when a seat moves for the first time. */
export const JUDGED = REMEMBERED + OTHERS;
/** The weight of a new evaluation in the memory. */
const RATE = 0.5;
/** The rounds of a game times the seats. */
const MEMORIES = 4;

/** The indices of the moves with the highest keys, the best first. */
class Shortlist {
  count = 0;
  private readonly indices = new Uint16Array(JUDGED_FIRST);
  private readonly keys = new Float64Array(JUDGED_FIRST);
  private most = 0;

  clear(most: number): void {
    this.count = 0;
    this.most = most;
  }

  copyTo(into: Uint16Array, from: number): void {
    for (let place = 0; place < this.count; place++) into[from + place] = this.indices[place] as number;
  }

  /** Whether the list has an index, whose key is `key`. */
  has(index: number, key: number): boolean {
    if (this.count === 0 || key < (this.keys[this.count - 1] as number)) return false;
    for (let place = 0; place < this.count; place++) if (this.indices[place] === index) return true;
    return false;
  }

  offer(index: number, key: number): void {
    const { keys, indices, most } = this;
    if (this.count === most && key <= (keys[most - 1] as number)) return;
    let place = this.count === most ? most - 1 : this.count++;
    for (; place > 0 && (keys[place - 1] as number) < key; place--) {
      keys[place] = keys[place - 1] as number;
      indices[place] = indices[place - 1] as number;
    }
    keys[place] = key;
    indices[place] = index;
  }
}

/** The memory of a seat about its placements in a round. */
class Memory {
  /** Whether the seat has moved. */
  isUsed = false;
  /** By placement: the mean of its log-odds below those of the best placement. Above 0: not judged yet. */
  readonly losses = new Float64Array(PLACEMENTS).fill(1);

  take(placement: number, loss: number): void {
    const known = this.losses[placement] as number;
    this.losses[placement] = known > 0 ? loss : known + RATE * (loss - known);
  }
}

/**
 * Judges placements by the position after them (see `Outlook`): those that were best in other positions of the search, and those of the
 * highest priority among the others that were not judged yet, or lie at the last placement, which may have changed what they are worth.
 *
 * A position is worth as much as its best move, so it looks better for the seat to move than the position after that move does. Therefore
 * a search tries most of the moves that are judged before it looks deeper.
 */
export class NascaOutlook implements Outlook<NascaPosition> {
  private after: NascaPosition | null = null;
  private readonly judgedAfter = new Territory();
  private readonly memories = Array.from({ length: MEMORIES }, () => new Memory());
  private readonly remembered = new Shortlist();
  private readonly others = new Shortlist();
  private readonly priorities = new Priorities();
  private readonly fresh = new Uint16Array(PLACEMENTS);
  private readonly chosen = new Uint16Array(REMEMBERED + JUDGED_FIRST);

  judge(position: NascaPosition, moves: Uint16Array, count: number, into: Float64Array): number {
    const memory = this.memories[position.round * 2 + position.turn] as Memory;
    const judged = this.choose(position, memory, moves, count);
    const odds = this.oddsAfter(position);
    const sign = position.turn === 0 ? 1 : -1;
    let best = Number.NEGATIVE_INFINITY;
    into.fill(Number.NEGATIVE_INFINITY, 0, count);
    for (let place = 0; place < judged; place++) {
      const index = this.chosen[place] as number;
      const share = sign * odds(moves[index] as number);
      into[index] = share;
      if (share > best) best = share;
    }
    for (let place = 0; place < judged; place++) {
      const index = this.chosen[place] as number;
      memory.take(moves[index] as number, (into[index] as number) - best);
    }
    return best;
  }

  /** Sets `chosen` to the indices of the moves to judge. Returns how many. */
  private choose(position: NascaPosition, memory: Memory, moves: Uint16Array, count: number): number {
    const { remembered, others, fresh, priorities } = this;
    priorities.prepare(position);
    const { losses } = memory;
    const near = nearTo(lastPlacement(position));
    let freshCount = 0;
    remembered.clear(REMEMBERED);
    for (let index = 0; index < count; index++) {
      const move = moves[index] as number;
      const loss = losses[move] as number;
      const isNew = loss > 0;
      if (!isNew) remembered.offer(index, loss);
      if (isNew || near[move] === 1) fresh[freshCount++] = index;
    }
    others.clear(memory.isUsed ? OTHERS : JUDGED_FIRST);
    memory.isUsed = true;
    for (let place = 0; place < freshCount; place++) {
      const index = fresh[place] as number;
      const move = moves[index] as number;
      if (!remembered.has(index, losses[move] as number)) others.offer(index, priorities.of(move));
    }
    remembered.copyTo(this.chosen, 0);
    others.copyTo(this.chosen, remembered.count);
    return remembered.count + others.count;
  }

  /**
   * The log-odds of seat 0 after each placement of the seat to move. As long as the other seat can answer with a piece that does not touch
   * the placement, the turn is its own, and nothing has to be played.
   */
  private oddsAfter(position: NascaPosition): (move: number) => number {
    const { judgedAfter } = this;
    const seat = position.turn as 0 | 1;
    const other = (1 - seat) as 0 | 1;
    const reply = position.somePlacement(other);
    const phase = phaseAfter(placedIn(position) + 1);
    const slope = slopeOf(position, phase);
    const earlier = earlierLead(position);
    const before = position.judged();
    return (move) => {
      let turn: Seat = other;
      if (reply < 0 || haveCommonCells(reply, move)) {
        const played = this.afterPlaying(position, move);
        if (played.round !== position.round) return oddsOf(played, lead(played));
        ({ turn } = played);
      }
      judgedAfter.judgeAfter(before, move, seat, position.wallRules);
      if (turn === NOBODY) return CERTAIN * Math.sign(earlier + judgedAfter.points(0) - judgedAfter.points(1));
      return slope * (earlier + expectedLead(judgedAfter, turn, phase));
    };
  }

  /** The position after a move. Valid until the next call. */
  private afterPlaying(position: NascaPosition, move: number): NascaPosition {
    this.after ??= position.clone();
    this.after.copyFrom(position);
    this.after.play(move);
    return this.after;
  }
}

/** The last placement of the board, of a player or neutral; -1 if there is none. */
const lastPlacement = ({ board }: NascaPosition): number =>
  board.count === 0 ? -1 : (board.placements[board.count - 1] as number);

/** By placement: which placements lie on it or at one of its sides or corners. */
const NEAR: (Uint8Array | undefined)[] = [];
const NOTHING_NEAR = new Uint8Array(PLACEMENTS);

function nearTo(placement: number): Uint8Array {
  if (placement < 0) return NOTHING_NEAR;
  const columns = COLUMN_MASKS[placement] as number;
  const near = columns | (columns << 1) | (columns >> 1);
  const from = (FIRST_ROWS[placement] as number) - 1;
  const to = (LAST_ROWS[placement] as number) + 1;
  return (NEAR[placement] ??= Uint8Array.from({ length: PLACEMENTS }, (_, move) =>
    ((COLUMN_MASKS[move] as number) & near) !== 0 &&
    (FIRST_ROWS[move] as number) <= to &&
    (LAST_ROWS[move] as number) >= from
      ? 1
      : 0,
  ));
}

const haveCommonCells = (one: number, other: number): boolean =>
  ((COLUMN_MASKS[one] as number) & (COLUMN_MASKS[other] as number)) !== 0 &&
  (FIRST_ROWS[one] as number) <= (LAST_ROWS[other] as number) &&
  (FIRST_ROWS[other] as number) <= (LAST_ROWS[one] as number);
