/** A source of random numbers, which pure functions take: the server's reads the operating system, bots and tests have seeded ones. */
export interface Rng {
  /** An integer from 0 to `bound - 1`, all equally likely. `bound` is from 1 to 2^31. */
  below(bound: number): number;
}

/** Half of a product with a bound up to this one fits into 31 bits. */
const SMALL_BOUND = 0x8000;

/** xoshiro128** (Blackman and Vigna, 2018), seeded with splitmix32. Predictable: never for a deal that must stay secret. */
export class SeededRng implements Rng {
  private a: number;
  private b: number;
  private c: number;
  private d: number;

  constructor(seed: number | string) {
    let state = typeof seed === 'number' ? seed | 0 : hashText(seed);
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    this.a = next();
    this.b = next();
    this.c = next();
    this.d = next() | 1;
  }

  /** The next 32 bits, as an unsigned integer. */
  bits(): number {
    const { a, b } = this;
    const c = this.c ^ a;
    const d = this.d ^ b;
    this.a = a ^ d;
    this.b = b ^ c;
    this.c = c ^ (b << 9);
    this.d = (d << 11) | (d >>> 21);
    const scrambled = (b | 0) * 5;
    return (((scrambled << 7) | (scrambled >>> 25)) * 9) >>> 0;
  }

  below(bound: number): number {
    // Multiply and shift: the probabilities of two values differ by at most 1 / 2^32.
    const bits = this.bits();
    if (bound > SMALL_BOUND) return Math.floor((bits * bound) / 4294967296);
    // The same in 32-bit integers, half by half: conversions to floating point take longer than the rest of a draw.
    return (Math.imul(bits >>> 16, bound) + (Math.imul(bits & 0xffff, bound) >>> 16)) >>> 16;
  }
}

/** FNV-1a, 32 bits, over UTF-16 code units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash | 0;
}

/** The same over integers, each as one unit. */
export function hashNumbers(numbers: ArrayLike<number>): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < numbers.length; index++)
    hash = Math.imul(hash ^ (numbers[index] as number), 0x01000193) ^ (hash >>> 15);
  return hash | 0;
}

/** Shuffles `items` in place, all orders equally likely, and returns it. */
export function shuffle<T>(items: T[], rng: Rng): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = rng.below(last + 1);
    const held = items[last] as T;
    items[last] = items[other] as T;
    items[other] = held;
  }
  return items;
}
