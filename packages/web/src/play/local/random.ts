import type { Rng } from '@tablier/core';

/** Randomness from the operating system, for deals and seats: it cannot be predicted from an earlier game. */
export const systemRng: Rng = {
  below(bound) {
    const word = new Uint32Array(1);
    // Words from the last whole multiple of `bound` on are drawn again, so that every value is equally likely.
    const limit = 4294967296 - (4294967296 % bound);
    do crypto.getRandomValues(word);
    while ((word[0] ?? 0) >= limit);
    return (word[0] ?? 0) % bound;
  },
};

/** A seed for a bot: 128 bits as text. */
export function newSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ID_SIGNS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The id of a local game: 12 letters and digits, about 62 bits. */
export const newId = (): string =>
  Array.from({ length: 12 }, () => ID_SIGNS.charAt(systemRng.below(ID_SIGNS.length))).join('');
