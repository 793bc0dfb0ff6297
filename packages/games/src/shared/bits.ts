/** Sets as words of up to 32 bits. */

/** How many bits are set. */
export function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x55555555);
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The place of the lowest bit of `bits`, which are not all 0. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The place of the set bit of `bits` that has `below` set bits under it. There is such a bit. */
export function selectBit(bits: number, below: number): number {
  let rest = bits;
  for (let skip = below; skip > 0; skip--) rest &= rest - 1;
  return lowestBit(rest);
}
