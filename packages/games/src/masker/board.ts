import { type MaskerOptions } from './facts.ts';
import {
  BIT_HIGH,
  BIT_LOW,
  CELLS,
  COLOUR_CROSSES,
  COLOURS,
  LETTERS,
  NEIGHBOURS,
  NEUTRAL,
  WHITE,
  WHITE_CROSSES,
} from './tables.ts';

/** Why the next capture may be of any cross: it may not; the colourless cross is isolated [M9]; a white cross was taken [M10]. */
export const NOT_FREE = 0;
export const FREE_BY_ISOLATION = 1;
export const FREE_BY_WHITE = 2;

/** The most turns of a game: each has a capture, and the colourless cross is not captured [M7]. */
const MAX_TURNS = CELLS - 1;
const STACKS = 2 * MAX_TURNS;
const LEFT = STACKS + CELLS;

/** The crosses, and which may be captured next. A flat cell is a stack of at most one; the colourless cross is on none of them [M18]. */
export class MaskerBoard {
  /** One buffer, so that copying is one operation: two words for each turn, then the crosses. */
  private readonly words = new Uint16Array(LEFT + LETTERS.length + 4);
  /** By `turnIndex`: the seat and the captures of an earlier turn, see `turnWord`. */
  readonly trails: Int32Array = new Int32Array(this.words.buffer, 0, MAX_TURNS);
  /** By cell: three bits per cross, the top one in the lowest bits; 0 for an empty cell. */
  readonly stacks: Uint16Array = this.words.subarray(STACKS, LEFT);
  /** By cross number: the number in play. */
  readonly left: Uint16Array = this.words.subarray(LEFT, LEFT + LETTERS.length);
  /** By seat: the crosses captured and kept. */
  readonly piles: Uint16Array = this.words.subarray(LEFT + LETTERS.length);
  neutral = 0;
  free = NOT_FREE;
  /** The cells with a cross in their stack, not counting the colourless one. Two words, see `tables.ts`. */
  private low = 0;
  private high = 0;
  targetsLow = 0;
  targetsHigh = 0;
  private readonly nearLow: Int32Array;
  private readonly nearHigh: Int32Array;

  constructor(touch: MaskerOptions['touch']) {
    ({ low: this.nearLow, high: this.nearHigh } = NEIGHBOURS[touch]);
    this.left.fill(COLOUR_CROSSES, 1, COLOURS + 1);
    this.left[WHITE] = WHITE_CROSSES;
  }

  copyFrom(other: MaskerBoard): void {
    this.words.set(other.words);
    this.neutral = other.neutral;
    this.free = other.free;
    this.low = other.low;
    this.high = other.high;
    this.targetsLow = other.targetsLow;
    this.targetsHigh = other.targetsHigh;
  }

  /** Puts a stack on a cell, given as letters, bottom first. The colourless cross may be on top. Call `aim` after the last one. */
  put(cell: number, letters: string): void {
    let stack = 0;
    for (let level = 0; level < letters.length; level++) {
      const cross = LETTERS.indexOf(letters.charAt(level));
      if (cross === NEUTRAL) this.neutral = cell;
      else stack = (stack << 3) | cross;
    }
    this.stacks[cell] = stack;
    this.vacate(cell);
    if (stack === 0) return;
    this.low |= BIT_LOW[cell] as number;
    this.high |= BIT_HIGH[cell] as number;
  }

  /** Captures the top cross of a stack: moves the colourless cross there [M7]. Returns the captured cross. */
  capture(cell: number): number {
    const stack = this.stacks[cell] as number;
    const cross = stack & 7;
    this.stacks[cell] = stack >> 3;
    if (stack < 8) this.vacate(cell);
    this.left[cross] = (this.left[cross] as number) - 1;
    this.neutral = cell;
    this.aim(cross);
    return cross;
  }

  topOf(cell: number): number {
    return (this.stacks[cell] as number) & 7;
  }

  /** Sets what may be captured after `cross`: crosses that touch the colourless one, or any if it is isolated [M9] or white was taken [M10]. */
  aim(cross: number): void {
    const { low, high, neutral } = this;
    const nextLow = low & (this.nearLow[neutral] as number);
    const nextHigh = high & (this.nearHigh[neutral] as number);
    // Neither can be predicted, so there are no branches: numbers, and all bits of `any` are set if any cross may be captured.
    const white = Number(cross === WHITE);
    const isolated = Number((nextLow | nextHigh) === 0);
    const any = 0 - (white | isolated);
    this.free = (white * FREE_BY_WHITE) | (isolated & ~white);
    this.targetsLow = nextLow | (low & any);
    this.targetsHigh = nextHigh | (high & any);
  }

  private vacate(cell: number): void {
    this.low &= ~(BIT_LOW[cell] as number);
    this.high &= ~(BIT_HIGH[cell] as number);
  }
}
