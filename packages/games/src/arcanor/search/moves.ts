import type { Seat } from '@tablier/core';
import { CAPTURE, CELLS, FACE_TABLE, FACES, LIBERATE, MOVE_AT, NEIGHBOURS, OUTSIDE } from '../board.ts';
import { mixed } from '../layout.ts';

/* Sets of cells are two words: bit `cell & 31` of word `cell >> 5`, rows 1 to 4 and rows 5 to 7. */

export const HIGH_CELLS = 0xffffff;
/** The bits of a word that are not in column h. */
const NOT_LAST = 0x7f7f7f7f;

/** A word with the cells to the left and right of those in it. */
const widened = (word: number): number => word | ((word & NOT_LAST) << 1) | ((word >>> 1) & NOT_LAST);

/** The first word of the cells of a set and all their neighbours. */
export function spreadLow(low: number, high: number): number {
  const wide = widened(low);
  return wide | (wide << 8) | (wide >>> 8) | (widened(high) << 24);
}

export function spreadHigh(low: number, high: number): number {
  const wide = widened(high);
  return (wide | (wide << 8) | (wide >>> 8) | (widened(low) >>> 24)) & HIGH_CELLS;
}

/** `AROUND[2 * cell + word]`: the neighbours of a cell. */
export const AROUND: Int32Array = new Int32Array(2 * CELLS);
/** `MOVE_TO[64 * origin + target]`: the slide between two neighbours. */
export const MOVE_TO: Uint16Array = new Uint16Array(64 * CELLS);
for (const [step, target] of NEIGHBOURS.entries()) {
  const origin = step >> 3;
  if (target === OUTSIDE) continue;
  const word = 2 * origin + (target >> 5);
  AROUND[word] = (AROUND[word] as number) | (1 << (target & 31));
  MOVE_TO[64 * origin + target] = MOVE_AT[step] as number;
}

/** `FACE_AT[256 * cell + stack]`: the face of a stack on a cell (see `board.ts`). */
export const FACE_AT: Uint8Array = Uint8Array.from(
  { length: 256 * CELLS },
  (_, index) => FACES[(FACE_TABLE[index >> 8] as number) | (index & 255)] as number,
);

/** `ZOBRIST[2 * (256 * cell + stack) + word]`. A position is the exclusive or of its stacks, with `DARK_KEYS` if Dark is to move. */
export const ZOBRIST: Int32Array = Int32Array.from({ length: 512 * CELLS }, (_, index) =>
  ((index >> 1) & 255) === 0 ? 0 : mixed(index + 7919),
);
export const DARK_KEYS = [mixed(101), mixed(102)] as const;

interface Listed {
  readonly turn: Seat;
  readonly stacks: Uint8Array;
  readonly bits: Int32Array;
}

/** Writes all slides and liberations that are no arrivals; returns how many. */
export function listQuiet({ turn, bits, stacks }: Listed, into: Uint16Array): number {
  const first = 8 * turn + 2;
  const emptyLow = (bits[0] as number) & (turn === 1 ? ~0xff : ~0);
  const emptyHigh = (bits[1] as number) & (turn === 0 ? 0xffff : ~0);
  let count = 0;
  for (let word = 0; word < 2; word++) {
    let rest =
      (bits[first + word] as number) |
      (bits[first + 2 + word] as number) |
      (bits[first + 4 + word] as number) |
      (bits[first + 6 + word] as number);
    for (; rest !== 0; rest &= rest - 1) {
      const origin = 32 * word + 31 - Math.clz32(rest & -rest);
      const stack = stacks[origin] as number;
      const isFull = (stack & (stack - 1)) !== 0;
      for (let set = (AROUND[2 * origin] as number) & emptyLow; set !== 0; set &= set - 1) {
        const slide = MOVE_TO[64 * origin + 31 - Math.clz32(set & -set)] as number;
        into[count++] = slide;
        if (isFull) into[count++] = slide + LIBERATE;
      }
      for (let set = (AROUND[2 * origin + 1] as number) & emptyHigh; set !== 0; set &= set - 1) {
        const slide = MOVE_TO[64 * origin + 63 - Math.clz32(set & -set)] as number;
        into[count++] = slide;
        if (isFull) into[count++] = slide + LIBERATE;
      }
    }
  }
  return count;
}

export function listCaptures({ bits, turn }: Listed, into: Uint16Array): number {
  let count = 0;
  for (let size = 1; size < 4; size++) {
    const face = 4 * turn + size;
    const prey = 4 * (1 - turn) + size + 1;
    const preyLow = bits[2 * prey] as number;
    const preyHigh = bits[2 * prey + 1] as number;
    if ((preyLow | preyHigh) === 0) continue;
    for (let word = 0; word < 2; word++) {
      for (let rest = bits[2 * face + word] as number; rest !== 0; rest &= rest - 1) {
        const origin = 32 * word + 31 - Math.clz32(rest & -rest);
        for (let set = (AROUND[2 * origin] as number) & preyLow; set !== 0; set &= set - 1)
          into[count++] = (MOVE_TO[64 * origin + 31 - Math.clz32(set & -set)] as number) + CAPTURE;
        for (let set = (AROUND[2 * origin + 1] as number) & preyHigh; set !== 0; set &= set - 1)
          into[count++] = (MOVE_TO[64 * origin + 63 - Math.clz32(set & -set)] as number) + CAPTURE;
      }
    }
  }
  return count;
}

/** Writes the slides and liberations to the goal row after the first `from` moves; returns how many there are then. */
export function listArrivals({ bits, turn, stacks }: Listed, into: Uint16Array, from: number): number {
  const word = 1 - turn;
  const first = 8 * turn + 2 + word;
  const tops =
    (bits[first] as number) | (bits[first + 2] as number) | (bits[first + 4] as number) | (bits[first + 6] as number);
  const goals = (bits[word] as number) & (turn === 0 ? 0xff0000 : 0xff);
  let count = from;
  for (let rest = tops & 0xff00; rest !== 0; rest &= rest - 1) {
    const origin = 32 * word + 31 - Math.clz32(rest & -rest);
    const stack = stacks[origin] as number;
    const isFull = (stack & (stack - 1)) !== 0;
    for (let set = (AROUND[2 * origin + word] as number) & goals; set !== 0; set &= set - 1) {
      const slide = MOVE_TO[64 * origin + 32 * word + 31 - Math.clz32(set & -set)] as number;
      if (isFull) into[count++] = slide + LIBERATE;
      into[count++] = slide;
    }
  }
  return count;
}
