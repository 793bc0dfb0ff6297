import { randomInt } from 'node:crypto';

/**
 * The seed of this run's random tests. It is fixed, so that a failure of the continuous integration can be repeated;
 * `TABLIER_SEED=fresh` draws a new one, any other value is the seed. Tests put it into their titles.
 * A seed that finds a fault becomes a test of its own.
 */
export const SEED = seedOf(process.env['TABLIER_SEED']);

function seedOf(given: string | undefined): string {
  if (given === 'fresh') return String(randomInt(2 ** 31));
  return given === undefined || given === '' ? '1' : given;
}
