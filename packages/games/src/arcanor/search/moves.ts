import type { Seat } from '@tablier/core';
import { CAPTURE, LIBERATE } from '../board.ts';
import { AROUND, MOVE_TO } from './tables.ts';

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
