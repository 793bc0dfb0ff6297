import { hashText } from '@tablier/core';
import {
  type ClockState,
  type ClockTerms,
  CLOCK_SYSTEMS,
  completeClockTerms,
  makeClock,
  startClock,
  type TimedTerms,
} from '@tablier/match';
import { SEED } from '@tablier/testkit';
import fc from 'fast-check';

/** Goes into the titles of properties, so that a failure can be repeated with TABLIER_SEED. */
export const seeded = `(TABLIER_SEED=${SEED})`;

export const runs = (numRuns: number): fc.Parameters<unknown> => ({ seed: hashText(SEED), numRuns });

/** Any terms within their bounds, as declared. */
export const anyTerms: fc.Arbitrary<ClockTerms> = fc.oneof(
  ...Object.entries(CLOCK_SYSTEMS).map(([system, fields]) =>
    fc
      .record(
        Object.fromEntries(
          Object.entries(fields).map(([name, { min, max, default: preset }]) => {
            const value = fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, min + 60) }));
            return [name, preset === null ? fc.option(value) : value];
          }),
        ),
      )
      .map((values) => completeClockTerms({ system, ...values }))
      .filter((terms) => terms.ok)
      .map((terms) => terms.value),
  ),
);

export const timedTerms = anyTerms.filter((terms) => terms.system !== 'none');

export const termsOf = <S extends TimedTerms['system']>(system: S): fc.Arbitrary<TimedTerms & { system: S }> =>
  timedTerms.filter((terms): terms is TimedTerms & { system: S } => terms.system === system);

/** Clocks of `players` seats, the first of which runs since `now`. */
export function started(terms: ClockTerms, players: number, now: number): ClockState {
  const clock = makeClock(terms, players);
  if (clock === null) throw new Error('no clock');
  return startClock(clock, 0, now);
}

/** A part of a whole in thousandths, its ends likely. */
export const share = fc.oneof(fc.constantFrom(0, 1, 999, 1000), fc.integer({ min: 0, max: 1000 }));

export const part = (whole: number, thousandths: number): number => Math.floor((whole * thousandths) / 1000);
