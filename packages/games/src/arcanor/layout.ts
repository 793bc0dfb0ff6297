import type { Move, Seat } from '@tablier/core';
import {
  CELLS,
  COLUMNS,
  EMPTY_FACE,
  FACE_TABLE,
  FACES,
  kindOf,
  LOCKED,
  originOf,
  OUTSIDE,
  ownerOfFace,
  ownerOfStack,
  ROWS,
  sizeOfFace,
  SLIDE,
  type Stack,
  targetOf,
  TOP_OF,
  WALL,
} from './board.ts';

export const LIST = 16;
/** The rows of the board, plus one beyond each edge. */
const LINES = ROWS + 2;
/** The number of faces, with `WALL` and `NO_PREY` (see `board.ts`). */
const FACE_KINDS = WALL + 2;

/** By cell: the index of the row below in the lines of a face, and the bit of the column to the left. */
const LINE_OF = Uint8Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / COLUMNS));
const COLUMN_OF = Uint8Array.from({ length: CELLS }, (_, cell) => cell % COLUMNS);

/** `DIRECTIONS_OF[nine]`: a block of nine cells, three bits per row from below and the left, as directions around its middle. */
const DIRECTIONS_OF = Uint8Array.from({ length: 512 }, (_, nine) =>
  [7, 8, 5, 2, 1, 0, 3, 6].reduce((set, bit, direction) => set | (((nine >> bit) & 1) << direction), 0),
);

/** The stacks, and tables derived from them, which `put` keeps up to date. One buffer copies in one operation. */
export class Layout {
  private readonly bytes = new Uint8Array(3 * 64 + 2 * LIST + 8 + 2 * FACE_KINDS * LINES);
  /** The stack of every cell, and its face (see `board.ts`), with one more entry for `OUTSIDE`. */
  readonly stacks: Uint8Array = this.bytes.subarray(0, CELLS + 1);
  readonly faces: Uint8Array = this.bytes.subarray(64, 64 + CELLS + 1);
  /** By cell: its index in the list of tops. */
  private readonly slots = this.bytes.subarray(128, 128 + CELLS);
  /** The cells of the tops of each seat that may move, in no order; those of seat 1 from `LIST` on. */
  readonly tops: Uint8Array = this.bytes.subarray(192, 192 + 2 * LIST);
  readonly topCounts: Uint8Array = this.bytes.subarray(192 + 2 * LIST, 194 + 2 * LIST);
  readonly points: Uint8Array = this.bytes.subarray(194 + 2 * LIST, 196 + 2 * LIST);
  /** `lines[LINES * face + row + 1]`: the cells of a row with that face, as bits `column + 1`; inverted for `EMPTY_FACE`. */
  private readonly lines = new Uint16Array(this.bytes.buffer, 200 + 2 * LIST, FACE_KINDS * LINES);
  /** The sum of `CELL_KEYS[cell] * STACK_KEYS[stack]`. */
  key = 0;

  constructor() {
    this.clear();
  }

  clear(): void {
    this.bytes.fill(0);
    this.key = 0;
    this.faces[OUTSIDE] = WALL;
    for (let line = 0; line < LINES; line++) this.lines[line] = line === 0 || line === LINES - 1 ? 0x3ff : 0x201;
  }

  copyFrom(other: Layout): void {
    this.bytes.set(other.bytes);
    this.key = other.key;
  }

  /** The directions in which the next cell is empty, as a set. */
  emptyAround(cell: number): number {
    return DIRECTIONS_OF[511 ^ this.nineAround(cell, EMPTY_FACE)] as number;
  }

  /** The directions in which the next cell shows `face`, as a set. */
  around(cell: number, face: number): number {
    return DIRECTIONS_OF[this.nineAround(cell, face)] as number;
  }

  private nineAround(cell: number, face: number): number {
    const { lines } = this;
    const line = LINES * face + (LINE_OF[cell] as number);
    const column = COLUMN_OF[cell] as number;
    const below = ((lines[line] as number) >> column) & 7;
    const middle = ((lines[line + 1] as number) >> column) & 7;
    const above = ((lines[line + 2] as number) >> column) & 7;
    return below | (middle << 3) | (above << 6);
  }

  put(cell: number, stack: Stack): void {
    const before = this.faces[cell] as number;
    const face = FACES[(FACE_TABLE[cell] as number) | stack] as number;
    const old = this.stacks[cell] as number;
    const change = (STACK_KEYS[stack] as number) - (STACK_KEYS[old] as number);
    this.key = (this.key + Math.imul(CELL_KEYS[cell] as number, change)) | 0;
    this.stacks[cell] = stack;
    if (face === before) return;
    this.faces[cell] = face;
    if (before !== EMPTY_FACE) this.removeTop(cell, ownerOfFace(before));
    if (face > LOCKED) this.score(face);
    else if (face !== EMPTY_FACE) this.addTop(cell, ownerOfFace(face));
    this.mark(cell, before, face);
  }

  private mark(cell: number, before: number, face: number): void {
    const { lines } = this;
    const line = (LINE_OF[cell] as number) + 1;
    const bit = 2 << (COLUMN_OF[cell] as number);
    if (before === EMPTY_FACE || face === EMPTY_FACE) lines[line] = (lines[line] as number) ^ bit;
    if (before !== EMPTY_FACE) lines[LINES * before + line] = (lines[LINES * before + line] as number) ^ bit;
    if (face !== EMPTY_FACE) lines[LINES * face + line] = (lines[LINES * face + line] as number) ^ bit;
  }

  private score(face: number): void {
    const owner = ownerOfFace(face);
    this.points[owner] = (this.points[owner] as number) + sizeOfFace(face);
  }

  private addTop(cell: number, owner: Seat): void {
    const count = this.topCounts[owner] as number;
    this.tops[LIST * owner + count] = cell;
    this.slots[cell] = count;
    this.topCounts[owner] = count + 1;
  }

  private removeTop(cell: number, owner: Seat): void {
    const last = (this.topCounts[owner] as number) - 1;
    const slot = this.slots[cell] as number;
    const moved = this.tops[LIST * owner + last] as number;
    this.tops[LIST * owner + slot] = moved;
    this.slots[moved] = slot;
    this.topCounts[owner] = last;
  }
}

/** A pseudo-random 32-bit number for every seed (the finaliser of MurmurHash3). */
export function mixed(seed: number): number {
  let value = Math.imul(seed + 1, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/** The key of stacks is the sum over the cells of `CELL_KEYS[cell] * STACK_KEYS[stack]`, modulo 2^32. All but 0 are odd. */
const CELL_KEYS: Int32Array = Int32Array.from({ length: CELLS }, (_, cell) => mixed(cell + 1000) | 1);
const STACK_KEYS: Int32Array = Int32Array.from({ length: 256 }, (_, stack) => (stack === 0 ? 0 : mixed(stack) | 1));

/** The key of a position: the key of its stacks with the seat to move in the lowest bit. */
export const withTurn = (key: number, turn: Seat): number => (key & ~1) | (turn & 1);

function keyOfStacks(stacks: Uint8Array): number {
  let key = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    key = (key + Math.imul(CELL_KEYS[cell] as number, STACK_KEYS[stacks[cell] as number] as number)) | 0;
  }
  return key;
}

/** The filter has 2,048 bits, far more than there are moves between two irreversible ones. The highest 11 bits of a key select one. */
const FILTER_WORDS = 64;
const FILTER_SHIFT = 21;

/** Undoes a move on stacks only. A capture and a liberation are undone in the same way: the top returns to what it left. */
export function undo(stacks: Uint8Array, move: Move): void {
  const origin = originOf(move);
  const target = targetOf(move);
  const there = stacks[target] as number;
  const moved = kindOf(move) === SLIDE ? there : (TOP_OF[there] as number);
  stacks[target] = there ^ moved;
  stacks[origin] = (stacks[origin] as number) | moved;
}

/**
 * The positions since the last irreversible move, for repetition [A13]: the moves between them and a 32-bit key of each, whose lowest
 * bit is the seat to move. Different keys prove that two positions differ. Positions with equal keys are compared cell by cell by
 * undoing the moves, so that no collision decides a game.
 */
export class History {
  length = 0;
  readonly #stacks = new Uint8Array(CELLS);
  /** A Bloom filter over the keys; then, alternately, a position's key and the move played in it. One array copies in one operation. */
  private words: Int32Array = new Int32Array(FILTER_WORDS + 256);

  get moves(): Move[] {
    return Array.from({ length: this.length }, (_, index) => this.moveAt(index));
  }

  /** Clears the history: after an irreversible move no earlier position can recur. */
  restart(key: number): void {
    this.length = 0;
    this.words.fill(0, 0, FILTER_WORDS);
    this.words[FILTER_WORDS] = key;
    this.mark(key);
  }

  /** Adds a move and the key of the position after it. Returns whether that position may have occurred before. */
  add(move: Move, key: number): boolean {
    const end = FILTER_WORDS + 2 * this.length;
    if (end + 3 > this.words.length) this.growTo(2 * this.words.length);
    this.words[end + 1] = move;
    this.words[end + 2] = key;
    this.length++;
    return this.mark(key) && this.hasKeyBefore(key);
  }

  load(moves: readonly Move[], stacks: Uint8Array, key: number): void {
    const keys = [...moves, key];
    const walked = this.#stacksOf(stacks);
    for (let index = moves.length - 1; index >= 0; index--) {
      const move = moves[index] as number;
      undo(walked, move);
      keys[index] = withTurn(keyOfStacks(walked), ownerOfStack(walked[originOf(move)] as number));
    }
    this.restart(keys[0] as number);
    for (const [index, move] of moves.entries()) this.add(move, keys[index + 1] as number);
  }

  earlierTimes(stacks: Uint8Array): number {
    const key = this.keyAt(this.length);
    let times = 0;
    const walked = this.#stacksOf(stacks);
    for (let index = this.length - 1; index >= 0; index--) {
      undo(walked, this.moveAt(index));
      if (this.keyAt(index) === key && walked.every((stack, cell) => stack === stacks[cell])) times++;
    }
    return times;
  }

  copyFrom(other: History): void {
    const end = FILTER_WORDS + 2 * other.length + 1;
    if (end > this.words.length) this.growTo(other.words.length);
    this.words.set(other.words.subarray(0, end));
    this.length = other.length;
  }

  #stacksOf(stacks: Uint8Array): Uint8Array {
    this.#stacks.set(stacks.subarray(0, CELLS));
    return this.#stacks;
  }

  private keyAt(index: number): number {
    return this.words[FILTER_WORDS + 2 * index] as number;
  }

  private moveAt(index: number): Move {
    return this.words[FILTER_WORDS + 2 * index + 1] as number;
  }

  /** Sets the bit of a key. Returns whether it was set before. */
  private mark(key: number): boolean {
    const bit = key >>> FILTER_SHIFT;
    const mask = 1 << (bit & 31);
    const word = this.words[bit >> 5] as number;
    this.words[bit >> 5] = word | mask;
    return (word & mask) !== 0;
  }

  private hasKeyBefore(key: number): boolean {
    for (let index = this.length - 1; index >= 0; index--) if (this.keyAt(index) === key) return true;
    return false;
  }

  private growTo(size: number): void {
    const words = new Int32Array(size);
    words.set(this.words);
    this.words = words;
  }
}
