import type { Rng } from '@tablier/core';

/** Randomness from the operating system, for deals, seats and ids: it cannot be predicted from an earlier game. */
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

/** A text of so many signs, each equally likely. */
export const randomText = (length: number, signs: string): string =>
  Array.from({ length }, () => signs.charAt(systemRng.below(signs.length))).join('');
