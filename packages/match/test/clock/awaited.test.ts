import { type ClockState, flagAt, isAwaited, remaining, restartClock, seatReturned, turnEnded } from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { part, runs, seeded, share, started, timedTerms } from './play.ts';

/** How long it is waited for those who were cut off. */
const WAIT = 16_000;

const seat = fc.record({
  /** Whether the restart cut the player off. */
  isCutOff: fc.boolean(),
  /** How long after the restart the player is back; often only when no player is awaited any more. */
  back: fc.oneof(fc.constantFrom(0, 1, WAIT - 1, WAIT), fc.nat(2 * WAIT)),
  thought: share,
});

const upTo = (clock: ClockState, now: number, thousandths: number): number =>
  part(remaining(clock, clock.seat, now), Math.min(thousandths, 999));

test(`a restart is charged to no player until they reconnect or the wait is over, and gives nothing beyond ${seeded}`, () => {
  fc.assert(
    fc.property(
      timedTerms,
      share,
      fc.nat(1_000_000),
      fc.tuple(seat, seat),
      fc.nat(5000),
      (terms, before, length, seats, lag) => {
        let plain = started(terms, 2, 0);
        const aliveAt = upTo(plain, 0, before);
        const upAt = aliveAt + length;
        const cutOff = seats.flatMap(({ isCutOff }, index) => (isCutOff ? [index] : []));
        let broken = restartClock(plain, { aliveAt, upAt, awaited: { seats: cutOff, until: upAt + WAIT } });
        let [now, lost] = [aliveAt, length];
        for (const [index, { isCutOff, back, thought }] of [...seats, ...seats].entries()) {
          const begins = now + lost;
          // A player who has moved was present: their second turn is charged.
          const isWaitedFor = isCutOff && index < 2;
          const from = isWaitedFor ? Math.max(begins, upAt + Math.min(back, WAIT)) : begins;
          for (const moment of [begins, Math.floor((begins + from) / 2), from - 1]) {
            if (moment < begins) continue;
            expect(remaining(broken, broken.seat, moment)).toBe(remaining(plain, plain.seat, now));
            expect(isAwaited(broken, moment)).toBe(isWaitedFor && moment < upAt + WAIT);
          }
          if (isAwaited(broken, from)) broken = seatReturned(broken, from);
          lost += from - begins;
          expect(flagAt(broken)).toBe((flagAt(plain) as number) + lost);
          now += upTo(plain, now, thought);
          const end = { next: 1 - plain.seat, lag };
          plain = turnEnded(plain, { ...end, now });
          // As the match does: who moves is there.
          broken = turnEnded(seatReturned(broken, now + lost), { ...end, now: now + lost });
          expect(broken.seats).toEqual(plain.seats);
        }
      },
    ),
    runs(500),
  );
});

test(`a second restart during the wait begins it again, and only for players that it cut off ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, fc.nat(WAIT - 1), fc.nat(100_000), fc.boolean(), (terms, later, length, again) => {
      const whole = remaining(started(terms, 2, 0), 0, 0);
      const first = restartClock(started(terms, 2, 0), {
        aliveAt: 0,
        upAt: 5000,
        awaited: { seats: [0, 1], until: 5000 + WAIT },
      });
      const upAt = 5000 + later + length;
      const awaited = { seats: again ? [0] : [], until: upAt + WAIT };
      const second = restartClock(first, { aliveAt: 5000 + later, upAt, awaited });
      expect(remaining(second, 0, upAt)).toBe(whole);
      expect(flagAt(second)).toBe((flagAt(started(terms, 2, 0)) as number) + upAt + (again ? WAIT : 0));
    }),
    runs(200),
  );
});
