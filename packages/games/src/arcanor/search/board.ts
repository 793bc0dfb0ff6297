import type { SearchPosition } from '@tablier/ai';
import { type Move, NOBODY, type Seat } from '@tablier/core';
import { countBits, lowestBit } from '../../shared/bits.ts';
import {
  CAPTURE,
  CELLS,
  EMPTY_FACE,
  isFull,
  kindOf,
  LIBERATE,
  LOCKED,
  MOVE_AT,
  MOVE_SPACE,
  NEIGHBOURS,
  originOf,
  OUTSIDE,
  ownerOfFace,
  PREY,
  QUIET_LIMIT,
  rowOf,
  SLIDE,
  targetOf,
  TOP_OF,
} from '../board.ts';
import { walkBack } from '../history.ts';
import { AROUND, DARK_KEYS, isOnGoal, keyOf, Layout, topsOf, ZOBRIST } from '../layout.ts';
import type { ArcanorPosition } from '../position.ts';
import { evaluateBits, mixed, stageOf, UNIT, WORTH } from './evaluation.ts';

/** `MOVE_TO[64 * origin + target]`: the slide between two neighbours. */
const MOVE_TO: Uint16Array = new Uint16Array(64 * CELLS);
for (const [step, target] of NEIGHBOURS.entries())
  if (target !== OUTSIDE) MOVE_TO[64 * (step >> 3) + target] = MOVE_AT[step] as number;

/** The plies that a search may play from the loaded position, null moves included. */
const MAX_PLIES = 256;
const SAVED = 9;
const FORWARD = 2000;
const LEAST_CYCLE = 4;
/** With fewer tops than this, a side may be better off if it did not have to move. */
const LEAST_TOPS = 3;

const worthAt = (index: number): number => WORTH[index] as number;

/** A position for the search. It differs from `ArcanorPosition` in one rule: the first repetition since `root` is a draw [A13]. */
export class SearchBoard extends Layout implements SearchPosition {
  readonly isSelective = true;
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
    super();
    if (position !== undefined) this.load(position);
  }

  get low(): number {
    return this.keys[2 * this.top] as number;
  }

  get high(): number {
    return this.keys[2 * this.top + 1] as number;
  }

  load(position: ArcanorPosition): void {
    const { stacks, turn } = position;
    const { moves } = position.history;
    this.made = 0;
    this.winner = position.winner;
    this.quiet = position.quiet;
    this.since = moves.length;
    this.top = moves.length;
    this.root = this.top;
    this.clear(2 * (this.top + MAX_PLIES));
    for (let cell = 0; cell < CELLS; cell++) if (stacks[cell] !== 0) this.put(cell, stacks[cell] as number);
    this.setKeys(this.top, stacks, turn);
    this.turn = turn;
    const before = stacks.slice();
    walkBack(before, moves, (ply, mover) => this.setKeys(ply, before, mover));
  }

  make(move: Move): void {
    const { stacks, saved, points } = this;
    const mover = this.turn;
    const at = SAVED * this.made++;
    saved[at] = move | (mover << 16);
    saved[at + 1] = stacks[originOf(move)] as number;
    saved[at + 2] = stacks[targetOf(move)] as number;
    saved[at + 3] = this.quiet;
    saved[at + 4] = this.since;
    saved[at + 5] = this.early;
    saved[at + 6] = points[0] as number;
    saved[at + 7] = points[1] as number;
    saved[at + 8] = this.late;
    this.pushKeys();
    this.since = this.carry(move) ? 0 : this.since + 1;
    this.giveTurn();
    if (this.turn === NOBODY) return;
    if (this.turn !== mover) this.toggleTurn();
    if (this.repeats()) this.finish('repetition', NOBODY);
    else if (this.quiet >= QUIET_LIMIT) this.finish('quiet', this.leader());
  }

  unmake(): void {
    const { saved, points } = this;
    const at = SAVED * --this.made;
    const move = (saved[at] as number) & 0xffff;
    this.turn = (saved[at] as number) >> 16;
    this.end = null;
    this.winner = NOBODY;
    this.place(originOf(move), saved[at + 1] as number);
    this.place(targetOf(move), saved[at + 2] as number);
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
    return (turn === 0 ? worth : -worth) + evaluateBits(this);
  }

  shareOf(evaluation: number): number {
    return 1 / (1 + Math.exp(-evaluation / UNIT));
  }

  isForcing(move: Move): boolean {
    return kindOf(move) === CAPTURE || isOnGoal(this.turn, targetOf(move));
  }

  promise(seat: Seat, move: Move): number {
    const rows = rowOf(targetOf(move)) - rowOf(originOf(move));
    return FORWARD * (seat === 0 ? rows : -rows);
  }

  gain(move: Move): number {
    const { stacks } = this;
    const origin = originOf(move);
    const target = targetOf(move);
    const stack = stacks[origin] as number;
    const there = stacks[target] as number;
    const moved = kindOf(move) === SLIDE ? stack : (TOP_OF[stack] as number);
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
    if (move >= MOVE_SPACE) return false;
    const face = this.faceAt(originOf(move));
    const there = this.faceAt(targetOf(move));
    if (face === EMPTY_FACE || face > LOCKED || ownerOfFace(face) !== this.turn) return false;
    if (kindOf(move) === CAPTURE) return there === PREY[face];
    return there === EMPTY_FACE && (kindOf(move) === SLIDE || isFull(this.stacks[originOf(move)] as number));
  }

  listForcing(into: Uint16Array): number {
    return this.listArrivals(into, this.listCaptures(into));
  }

  /** Writes all slides and liberations that are no arrivals; returns how many. */
  listQuiet(into: Uint16Array): number {
    const { turn, bits, stacks } = this;
    const emptyLow = (bits[0] as number) & (turn === 1 ? ~0xff : ~0);
    const emptyHigh = (bits[1] as number) & (turn === 0 ? 0xffff : ~0);
    let count = 0;
    for (let word = 0; word < 2; word++) {
      for (let rest = topsOf(bits, turn, word); rest !== 0; rest &= rest - 1) {
        const origin = 32 * word + lowestBit(rest);
        const holds = isFull(stacks[origin] as number);
        for (let set = (AROUND[2 * origin] as number) & emptyLow; set !== 0; set &= set - 1) {
          const slide = MOVE_TO[64 * origin + lowestBit(set)] as number;
          into[count++] = slide;
          if (holds) into[count++] = slide + LIBERATE;
        }
        for (let set = (AROUND[2 * origin + 1] as number) & emptyHigh; set !== 0; set &= set - 1) {
          const slide = MOVE_TO[64 * origin + 32 + lowestBit(set)] as number;
          into[count++] = slide;
          if (holds) into[count++] = slide + LIBERATE;
        }
      }
    }
    return count;
  }

  private listCaptures(into: Uint16Array): number {
    const { turn, bits } = this;
    let count = 0;
    for (let size = 1; size < 4; size++) {
      const face = 4 * turn + size;
      const prey = 4 * (1 - turn) + size + 1;
      const preyLow = bits[2 * prey] as number;
      const preyHigh = bits[2 * prey + 1] as number;
      if ((preyLow | preyHigh) === 0) continue;
      for (let word = 0; word < 2; word++) {
        for (let rest = bits[2 * face + word] as number; rest !== 0; rest &= rest - 1) {
          const origin = 32 * word + lowestBit(rest);
          for (let set = (AROUND[2 * origin] as number) & preyLow; set !== 0; set &= set - 1)
            into[count++] = (MOVE_TO[64 * origin + lowestBit(set)] as number) + CAPTURE;
          for (let set = (AROUND[2 * origin + 1] as number) & preyHigh; set !== 0; set &= set - 1)
            into[count++] = (MOVE_TO[64 * origin + 32 + lowestBit(set)] as number) + CAPTURE;
        }
      }
    }
    return count;
  }

  /** Writes the slides and liberations to the goal row after the first `from` moves; returns how many there are then. */
  private listArrivals(into: Uint16Array, from: number): number {
    const { turn, bits, stacks } = this;
    const word = 1 - turn;
    const goals = (bits[word] as number) & (turn === 0 ? 0xff0000 : 0xff);
    let count = from;
    for (let rest = topsOf(bits, turn, word) & 0xff00; rest !== 0; rest &= rest - 1) {
      const origin = 32 * word + lowestBit(rest);
      const holds = isFull(stacks[origin] as number);
      for (let set = (AROUND[2 * origin + word] as number) & goals; set !== 0; set &= set - 1) {
        const slide = MOVE_TO[64 * origin + 32 * word + lowestBit(set)] as number;
        if (holds) into[count++] = slide + LIBERATE;
        into[count++] = slide;
      }
    }
    return count;
  }

  private clear(keyWords: number): void {
    if (this.keys.length < keyWords) this.keys = new Int32Array(keyWords);
    this.clearStacks();
    this.end = null;
    this.early = 0;
    this.late = 0;
  }

  private setKeys(index: number, stacks: Uint8Array, turn: Seat): void {
    this.keys[2 * index] = keyOf(stacks, turn, 0);
    this.keys[2 * index + 1] = keyOf(stacks, turn, 1);
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

  protected put(cell: number, stack: number): void {
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
    if (face > LOCKED) this.score(face);
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

  private hasFewTops(): boolean {
    const { bits, turn } = this;
    return countBits(topsOf(bits, turn, 0)) + countBits(topsOf(bits, turn, 1)) < LEAST_TOPS;
  }
}
