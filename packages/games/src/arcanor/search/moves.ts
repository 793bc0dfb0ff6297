import { CAPTURE, CELLS, isFull, LIBERATE, MOVE_AT, NEIGHBOURS, OUTSIDE } from '../board.ts';
import { AROUND, type Layout, topsOf } from '../layout.ts';

/** `MOVE_TO[64 * origin + target]`: the slide between two neighbours. */
const MOVE_TO: Uint16Array = new Uint16Array(64 * CELLS);
for (const [step, target] of NEIGHBOURS.entries())
  if (target !== OUTSIDE) MOVE_TO[64 * (step >> 3) + target] = MOVE_AT[step] as number;

/** Writes all slides and liberations that are no arrivals; returns how many. */
export function listQuiet({ turn, bits, stacks }: Layout, into: Uint16Array): number {
  const emptyLow = (bits[0] as number) & (turn === 1 ? ~0xff : ~0);
  const emptyHigh = (bits[1] as number) & (turn === 0 ? 0xffff : ~0);
  let count = 0;
  for (let word = 0; word < 2; word++) {
    for (let rest = topsOf(bits, turn, word); rest !== 0; rest &= rest - 1) {
      const origin = 32 * word + 31 - Math.clz32(rest & -rest);
      const holds = isFull(stacks[origin] as number);
      for (let set = (AROUND[2 * origin] as number) & emptyLow; set !== 0; set &= set - 1) {
        const slide = MOVE_TO[64 * origin + 31 - Math.clz32(set & -set)] as number;
        into[count++] = slide;
        if (holds) into[count++] = slide + LIBERATE;
      }
      for (let set = (AROUND[2 * origin + 1] as number) & emptyHigh; set !== 0; set &= set - 1) {
        const slide = MOVE_TO[64 * origin + 63 - Math.clz32(set & -set)] as number;
        into[count++] = slide;
        if (holds) into[count++] = slide + LIBERATE;
      }
    }
  }
  return count;
}

export function listCaptures({ bits, turn }: Layout, into: Uint16Array): number {
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
export function listArrivals({ bits, turn, stacks }: Layout, into: Uint16Array, from: number): number {
  const word = 1 - turn;
  const goals = (bits[word] as number) & (turn === 0 ? 0xff0000 : 0xff);
  let count = from;
  for (let rest = topsOf(bits, turn, word) & 0xff00; rest !== 0; rest &= rest - 1) {
    const origin = 32 * word + 31 - Math.clz32(rest & -rest);
    const holds = isFull(stacks[origin] as number);
    for (let set = (AROUND[2 * origin + word] as number) & goals; set !== 0; set &= set - 1) {
      const slide = MOVE_TO[64 * origin + 32 * word + 31 - Math.clz32(set & -set)] as number;
      if (holds) into[count++] = slide + LIBERATE;
      into[count++] = slide;
    }
  }
  return count;
}
