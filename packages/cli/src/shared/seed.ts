import { randomBytes } from 'node:crypto';
import { hashText, SeededRng } from '@tablier/core';
import { note } from './output.ts';

/** The given seed, or one from the operating system, which is printed on stderr so that the run can be repeated. */
export function seedOr(given: string | undefined): string {
  if (given !== undefined) return given;
  const drawn = randomBytes(6).toString('hex');
  note(`seed: ${drawn}`);
  return drawn;
}

/**
 * The random numbers of the `index`-th game of a seed. The text is hashed first, so similar seeds give different games;
 * within one seed each of 2^32 games has its own numbers.
 */
export function gameRng(seed: string, index: number): SeededRng {
  return new SeededRng((hashText(seed) + index) | 0);
}
