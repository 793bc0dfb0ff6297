/** Sets of small integers as words of up to 32 bits. */

export function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The index of the set bit with `below` set bits under it. `bits` has more than `below` set bits. */
export function selectBit(bits: number, below: number): number {
  // A random number of steps is mispredicted by the processor, so the first three take no branch: a mask of the sign says whether to step.
  let rest = bits & ((bits - 1) | ~(-below >> 31));
  rest &= (rest - 1) | ~((1 - below) >> 31);
  rest &= (rest - 1) | ~((2 - below) >> 31);
  for (let skip = below; skip > 3; skip--) rest &= rest - 1;
  return lowestBit(rest);
}
