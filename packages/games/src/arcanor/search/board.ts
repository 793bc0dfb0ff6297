import type { SearchPosition } from '@tablier/ai';
import { type Move, NOBODY, type Seat } from '@tablier/core';
import { countBits } from '../../shared/bits.ts';
import {
  CAPTURE,
  CELLS,
  COLUMNS,
  EMPTY_FACE,
  KIND_OF,
  LOCKED,
  originOf,
  ORIGINS,
  ownerOfStack,
  PREY,
  QUIET_LIMIT,
  rowOf,
  SLIDE,
  TARGETS,
  TOP_OF,
  WINNING_POINTS,
} from '../board.ts';
import { undo } from '../layout.ts';
import type { ArcanorPosition } from '../position.ts';
import { evaluateBits, mixed, stageOf, UNIT, WORTH } from './evaluation.ts';
import {
  DARK_KEYS,
  FACE_AT,
  HIGH_CELLS,
  listArrivals,
  listCaptures,
  listQuiet,
  spreadHigh,
  spreadLow,
  ZOBRIST,
} from './moves.ts';

/** The plies that a search may play from the loaded position, null moves included. */
const MAX_PLIES = 256;
const SAVED = 9;
const FORWARD = 2000;
const LEAST_CYCLE = 4;
/** With fewer tops than this, a side may be better off if it did not have to move. */
const LEAST_TOPS = 3;

const worthAt = (index: number): number => WORTH[index] as number;

/** A position for the search. It differs from `ArcanorPosition` in one rule: the first repetition since `root` is a draw [A13]. */
export class SearchBoard implements SearchPosition {
  readonly isSelective = true;
  turn: Seat = NOBODY;
  winner: Seat = NOBODY;
  quiet = 0;
  readonly points: Int32Array = new Int32Array(2);
  readonly stacks: Uint8Array = new Uint8Array(CELLS);
  /** `bits[2 * face + word]`: the cells that show a face; face 0 is an empty cell. */
  readonly bits: Int32Array = new Int32Array(2 * 17);
  /** The sums of the worths of all stacks, from Light's view, with the weights of either stage. */
  early = 0;
  late = 0;
  /** The index of the present position in `keys`, and of the position from which a search starts. */
  top = 0;
  root = 0;
  /** The number of earlier positions that could recur: those since the last irreversible move. */
  private since = 0;
  /** The keys of the present position and of those before it, two words each. */
  private keys = new Int32Array(2 * MAX_PLIES);
  private readonly saved = new Int32Array(SAVED * MAX_PLIES);
  private made = 0;

  constructor(position?: ArcanorPosition) {
    if (position !== undefined) this.load(position);
  }

  get low(): number {
    return this.keys[2 * this.top] as number;
  }

  get high(): number {
    return this.keys[2 * this.top + 1] as number;
  }

  load(position: ArcanorPosition): void {
    const moves = position.history.moves;
    this.made = 0;
    this.turn = position.turn;
    this.winner = position.winner;
    this.quiet = position.quiet;
    this.since = moves.length;
    this.top = moves.length;
    this.root = this.top;
    const { stacks } = position.layout;
    this.clear(2 * (this.top + MAX_PLIES));
    for (let cell = 0; cell < CELLS; cell++) if (stacks[cell] !== 0) this.put(cell, stacks[cell] as number);
    if (this.turn === 1) this.toggleTurn();
    const before = stacks.slice(0, CELLS);
    for (let index = moves.length - 1; index >= 0; index--) {
      const move = moves[index] as number;
      undo(before, move);
      this.setKeys(index, before, ownerOfStack(before[originOf(move)] as number));
    }
  }

  make(move: Move): void {
    const { stacks, saved, points } = this;
    const mover = this.turn;
    const origin = ORIGINS[move] as number;
    const target = TARGETS[move] as number;
    const stack = stacks[origin] as number;
    const there = stacks[target] as number;
    const at = SAVED * this.made++;
    saved[at] = move | (mover << 16);
    saved[at + 1] = stack;
    saved[at + 2] = there;
    saved[at + 3] = this.quiet;
    saved[at + 4] = this.since;
    saved[at + 5] = this.early;
    saved[at + 6] = points[0] as number;
    saved[at + 7] = points[1] as number;
    saved[at + 8] = this.late;
    this.pushKeys();
    const isSlide = KIND_OF[move] === SLIDE;
    const moved = isSlide ? stack : (TOP_OF[stack] as number);
    const left = stack ^ moved;
    this.put(origin, left);
    this.put(target, there | moved);
    const isArrival = mover === 0 ? target >= CELLS - COLUMNS : target < COLUMNS;
    const leavesOwn = left !== 0 && ownerOfStack(left) === mover;
    this.quiet = isSlide && !isArrival ? this.quiet + 1 : 0;
    this.since = isArrival || leavesOwn ? 0 : this.since + 1;
    if ((points[mover] as number) >= WINNING_POINTS) this.finish(mover);
    else if ((points[1 - mover] as number) >= WINNING_POINTS) this.finish(1 - mover);
    else this.passTurn(1 - mover);
  }

  unmake(): void {
    const { saved, points } = this;
    const at = SAVED * --this.made;
    const move = (saved[at] as number) & 0xffff;
    this.turn = (saved[at] as number) >> 16;
    this.winner = NOBODY;
    this.place(ORIGINS[move] as number, saved[at + 1] as number);
    this.place(TARGETS[move] as number, saved[at + 2] as number);
    this.quiet = saved[at + 3] as number;
    this.since = saved[at + 4] as number;
    this.early = saved[at + 5] as number;
    this.late = saved[at + 8] as number;
    points[0] = saved[at + 6] as number;
    points[1] = saved[at + 7] as number;
    this.top--;
  }

  /** Gives the turn to the other side, if it can move and enough tops are left. */
  pass(): boolean {
    const other = 1 - this.turn;
    if (!this.canMove(other) || this.hasFewTops()) return false;
    const at = SAVED * this.made++;
    this.saved[at] = this.turn << 16;
    this.saved[at + 3] = this.quiet;
    this.saved[at + 4] = this.since;
    this.pushKeys();
    this.since = 0;
    this.turn = other;
    this.toggleTurn();
    return true;
  }

  unpass(): void {
    const at = SAVED * --this.made;
    this.turn = (this.saved[at] as number) >> 16;
    this.quiet = this.saved[at + 3] as number;
    this.since = this.saved[at + 4] as number;
    this.top--;
  }

  evaluate(): number {
    const { turn, points } = this;
    const worth = mixed(this.early, this.late, stageOf(points));
    return (turn === 0 ? worth : -worth) + evaluateBits(this.stacks, this.bits, points, turn);
  }

  shareOf(evaluation: number): number {
    return 1 / (1 + Math.exp(-evaluation / UNIT));
  }

  isForcing(move: Move): boolean {
    const target = TARGETS[move] as number;
    return KIND_OF[move] === CAPTURE || (this.turn === 0 ? target >= CELLS - COLUMNS : target < COLUMNS);
  }

  promise(seat: Seat, move: Move): number {
    const rows = rowOf(TARGETS[move] as number) - rowOf(ORIGINS[move] as number);
    return FORWARD * (seat === 0 ? rows : -rows);
  }

  gain(move: Move): number {
    const { stacks } = this;
    const origin = ORIGINS[move] as number;
    const target = TARGETS[move] as number;
    const stack = stacks[origin] as number;
    const there = stacks[target] as number;
    const moved = KIND_OF[move] === SLIDE ? stack : (TOP_OF[stack] as number);
    const left = 512 * origin + 2 * (stack ^ moved);
    const from = 512 * origin + 2 * stack;
    const into = 512 * target + 2 * (there | moved);
    const over = 512 * target + 2 * there;
    const early = worthAt(left) - worthAt(from) + worthAt(into) - worthAt(over);
    const late = worthAt(left + 1) - worthAt(from + 1) + worthAt(into + 1) - worthAt(over + 1);
    const change = mixed(early, late, stageOf(this.points));
    return this.turn === 0 ? change : -change;
  }

  isLegal(move: Move): boolean {
    if (move >= KIND_OF.length) return false;
    const origin = ORIGINS[move] as number;
    const target = TARGETS[move] as number;
    const stack = this.stacks[origin] as number;
    const face = FACE_AT[256 * origin + stack] as number;
    const there = FACE_AT[256 * target + (this.stacks[target] as number)] as number;
    if (face === EMPTY_FACE || face > LOCKED || (face - 1) >> 2 !== this.turn) return false;
    if (KIND_OF[move] === CAPTURE) return there === PREY[face];
    return there === EMPTY_FACE && (KIND_OF[move] === SLIDE || (stack & (stack - 1)) !== 0);
  }

  listForcing(into: Uint16Array): number {
    return listArrivals(this, into, listCaptures(this, into));
  }

  listQuiet(into: Uint16Array): number {
    return listQuiet(this, into);
  }

  private clear(keyWords: number): void {
    if (this.keys.length < keyWords) this.keys = new Int32Array(keyWords);
    this.keys[2 * this.top] = 0;
    this.keys[2 * this.top + 1] = 0;
    this.stacks.fill(0);
    this.points.fill(0);
    this.bits.fill(0);
    this.bits[0] = ~0;
    this.bits[1] = HIGH_CELLS;
    this.early = 0;
    this.late = 0;
  }

  private setKeys(index: number, stacks: Uint8Array, turn: Seat): void {
    let low = turn === 1 ? DARK_KEYS[0] : 0;
    let high = turn === 1 ? DARK_KEYS[1] : 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const at = 512 * cell + 2 * (stacks[cell] as number);
      low ^= ZOBRIST[at] as number;
      high ^= ZOBRIST[at + 1] as number;
    }
    this.keys[2 * index] = low;
    this.keys[2 * index + 1] = high;
  }

  private pushKeys(): void {
    const { keys } = this;
    const at = 2 * this.top++;
    keys[at + 2] = keys[at] as number;
    keys[at + 3] = keys[at + 1] as number;
  }

  private toggleTurn(): void {
    const { keys } = this;
    const at = 2 * this.top;
    keys[at] = (keys[at] as number) ^ DARK_KEYS[0];
    keys[at + 1] = (keys[at + 1] as number) ^ DARK_KEYS[1];
  }

  private put(cell: number, stack: number): void {
    const { keys } = this;
    const at = 2 * this.top;
    const old = this.stacks[cell] as number;
    const oldKey = 512 * cell + 2 * old;
    const newKey = 512 * cell + 2 * stack;
    keys[at] = (keys[at] as number) ^ (ZOBRIST[oldKey] as number) ^ (ZOBRIST[newKey] as number);
    keys[at + 1] = (keys[at + 1] as number) ^ (ZOBRIST[oldKey + 1] as number) ^ (ZOBRIST[newKey + 1] as number);
    this.early += (WORTH[newKey] as number) - (WORTH[oldKey] as number);
    this.late += (WORTH[newKey + 1] as number) - (WORTH[oldKey + 1] as number);
    const face = this.place(cell, stack);
    if (face <= LOCKED) return;
    const owner = ((face - 1) >> 2) & 1;
    this.points[owner] = (this.points[owner] as number) + ((face - 1) & 3) + 1;
  }

  private place(cell: number, stack: number): number {
    const { bits, stacks } = this;
    const word = cell >> 5;
    const bit = 1 << (cell & 31);
    const before = 2 * (FACE_AT[256 * cell + (stacks[cell] as number)] as number) + word;
    const face = FACE_AT[256 * cell + stack] as number;
    const after = 2 * face + word;
    stacks[cell] = stack;
    bits[before] = (bits[before] as number) ^ bit;
    bits[after] = (bits[after] as number) ^ bit;
    return face;
  }

  private finish(winner: Seat): void {
    this.turn = NOBODY;
    this.winner = winner;
  }

  /** Gives the turn to `next`, back to the mover if `next` must pass, or ends the game. */
  private passTurn(next: Seat): void {
    if (this.canMove(next)) {
      this.turn = next;
      this.toggleTurn();
    } else if (!this.canMove(1 - next)) {
      this.finish(this.leader());
      return;
    }
    if (this.repeats()) this.finish(NOBODY);
    else if (this.quiet >= QUIET_LIMIT) this.finish(this.leader());
  }

  private repeats(): boolean {
    if (this.since < LEAST_CYCLE) return false;
    const { keys, top, root } = this;
    const low = keys[2 * top] as number;
    const high = keys[2 * top + 1] as number;
    const end = top - this.since;
    let times = 0;
    for (let index = top - LEAST_CYCLE; index >= end; index--) {
      if (keys[2 * index] !== low || keys[2 * index + 1] !== high) continue;
      if (index > root || ++times === 2) return true;
    }
    return false;
  }

  private canMove(seat: Seat): boolean {
    const { bits } = this;
    const first = 8 * seat + 2;
    const low =
      (bits[first] as number) | (bits[first + 2] as number) | (bits[first + 4] as number) | (bits[first + 6] as number);
    const high =
      (bits[first + 1] as number) |
      (bits[first + 3] as number) |
      (bits[first + 5] as number) |
      (bits[first + 7] as number);
    if ((spreadLow(low, high) & (bits[0] as number)) !== 0) return true;
    if ((spreadHigh(low, high) & (bits[1] as number)) !== 0) return true;
    return this.canCapture(seat);
  }

  private canCapture(seat: Seat): boolean {
    const { bits } = this;
    for (let size = 1; size < 4; size++) {
      const face = 2 * (4 * seat + size);
      const prey = 2 * (4 * (1 - seat) + size + 1);
      const low = bits[face] as number;
      const high = bits[face + 1] as number;
      if ((spreadLow(low, high) & (bits[prey] as number)) !== 0) return true;
      if ((spreadHigh(low, high) & (bits[prey + 1] as number)) !== 0) return true;
    }
    return false;
  }

  private hasFewTops(): boolean {
    const { bits, turn } = this;
    let tops = 0;
    for (let index = 8 * turn + 2; index < 8 * turn + 10; index++) tops += countBits(bits[index] as number);
    return tops < LEAST_TOPS;
  }

  private leader(): Seat {
    const lead = (this.points[0] as number) - (this.points[1] as number);
    return lead === 0 ? NOBODY : lead > 0 ? 0 : 1;
  }
}
