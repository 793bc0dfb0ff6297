import { randomBytes } from 'node:crypto';
import { hashText, SeededRng } from '@tablier/core';
import { tell } from './output.ts';

/** The seed given, or one from the operating system, which is printed on stderr so that the run can be repeated. */
export function seedOr(given: string | undefined): string {
  if (given !== undefined) return given;
  const drawn = randomBytes(6).toString('hex');
  tell(`seed: ${drawn}`);
  return drawn;
}

/**
 * The chance of the `index`-th game under a seed. Hashing the text first keeps the games of neighbouring seeds apart;
 * within one seed no two of 2^32 games share theirs.
 */
export function gameRng(seed: string, index: number): SeededRng {
  return new SeededRng((hashText(seed) + index) | 0);
}
