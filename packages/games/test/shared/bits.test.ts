import { expect, test } from 'vitest';
import { countBits, selectBit } from '../../src/shared/bits.ts';

test('each set bit is selected by the number of set bits under it', () => {
  for (const bits of [1, 0b1011, 0x3ffff, 0x15555, 0x3ffffff0, 0x40000001, -1, -0x80000000]) {
    const places = Array.from({ length: 32 }, (_, place) => place).filter((place) => (bits >>> place) & 1);
    expect(countBits(bits)).toBe(places.length);
    expect(places.map((_, below) => selectBit(bits, below))).toEqual(places);
  }
});
