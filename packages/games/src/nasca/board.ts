import { lowestBit } from '../shared/bits.ts';
import { CELLS, cellsOf, DIRECTIONS, ENDS, FIRSTS, ROOMS, SHORTEST, STARTS, STEPS, STRIDES } from './placements.ts';

/** Colours are bits, so that the support of a piece is an OR. Seat `s` is `1 << s`; an empty cell shows 0. */
export const NEUTRAL = 4;
export const SEAT_COLOURS = [1, 2] as const;

/** The maximum number of pieces on a board: 24 of the players and 6 neutral ones [N2]. */
const MAX_PIECES = 30;

/** Tops of empty cells: the board counts as a different "piece" at each cell, so that a piece may rest on many of them [N6]. */
const BOARD_TOP = 128;

/** By colour: the allowed sets of supporting colours, as bits numbered by their OR. None and neutral alone always are [N7]. */
export const ALLOWED_SUPPORTS = Uint8Array.from({ length: NEUTRAL + 1 }, (_, colour) => {
  let allowed = 0;
  for (let supports = 0; supports < 8; supports++) {
    if (supports === 0 || supports === NEUTRAL || (supports & colour) !== 0) allowed |= 1 << supports;
  }
  return allowed;
});

export class NascaBoard {
  private readonly state = new Uint16Array(CELLS * 3 + MAX_PIECES * 3);
  /** `heights`, `tops` and `colours`, one after the other. */
  readonly cells = this.state.subarray(0, CELLS * 3);
  /** By cell: the level of its topmost piece, 0 where it is empty [N3]. */
  readonly heights = this.state.subarray(0, CELLS);
  /** By cell: the number of its topmost piece; at least `BOARD_TOP` for an empty cell. */
  readonly tops = this.state.subarray(CELLS, CELLS * 2);
  /** By cell: the colour it shows. */
  readonly colours = this.state.subarray(CELLS * 2, CELLS * 3);
  /** By piece, in placing order: where it lies, its colour and its level. */
  readonly placements = this.state.subarray(CELLS * 3, CELLS * 3 + MAX_PIECES);
  readonly owners = this.state.subarray(CELLS * 3 + MAX_PIECES, CELLS * 3 + MAX_PIECES * 2);
  readonly levels = this.state.subarray(CELLS * 3 + MAX_PIECES * 2);
  count = 0;

  constructor() {
    this.clear();
  }

  clear(): void {
    this.state.fill(0);
    for (let cell = 0; cell < CELLS; cell++) this.tops[cell] = BOARD_TOP + cell;
    this.count = 0;
  }

  copyFrom(other: NascaBoard): void {
    this.state.set(other.state);
    this.count = other.count;
  }

  place(placement: number, colour: number): void {
    const { heights, tops, colours, count } = this;
    const stride = STRIDES[placement] as number;
    const end = ENDS[placement] as number;
    const start = STARTS[placement] as number;
    const level = (heights[start] as number) + 1;
    for (let cell = start; cell <= end; cell += stride) {
      heights[cell] = level;
      tops[cell] = count;
      colours[cell] = colour;
    }
    this.placements[count] = placement;
    this.owners[count] = colour;
    this.levels[count] = level;
    this.count = count + 1;
  }

  /** Whether a piece of this colour may lie there [N4]–[N7]. */
  allows(placement: number, colour: number): boolean {
    const { heights, tops, colours } = this;
    const start = STARTS[placement] as number;
    const end = ENDS[placement] as number;
    const height = heights[start] as number;
    if (heights[end] !== height) return false;
    const stride = STRIDES[placement] as number;
    let supports = colours[start] as number;
    let last = tops[start] as number;
    for (let cell = start + stride; cell <= end; cell += stride) {
      const here = heights[cell] as number;
      if (here > height) return false;
      if (here < height) continue;
      // Between two cells on one piece there are only cells of that piece or higher ones, so comparing with the last support is enough.
      const top = tops[cell] as number;
      if (top === last) return false;
      last = top;
      supports |= colours[cell] as number;
    }
    return (((ALLOWED_SUPPORTS[colour] as number) >> supports) & 1) === 1;
  }

  /** The lengths that a piece may have on the line `cell * 2 + direction`, as bits [N4]–[N7]. What excludes one excludes longer ones. */
  lengthsOn(line: number, colour: number): number {
    const { heights, tops, colours } = this;
    const stride = STEPS[line & 1] as number;
    const room = ROOMS[line] as number;
    const allowed = ALLOWED_SUPPORTS[colour] as number;
    let cell = line >> 1;
    const height = heights[cell] as number;
    let supports = colours[cell] as number;
    let last = tops[cell] as number;
    let lengths = 0;
    for (let length = SHORTEST; length <= room; length++) {
      cell += stride;
      const here = heights[cell] as number;
      if (here > height) break;
      if (here < height) continue;
      const top = tops[cell] as number;
      if (top === last) break;
      last = top;
      supports |= colours[cell] as number;
      lengths |= ((allowed >> supports) & 1) << length;
    }
    return lengths;
  }

  /** Writes the legal placements of these lengths (bits) in ascending order and returns their number. */
  list(colour: number, lengths: number, into: Uint16Array): number {
    let count = 0;
    for (let line = 0; line < CELLS * DIRECTIONS; line++) {
      let legal = this.lengthsOn(line, colour) & lengths;
      while (legal !== 0) {
        const length = lowestBit(legal);
        into[count++] = (FIRSTS[line] as number) + length - SHORTEST;
        legal &= legal - 1;
      }
    }
    return count;
  }

  tally(colour: number, lengths: number): number {
    let count = 0;
    for (let line = 0; line < CELLS * DIRECTIONS; line++) {
      for (let legal = this.lengthsOn(line, colour) & lengths; legal !== 0; legal &= legal - 1) count++;
    }
    return count;
  }

  /** A line with a legal placement of these lengths, searched from line `from` on; -1 if there is none. */
  find(colour: number, lengths: number, from: number): number {
    for (let line = from; line < CELLS * DIRECTIONS; line++) {
      if ((this.lengthsOn(line, colour) & lengths) !== 0) return line;
    }
    for (let line = 0; line < from; line++) {
      if ((this.lengthsOn(line, colour) & lengths) !== 0) return line;
    }
    return -1;
  }

  /** The pieces that a piece would rest on, in order along it, one entry per supporting cell [N6]. Empty on the board. */
  restsOn(placement: number): number[] {
    const height = this.heights[STARTS[placement] as number] as number;
    if (height === 0) return [];
    return cellsOf(placement)
      .filter((cell) => this.heights[cell] === height)
      .map((cell) => this.tops[cell] as number);
  }
}
