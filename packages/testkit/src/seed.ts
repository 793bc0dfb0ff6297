import { randomInt } from 'node:crypto';

/**
 * The seed of this run's random tests: `TABLIER_SEED` where it is set, else a new one each run.
 * Tests put it into their titles, so that a failure can be repeated.
 */
export const SEED = process.env['TABLIER_SEED'] ?? String(randomInt(2 ** 31));
