import { flagAt, isFlagged, isTooLate, MAX_GRACE, readClock, remaining, turnEnded } from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPurse, spend, wholePurse } from './model.ts';
import { part, runs, seeded, share, started, termsOf, timedTerms } from './play.ts';

const begin = fc.integer({ min: 0, max: 2_000_000_000_000 });
const turns = fc.array(share, { minLength: 1, maxLength: 30 });

test(`never early, always ends, and every turn comes to what the model says ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, fc.integer({ min: 2, max: 4 }), begin, turns, (terms, players, start, shares) => {
      let now = start;
      let clock = started(terms, players, now);
      const purses = Array.from({ length: players }, () => firstPurse(terms));
      for (const [index, thousandths] of shares.entries()) {
        const seat = index % players;
        const purse = purses[seat] as ReturnType<typeof firstPurse>;
        const whole = wholePurse(terms, purse);
        expect(clock.seat).toBe(seat);
        expect(remaining(clock, seat, now)).toBe(whole);
        // Never early.
        expect(isFlagged(clock, now + whole - 1)).toBe(false);
        expect(isTooLate(clock, now + whole - 1, 0)).toBe(false);
        // Always ends: at once where nothing was on its way, and at the time that is known beforehand else.
        expect(isTooLate(clock, now + whole, 0)).toBe(true);
        const flag = flagAt(clock) as number;
        expect(flag - (now + whole)).toBeGreaterThanOrEqual(0);
        expect(flag - (now + whole)).toBeLessThanOrEqual(MAX_GRACE);
        expect([isFlagged(clock, flag - 1), isFlagged(clock, flag)]).toEqual([false, true]);
        const used = part(whole, thousandths);
        const after = spend(terms, purse, used);
        now += used;
        expect(isTooLate(clock, now, 0)).toBe(after === null);
        if (after === null) return;
        purses[seat] = after;
        clock = turnEnded(clock, { now, next: (seat + 1) % players });
        for (const [other, own] of purses.entries()) {
          expect(remaining(clock, other, now)).toBe(wholePurse(terms, own));
          expect(clock.seats[other]?.periods).toBe(own.periods);
        }
      }
    }),
    runs(1000),
  );
});

test(`what is charged is what passed, less what is free or granted ${seeded}`, () => {
  const systems = fc.oneof(termsOf('sudden-death'), termsOf('fischer'), termsOf('bronstein'), termsOf('delay'));
  const laggedTurns = fc.array(fc.tuple(share, fc.nat(9000)), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(systems, begin, laggedTurns, (terms, start, moves) => {
      let now = start;
      let clock = started(terms, 2, now);
      let expected = [terms.base * 1000, terms.base * 1000];
      for (const [index, [thousandths, lag]] of moves.entries()) {
        const seat = index % 2;
        const used = part(remaining(clock, seat, now), Math.min(thousandths, 999));
        const credit = Math.min(lag, used, clock.seats[seat]?.quota ?? 0);
        const thought = used - credit;
        const each = 'increment' in terms ? terms.increment : 'delay' in terms ? terms.delay : 0;
        const back = terms.system === 'fischer' ? each * 1000 : Math.min(thought, each * 1000);
        const cap = terms.system === 'fischer' && terms.cap !== undefined ? terms.cap * 1000 : Number.POSITIVE_INFINITY;
        expected = expected.map((left, owner) => (owner === seat ? Math.min(cap, left - thought + back) : left));
        now += used;
        clock = turnEnded(clock, { now, next: 1 - seat, lag });
        expect(clock.seats.map(({ left }) => left)).toEqual(expected);
      }
    }),
    runs(500),
  );
});

test(`Fischer: no clock ever shows more than the cap, and below it the cap changes nothing ${seeded}`, () => {
  fc.assert(
    fc.property(termsOf('fischer'), fc.array(fc.nat(40_000), { maxLength: 40 }), (terms, uses) => {
      const cap = terms.cap ?? terms.base;
      let now = 0;
      let capped = started({ ...terms, cap }, 2, now);
      const { cap: _, ...freeTerms } = terms;
      let free = started(freeTerms, 2, now);
      let reached = false;
      for (const used of uses) {
        now += Math.min(used, remaining(capped, capped.seat, now) - 1);
        const next = 1 - capped.seat;
        capped = turnEnded(capped, { now, next });
        free = turnEnded(free, { now, next });
        for (const { left } of capped.seats) expect(left).toBeLessThanOrEqual(cap * 1000);
        reached ||= free.seats.some(({ left }) => left > cap * 1000);
        if (!reached) expect(capped.seats).toEqual(free.seats);
      }
    }),
    runs(300),
  );
});

test('byo-yomi: a period is lost when it is used up, and not before', () => {
  const clock = started({ system: 'byo-yomi', base: 10, periods: 3, period: 30 }, 2, 0);
  const after = (used: number) => {
    const { left, periods } = turnEnded(clock, { now: used, next: 1 }).seats[0] as { left: number; periods: number };
    return [left, periods];
  };
  expect(after(9999)).toEqual([1, 3]);
  expect(after(10_000)).toEqual([0, 3]);
  expect(after(39_999)).toEqual([0, 3]);
  expect(after(40_000)).toEqual([0, 2]);
  expect(after(99_999)).toEqual([0, 1]);
  expect(isTooLate(clock, 99_999, 0)).toBe(false);
  expect(isTooLate(clock, 100_000, 0)).toBe(true);
  expect(readClock(clock, 0, 55_000)).toEqual({ total: 45_000, delay: 0, main: 0, periods: 2, period: 15_000 });
  expect(readClock(clock, 1, 55_000)).toEqual({ total: 100_000, delay: 0, main: 10_000, periods: 3, period: 30_000 });
});

test('Bronstein gives back what was used, simple delay waits: only the latter helps who has no time left', () => {
  const bronstein = started({ system: 'bronstein', base: 5, delay: 10 }, 2, 0);
  const delay = started({ system: 'delay', base: 5, delay: 10 }, 2, 0);
  expect([remaining(bronstein, 0, 0), remaining(delay, 0, 0)]).toEqual([5000, 15_000]);
  expect(turnEnded(bronstein, { now: 4000, next: 1 }).seats[0]?.left).toBe(5000);
  expect(turnEnded(delay, { now: 12_000, next: 1 }).seats[0]?.left).toBe(3000);
  expect(readClock(delay, 0, 4000)).toEqual({ total: 11_000, delay: 6000, main: 5000, periods: 0, period: 0 });
});

test(`a time that goes backwards charges no player, neither then nor later ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 }), (terms, times) => {
      let clock = started(terms, 2, 1000);
      let latest = 1000;
      let charged = 0;
      for (const now of times) {
        charged += Math.max(0, now - latest);
        latest = Math.max(latest, now);
        const seen = remaining(clock, 0, now);
        expect(seen).toBeLessThanOrEqual(remaining(clock, 0, latest - 1));
        clock = turnEnded(turnEnded(clock, { now, next: 1 }), { now, next: 0 });
        expect(clock.since).toBe(latest);
      }
      if (terms.system === 'sudden-death') expect(clock.seats[0]?.left).toBe(terms.base * 1000 - charged);
    }),
    runs(300),
  );
});
