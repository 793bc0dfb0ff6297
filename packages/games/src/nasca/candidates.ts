import type { Move } from '@tablier/core';
import { SEAT_COLOURS } from './board.ts';
import {
  CELLS,
  COLUMN_MASKS,
  COLUMNS,
  ENDS,
  FIRST_ROWS,
  LAST_ROWS,
  PLACEMENTS,
  ROOMS,
  SIZES,
  STARTS,
  STRIDES,
} from './placements.ts';
import type { NascaPosition } from './position.ts';
import { countCells, type Counts, newCounts, PLACES } from './evaluation.ts';
import { Territory } from './scoring.ts';

/** In tenths: the weights for covering an enemy cell, covering an own one, a cell of length, a level, and an end at an own wall or an edge. */
const COVER_ENEMY = 30;
const COVER_OWN = -10;
const LENGTH = 3;
const LEVEL = 5;
const CONNECTION = 10;

const isAtFarEdge = (move: number): boolean => ROOMS[(ENDS[move] as number) * 2 + (STRIDES[move] === 1 ? 0 : 1)] === 1;
const isAtNearEdge = (move: number): boolean => {
  const start = STARTS[move] as number;
  return STRIDES[move] === 1 ? start % COLUMNS === 0 : start < COLUMNS;
};
/** By placement: the cells before its first and after its last cell; `CELLS` beyond the edge. */
export const BEFORE = STARTS.map((start, move) => (isAtNearEdge(move) ? CELLS : start - (STRIDES[move] as number)));
export const AFTER = ENDS.map((end, move) => (isAtFarEdge(move) ? CELLS : end + (STRIDES[move] as number)));

/** Prefers long and high pieces that cover enemy walls and connect own walls. */
export function priority(position: NascaPosition, move: Move): number {
  const { colours, heights } = position.board;
  const own = SEAT_COLOURS[position.turn] as number;
  const start = STARTS[move] as number;
  const end = ENDS[move] as number;
  const stride = STRIDES[move] as number;
  let worth = LENGTH * (SIZES[move] as number) + LEVEL * (heights[start] as number);
  for (let cell = start; cell <= end; cell += stride) {
    const colour = colours[cell] as number;
    if (colour === own) worth += COVER_OWN;
    else if (colour === SEAT_COLOURS[0] || colour === SEAT_COLOURS[1]) worth += COVER_ENEMY;
  }
  const before = BEFORE[move] as number;
  const after = AFTER[move] as number;
  if (before === CELLS || colours[before] === own) worth += CONNECTION;
  if (after === CELLS || colours[after] === own) worth += CONNECTION;
  return worth;
}

export interface Most {
  readonly remembered: number;
  readonly others: number;
}

/** Placements with the highest keys, the best first. Equal keys are in the order of the placements. */
class Shortlist {
  count = 0;
  readonly placements: Uint16Array;
  private readonly keys: Float64Array;
  private most = 0;

  constructor(room: number) {
    this.placements = new Uint16Array(room);
    this.keys = new Float64Array(room);
  }

  clear(most: number): void {
    this.count = 0;
    this.most = most;
  }

  has(placement: number): boolean {
    for (let place = 0; place < this.count; place++) if (this.placements[place] === placement) return true;
    return false;
  }

  offer(placement: number, key: number): void {
    const { keys, placements, most } = this;
    if (this.count === most && key <= (keys[most - 1] as number)) return;
    let place = this.count === most ? most - 1 : this.count++;
    for (; place > 0 && (keys[place - 1] as number) < key; place--) {
      keys[place] = keys[place - 1] as number;
      placements[place] = placements[place - 1] as number;
    }
    keys[place] = key;
    placements[place] = placement;
  }
}

export const lastPlacement = ({ board }: NascaPosition): number =>
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

const MEMORIES = 4;
export const LOSSES = MEMORIES * PLACEMENTS;
const RATE = 0.5;

/** Chooses placements of positions, and finds what the evaluation counts after each of them. Remembers which were good. */
export abstract class Looker {
  abstract readonly chosen: Uint16Array;
  /** By place in `chosen`. */
  abstract readonly counts: Counts;
  /** By `memoryOf` + placement: the mean of its log-odds below those of the best placement. Above 0: not judged yet. */
  readonly losses = new Float64Array(LOSSES).fill(1);

  /** Chooses placements. `chosen` and `counts` are valid until the next call. Returns how many. */
  abstract look(position: NascaPosition, most: Most): number;

  learn(at: number, loss: number): void {
    const known = this.losses[at] as number;
    this.losses[at] = known > 0 ? loss : known + RATE * (loss - known);
  }
}

/** Where the losses of the seat to move begin. Each round has its own. */
export const memoryOf = ({ round, turn }: NascaPosition): number => (round * 2 + turn) * PLACEMENTS;

export class PlainLooker extends Looker {
  readonly chosen = new Uint16Array(PLACES);
  readonly counts = newCounts();
  private readonly after = new Territory();
  private readonly remembered = new Shortlist(PLACES);
  private readonly others = new Shortlist(PLACES);
  private readonly moves = new Uint16Array(PLACEMENTS);
  private readonly fresh = new Uint16Array(PLACEMENTS);

  look(position: NascaPosition, most: Most): number {
    const count = this.choose(position, most);
    const before = position.judged();
    for (let place = 0; place < count; place++) {
      this.after.judgeAfter(before, this.chosen[place] as number, position.turn as 0 | 1, position.wallRules);
      countCells(this.after, this.counts, place);
    }
    return count;
  }

  /** The placements with the smallest losses, and the most promising of the new or neighbouring ones, ascending. Returns how many. */
  private choose(position: NascaPosition, most: Most): number {
    const { remembered, others, fresh, moves, chosen, losses } = this;
    const memory = memoryOf(position);
    const count = position.legalMoves(moves);
    const near = nearTo(lastPlacement(position));
    let freshCount = 0;
    remembered.clear(most.remembered);
    for (let index = 0; index < count; index++) {
      const move = moves[index] as number;
      const loss = losses[memory + move] as number;
      const isNew = loss > 0;
      if (!isNew) remembered.offer(move, loss);
      if (isNew || near[move] === 1) fresh[freshCount++] = move;
    }
    others.clear(most.others);
    for (let place = 0; place < freshCount; place++) {
      const move = fresh[place] as number;
      if (!remembered.has(move)) others.offer(move, priority(position, move));
    }
    const all = remembered.count + others.count;
    chosen.set(remembered.placements.subarray(0, remembered.count));
    chosen.set(others.placements.subarray(0, others.count), remembered.count);
    chosen.subarray(0, all).sort();
    return all;
  }
}
