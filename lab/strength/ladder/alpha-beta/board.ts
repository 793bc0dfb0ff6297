import { CELLS, ownerOf, rowsToGo, SIZE_OF, TOP, WORTH } from './worth.ts';

/*
 * A move is 4096 * kind + 64 * origin + target. The kinds: 0 slide, 1 liberate, 2 capture [A5]-[A7].
 */
const LIBERATE = 1;
const CAPTURE = 2;
export const kindOf = (move: number): number => move >> 12;
const originOf = (move: number): number => (move >> 6) & 63;
const targetOf = (move: number): number => move & 63;

/** More than any position has. */
export const MAX_MOVES = 192;
const WIN_AT = 12;
const QUIET_END = 60;
/** The cell beyond the edge, and what stands there: no stack can. */
const EDGE = CELLS;
const WALL = 255;
/** The lower 28 cells are the bits of one word, the other 28 of another. */
const HALF = 28;
const SEEN = 4096;
/** The moves of a game in the history and in the search. */
const MAX_LENGTH = 1024;

const neighboursOf = (cell: number): number[] =>
  [-9, -8, -7, -1, 1, 7, 8, 9].map((step) => {
    const target = cell + step;
    const isOn = target >= 0 && target < CELLS && Math.abs((target & 7) - (cell & 7)) <= 1;
    return isOn ? target : EDGE;
  });
/** `NEXT[8 * cell + direction]`. */
const NEXT = Uint8Array.from(Array.from({ length: CELLS }, (_, cell) => neighboursOf(cell)).flat());

/** `PREY[top]`: the top that it captures, an enemy one size smaller; `WALL + 1` if none. */
const PREY = Uint16Array.from({ length: 256 }, (_, stack) => {
  const size = SIZE_OF[stack] as number;
  if (size === 0 || size === 4) return WALL + 1;
  return ownerOf(stack) === 0 ? 1 << (size + 4) : 1 << size;
});

/** By cell and stack: 0, or 1 + the owner of a top that may move and be taken. */
const FREE = Uint8Array.from({ length: CELLS * 256 }, (_, index) => {
  const [cell, stack] = [index >> 8, index & 255];
  return stack === 0 || rowsToGo(ownerOf(stack), cell) === 0 ? 0 : 1 + ownerOf(stack);
});
/** By cell and stack: the points of Light, or 256 times those of Dark. */
const POINTS = Uint16Array.from({ length: CELLS * 256 }, (_, index) => {
  const [cell, stack] = [index >> 8, index & 255];
  if (stack === 0 || rowsToGo(ownerOf(stack), cell) !== 0) return 0;
  return (SIZE_OF[stack] as number) << (8 * ownerOf(stack));
});

/** Random words for the keys, by Marsaglia's xorshift. */
function words(seed: number, length: number): Int32Array {
  let state = seed;
  return Int32Array.from({ length }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state;
  });
}
const LOW = words(0x2545f491, CELLS * 256);
const HIGH = words(0x6c078965, CELLS * 256);
for (let cell = 0; cell < CELLS; cell++) LOW[256 * cell] = HIGH[256 * cell] = 0;
const TURN_LOW = 0x5bd1e995;
const TURN_HIGH = 0x1b873593;

/** A position with moves that can be undone. */
export class Board {
  turn = 0;
  /** The quiet moves in a row [A13]. */
  quiet = 0;
  /** The evaluation for Light. */
  score = 0;
  low = 0;
  high = 0;
  private readonly cells = new Uint8Array(CELLS + 1);
  /** The cells of the tops that may move, by side and half. */
  private readonly tops = new Int32Array(4);
  private points = 0;
  /** The number of moves made. By move: the stacks before it, the quiet moves before it, and the keys before it. */
  private length = 0;
  private readonly undo = new Uint8Array(3 * MAX_LENGTH);
  private readonly lows = new Int32Array(MAX_LENGTH);
  private readonly highs = new Int32Array(MAX_LENGTH);
  /** How many keys of the past end in these bits. */
  private readonly seen = new Uint8Array(SEEN);

  constructor(stacks: readonly number[], turn: number) {
    this.cells[EDGE] = WALL;
    for (const [cell, stack] of stacks.entries()) this.set(cell, stack);
    if (turn === 1) this.pass();
  }

  /** The score for the side to move. */
  get own(): number {
    return this.turn === 0 ? this.score : -this.score;
  }

  pass(): void {
    this.turn ^= 1;
    this.low ^= TURN_LOW;
    this.high ^= TURN_HIGH;
  }

  make(move: number): void {
    const origin = originOf(move);
    const target = targetOf(move);
    const from = this.cells[origin] as number;
    const there = this.cells[target] as number;
    const moved = kindOf(move) === 0 ? from : (TOP[from] as number);
    const at = this.length++;
    this.undo[3 * at] = from;
    this.undo[3 * at + 1] = there;
    this.undo[3 * at + 2] = this.quiet;
    this.lows[at] = this.low;
    this.highs[at] = this.high;
    const slot = this.low & (SEEN - 1);
    this.seen[slot] = (this.seen[slot] as number) + 1;
    this.set(origin, from ^ moved);
    this.set(target, there | moved);
    const isQuiet = kindOf(move) === 0 && rowsToGo(this.turn, target) !== 0;
    this.quiet = isQuiet ? this.quiet + 1 : 0;
    this.pass();
  }

  /** Undoes the last move, which was `move`. */
  unmake(move: number): void {
    this.pass();
    const at = --this.length;
    this.set(targetOf(move), this.undo[3 * at + 1] as number);
    this.set(originOf(move), this.undo[3 * at] as number);
    this.quiet = this.undo[3 * at + 2] as number;
    const slot = this.low & (SEEN - 1);
    this.seen[slot] = (this.seen[slot] as number) - 1;
  }

  /** Whether the position occurred before. */
  isRepeated(): boolean {
    if (this.seen[this.low & (SEEN - 1)] === 0) return false;
    for (let at = this.length - 1; at >= 0; at--)
      if (this.lows[at] === this.low && this.highs[at] === this.high) return true;
    return false;
  }

  /** 1 if the side that has just moved has won, -1 if the other has [A11], 0 if neither. */
  winner(): number {
    const points = [this.points & 255, this.points >> 8];
    if ((points[this.turn ^ 1] as number) >= WIN_AT) return 1;
    return (points[this.turn] as number) >= WIN_AT ? -1 : 0;
  }

  /** Whether the quiet moves have ended the game [A13]. */
  get isQuietEnd(): boolean {
    return this.quiet >= QUIET_END;
  }

  /** The lead in points of the side to move. */
  lead(): number {
    const lead = (this.points & 255) - (this.points >> 8);
    return this.turn === 0 ? lead : -lead;
  }

  /** What a move changes in the score, for the side to move. */
  gain(move: number): number {
    const origin = originOf(move);
    const target = targetOf(move);
    const from = this.cells[origin] as number;
    const there = this.cells[target] as number;
    const moved = kindOf(move) === 0 ? from : (TOP[from] as number);
    const after = (WORTH[(origin << 8) | (from ^ moved)] as number) + (WORTH[(target << 8) | there | moved] as number);
    const before = (WORTH[(origin << 8) | from] as number) + (WORTH[(target << 8) | there] as number);
    return this.turn === 0 ? after - before : before - after;
  }

  isArrival(move: number): boolean {
    return rowsToGo(this.turn, targetOf(move)) === 0;
  }

  /** Writes the moves of the side to move from index `at` on. Returns the index after the last. */
  list(into: Uint16Array, at: number): number {
    const low = this.tops[2 * this.turn] as number;
    const high = this.tops[2 * this.turn + 1] as number;
    let end = at;
    for (let rest = low; rest !== 0; rest &= rest - 1) end = this.listFrom(31 - Math.clz32(rest & -rest), into, end);
    for (let rest = high; rest !== 0; rest &= rest - 1)
      end = this.listFrom(HALF + 31 - Math.clz32(rest & -rest), into, end);
    return end;
  }

  private listFrom(origin: number, into: Uint16Array, at: number): number {
    const { cells } = this;
    const stack = cells[origin] as number;
    const top = TOP[stack] as number;
    const prey = PREY[top] as number;
    let end = at;
    for (let step = 8 * origin; step < 8 * origin + 8; step++) {
      const target = NEXT[step] as number;
      const there = cells[target] as number;
      if (there === 0) {
        into[end++] = (origin << 6) | target;
        if (stack !== top) into[end++] = (LIBERATE << 12) | (origin << 6) | target;
      } else if (there !== WALL && TOP[there] === prey && FREE[(target << 8) | there] !== 0)
        into[end++] = (CAPTURE << 12) | (origin << 6) | target;
    }
    return end;
  }

  private set(cell: number, stack: number): void {
    const old = (cell << 8) | (this.cells[cell] as number);
    const index = (cell << 8) | stack;
    this.cells[cell] = stack;
    this.low ^= (LOW[old] as number) ^ (LOW[index] as number);
    this.high ^= (HIGH[old] as number) ^ (HIGH[index] as number);
    this.score += (WORTH[index] as number) - (WORTH[old] as number);
    this.points += (POINTS[index] as number) - (POINTS[old] as number);
    const half = cell < HALF ? 0 : 1;
    const bit = 1 << (cell - HALF * half);
    const was = FREE[old] as number;
    const is = FREE[index] as number;
    if (was === is) return;
    if (was !== 0) this.toggle(2 * was - 2 + half, bit);
    if (is !== 0) this.toggle(2 * is - 2 + half, bit);
  }

  private toggle(word: number, bit: number): void {
    this.tops[word] = (this.tops[word] as number) ^ bit;
  }
}

const LETTERS = 'abcdefgh';
const SIGNS = '-^x';
const nameOf = (cell: number): string => `${LETTERS.charAt(cell & 7)}${(cell >> 3) + 1}`;
const cellOf = (name: string): number => 8 * (Number(name.charAt(1)) - 1) + LETTERS.indexOf(name.charAt(0));

/** A move in the notation of the game. */
export const textOf = (move: number): string =>
  `${nameOf(originOf(move))}${SIGNS.charAt(kindOf(move))}${nameOf(targetOf(move))}`;

const parseText = (text: string): number =>
  (SIGNS.indexOf(text.charAt(2)) << 12) | (cellOf(text) << 6) | cellOf(text.slice(3));

/** The position that these stacks show after these moves, oldest first, which it remembers. */
export function boardAfter(stacks: readonly number[], turn: number, past: readonly string[]): Board {
  const walked = [...stacks];
  const moves = past.map(parseText);
  const movers = moves.map(() => turn);
  for (const [index, move] of [...moves.entries()].reverse()) {
    const there = walked[targetOf(move)] as number;
    const moved = kindOf(move) === 0 ? there : (TOP[there] as number);
    walked[targetOf(move)] = there ^ moved;
    walked[originOf(move)] = (walked[originOf(move)] as number) | moved;
    movers[index] = ownerOf(moved);
  }
  const board = new Board(walked, movers[0] ?? turn);
  for (const [index, move] of moves.entries()) {
    if (board.turn !== movers[index]) board.pass();
    board.make(move);
  }
  if (board.turn !== turn) board.pass();
  return board;
}
