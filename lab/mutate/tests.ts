import { TARGETS } from './targets.ts';

const named = JSON.parse(process.env['TABLIER_MUTATE_TESTS'] ?? '[]') as readonly string[];

/** The tests of the target that is measured, or those that the command line names. */
export const tests: readonly string[] =
  named.length > 0 ? named : (TARGETS[process.env['TABLIER_MUTATE'] ?? '']?.tests ?? []);

/** What `--quick` leaves out: tests that play many whole games. */
export const excluded: readonly string[] =
  process.env['TABLIER_MUTATE_QUICK'] === '1'
    ? ['**/*.slow.test.ts', '**/{conformance,distribution,hidden}.test.ts']
    : [];

/** The milliseconds of processor time from which on `--quick` leaves out a test that runs in the process of StrykerJS. */
export const longest: number = process.env['TABLIER_MUTATE_QUICK'] === '1' ? 1000 : Number.POSITIVE_INFINITY;
