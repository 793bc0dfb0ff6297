import {
  type ClockState,
  flagAt,
  isFlagged,
  pauseClock,
  remaining,
  restartClock,
  resumeClock,
  setAway,
  turnEnded,
} from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { part, runs, seeded, share, started, timedTerms } from './play.ts';

const DAY = 86_400_000;
const length = fc.oneof(fc.constantFrom(0, 1), fc.nat(10_000_000));

/** Some thinking, then something that should not matter. */
const stretch = fc.record({
  thought: share,
  interruption: fc.constantFrom('pause', 'pause twice', 'restart', 'restart told twice', 'restart while paused'),
  length,
  extra: length,
});
const turn = fc.record({ stretches: fc.array(stretch, { maxLength: 5 }), thought: share, lag: fc.nat(5000) });

/** The clocks after an interruption at `now`, and how long it took. */
function interrupt(
  clock: ClockState,
  now: number,
  { interruption, length, extra }: { interruption: string; length: number; extra: number },
): readonly [ClockState, number] {
  const until = now + length;
  switch (interruption) {
    case 'pause':
      return [resumeClock(pauseClock(clock, now), until), length];
    case 'pause twice': {
      const paused = pauseClock(pauseClock(clock, now), now + part(length, 500));
      return [resumeClock(resumeClock(paused, until), until + extra), length];
    }
    case 'restart':
      return [restartClock(clock, { aliveAt: now, upAt: until }), length];
    case 'restart told twice': {
      const downtime = { aliveAt: now, upAt: until };
      return [restartClock(restartClock(clock, downtime), downtime), length];
    }
    default: {
      const paused = restartClock(pauseClock(clock, now), { aliveAt: now, upAt: until });
      return [resumeClock(paused, until + extra), length + extra];
    }
  }
}

test('a clock that is resumed earlier than it was paused does not run backwards', () => {
  const clock = started({ system: 'sudden-death', base: 60 }, 2, 0);
  const resumed = resumeClock(pauseClock(clock, 5000), 3000);
  expect([remaining(resumed, 0, 4000), remaining(resumed, 0, 6000)]).toEqual([55_000, 54_000]);
});

test(`pauses and restarts take nothing and give nothing, to the millisecond, also at the very end ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, fc.boolean(), fc.array(turn, { minLength: 1, maxLength: 8 }), (terms, away, turns) => {
      let plain = setAway(started(terms, 2, 0), 0, { now: 0, away });
      let broken = plain;
      let now = 0;
      let lost = 0;
      for (const { stretches, thought, lag } of turns) {
        const { seat } = plain;
        for (const each of stretches) {
          // Up to the last millisecond before the flag falls.
          now += part((flagAt(plain) as number) - 1 - now, each.thought);
          const [after, took] = interrupt(broken, now + lost, each);
          broken = after;
          lost += took;
          expect(remaining(broken, seat, now + lost)).toBe(remaining(plain, seat, now));
          expect(flagAt(broken)).toBe((flagAt(plain) as number) + lost);
          expect(isFlagged(broken, (flagAt(plain) as number) + lost - 1)).toBe(false);
        }
        now += part(remaining(plain, seat, now), Math.min(thought, 999));
        plain = turnEnded(plain, { now, next: 1 - seat, lag });
        broken = turnEnded(broken, { now: now + lost, next: 1 - seat, lag });
        expect(broken.seats).toEqual(plain.seats);
      }
    }),
    runs(1000),
  );
});

test(`while a match is paused nothing passes and nothing falls ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, share, length, (terms, thought, later) => {
      const clock = started(terms, 3, 0);
      const now = part((flagAt(clock) as number) - 1, thought);
      const paused = pauseClock(clock, now);
      expect(flagAt(paused)).toBeNull();
      expect(isFlagged(paused, now + later)).toBe(false);
      expect(remaining(paused, 0, now + later)).toBe(remaining(clock, 0, now));
    }),
    runs(200),
  );
});

test(`neither a pause nor a restart raises a flag that has fallen ${seeded}`, () => {
  fc.assert(
    fc.property(timedTerms, length, length, (terms, late, longer) => {
      const clock = started(terms, 2, 0);
      const now = (flagAt(clock) as number) + late;
      const paused = pauseClock(clock, now);
      expect(isFlagged(paused, now)).toBe(true);
      expect(isFlagged(resumeClock(paused, now + longer), now + longer)).toBe(true);
      expect(isFlagged(restartClock(clock, { aliveAt: now, upAt: now + longer }), now + longer)).toBe(true);
    }),
    runs(200),
  );
});

test('the time in which the server was away is measured, not guessed', () => {
  const clock = started({ system: 'sudden-death', base: 60 }, 2, 0);
  const back = restartClock(clock, { aliveAt: 10_000, upAt: 500_000 });
  expect(remaining(back, 0, 500_000)).toBe(50_000);
  // What was last known is older than the turn: only the turn's own time counts.
  const turn = turnEnded(clock, { now: 20_000, next: 1 });
  expect(remaining(restartClock(turn, { aliveAt: 15_000, upAt: 90_000 }), 1, 90_000)).toBe(60_000);
});

test(`vacation passes before the time of the turn does, and only while the game waits for who is away ${seeded}`, () => {
  const days = { system: 'days', days: 2, vacation: 3 } as const;
  fc.assert(
    fc.property(fc.nat(5 * DAY - 1), fc.nat(2 * DAY - 1), (used, before) => {
      let clock = setAway(started(days, 2, 0), 1, { now: 0, away: true });
      expect(remaining(clock, 0, before)).toBe(2 * DAY - before);
      clock = turnEnded(clock, { now: before, next: 1 });
      expect(clock.seats.map(({ vacation }) => vacation)).toEqual([3 * DAY, 3 * DAY]);
      const flag = flagAt(clock) as number;
      expect(flag).toBe(before + 5 * DAY + 2000);
      expect(remaining(clock, 1, before + used)).toBe(2 * DAY - Math.max(0, used - 3 * DAY));
      const done = turnEnded(clock, { now: before + used, next: 0 });
      expect(done.seats[1]).toMatchObject({ vacation: Math.max(0, 3 * DAY - used), away: false, left: 2 * DAY });
    }),
    runs(200),
  );
});
