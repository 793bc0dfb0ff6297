import type { Seat } from '@tablier/core';
import { CELLS } from './board.ts';

/** An odd pseudo-random 32-bit number for every seed (the finaliser of MurmurHash3). */
function mixed(seed: number): number {
  let value = Math.imul(seed + 1, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) | 1;
}

/** The key of stacks is the sum over the cells of `CELL_KEYS[cell] * STACK_KEYS[stack]`, modulo 2^32. */
export const CELL_KEYS: Int32Array = Int32Array.from({ length: CELLS }, (_, cell) => mixed(cell + 1000));
export const STACK_KEYS: Int32Array = Int32Array.from({ length: 256 }, (_, stack) => (stack === 0 ? 0 : mixed(stack)));

/** The same for a second, independent sum: the two words together identify a position for the bots. */
export const CHECK_CELL_KEYS: Int32Array = Int32Array.from({ length: CELLS }, (_, cell) => mixed(cell + 3000));
export const CHECK_STACK_KEYS: Int32Array = Int32Array.from({ length: 256 }, (_, stack) =>
  stack === 0 ? 0 : mixed(stack + 5000),
);

/** The key of a position: the key of its stacks with the seat to move in the lowest bit. */
export const withTurn = (key: number, turn: Seat): number => (key & ~1) | (turn & 1);

export function keyOfStacks(stacks: Uint8Array): number {
  let key = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    key = (key + Math.imul(CELL_KEYS[cell] as number, STACK_KEYS[stacks[cell] as number] as number)) | 0;
  }
  return key;
}
