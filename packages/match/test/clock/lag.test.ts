import { isTooLate, MAX_GRACE, makeClock, quotaGain, remaining, turnEnded } from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs, seeded, started, termsOf } from './play.ts';

const claim = fc.oneof(
  fc.integer({ min: -10_000, max: 20_000 }),
  fc.double(),
  fc.constantFrom(Number.POSITIVE_INFINITY, Number.NaN, 1e300, -1),
);

test('the figures are those of scalachess', () => {
  const firstQuota = (base: number, increment: number): number =>
    makeClock({ system: 'fischer', base, increment }, 2)?.seats[0]?.quota ?? 0;
  // T = base + 40 increments; gain = min(100, T * 2/5 + 15) centiseconds; begins with three times that.
  expect(quotaGain({ system: 'sudden-death', base: 60 })).toBe(390);
  expect(quotaGain({ system: 'fischer', base: 60, increment: 1 })).toBe(550);
  expect(quotaGain({ system: 'fischer', base: 300, increment: 3 })).toBe(1000);
  expect(firstQuota(60, 1)).toBe(1650);
});

test(`whatever lag is claimed, no more is credited than the quota, and it never makes time ${seeded}`, () => {
  const turns = fc.array(fc.tuple(fc.nat(4000), claim), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(termsOf('sudden-death'), turns, (terms, moves) => {
      const gain = quotaGain(terms);
      let now = 0;
      let clock = started(terms, 2, now);
      let credited = 0;
      for (const [index, [used, lag]] of moves.entries()) {
        const before = clock.seats[0]?.left ?? 0;
        const quota = clock.seats[0]?.quota ?? 0;
        now += used;
        if (isTooLate(clock, now, lag)) return;
        clock = turnEnded(clock, { now, next: 1, lag });
        const credit = used - (before - (clock.seats[0]?.left ?? 0));
        credited += credit;
        expect(credit).toBeGreaterThanOrEqual(0);
        expect(credit).toBeLessThanOrEqual(Math.min(quota, used));
        expect(credited).toBeLessThanOrEqual(3 * gain + index * gain);
        expect(clock.seats[0]?.quota).toBeLessThanOrEqual(7 * gain);
        expect(clock.seats[0]?.quota).toBeGreaterThanOrEqual(gain);
        clock = turnEnded(clock, { now, next: 0 });
      }
    }),
    runs(500),
  );
});

test(`a move that was in time when it was sent counts, if its lag is within quota and grace ${seeded}`, () => {
  fc.assert(
    fc.property(termsOf('sudden-death'), fc.nat(4000), fc.nat(4000), (terms, lag, margin) => {
      const clock = started(terms, 2, 0);
      const whole = remaining(clock, 0, 0);
      const excused = Math.min(lag, clock.seats[0]?.quota ?? 0);
      const sent = Math.max(0, whole - 1 - margin);
      const received = sent + lag;
      const inTime = received - excused < whole && received < whole + Math.min(clock.seats[0]?.quota ?? 0, MAX_GRACE);
      expect(isTooLate(clock, received, lag)).toBe(!inTime);
      if (lag <= MAX_GRACE && lag <= excused) expect(inTime).toBe(true);
    }),
    runs(500),
  );
});
