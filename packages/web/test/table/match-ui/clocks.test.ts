import {
  type ClockState,
  makeClock,
  parseClockTerms,
  pauseClock,
  setAway,
  startClock,
  turnEnded,
} from '@tablier/match';
import { describe, expect, test } from 'vitest';
import '../../english.ts';
import { clocksShown, clockWarning } from '../../../src/table/match-ui/play-session.ts';

/** Clocks of two seats, the first one running since 0. */
function running(written: string): ClockState {
  const terms = parseClockTerms(written);
  const clock = terms.ok ? makeClock(terms.value, 2) : null;
  if (clock === null) throw new Error(written);
  return startClock(clock, 0, 0);
}

const shown = (clock: ClockState, seconds: number): string => {
  const [first] = clocksShown(clock, seconds * 1000);
  return `${first?.isLow ? '!' : ''}${first?.time}${first?.note === null ? '' : ` (${first?.note})`}`;
};

describe('a clock', () => {
  test('with byo-yomi shows the coming periods, then those left and the rest of the current one', () => {
    const clock = running('0:10+3x30');
    expect(shown(clock, 4)).toBe('0:06 (+ 3 × 0:30)');
    expect(shown(clock, 12)).toBe('0:28 (3 periods)');
    expect(shown(clock, 45)).toBe('0:25 (2 periods)');
    expect(shown(clock, 85)).toBe('0:15 (last period)');
    expect(shown(clock, 95)).toBe('!0:05 (last period)');
  });

  test('with a delay always shows its length, so that its size does not change', () => {
    const clock = running('5d10');
    expect(shown(clock, 4)).toBe('5:00 (first 0:06)');
    expect(shown(clock, 12)).toBe('4:58 (first 0:00)');
    expect(clocksShown(clock, 4000)[1]).toEqual({ time: '5:00', note: 'first 0:10', isLow: false });
  });

  test('is low in its last ten seconds while it runs', () => {
    const clock = running('1');
    expect(shown(clock, 49.9)).toBe('0:11');
    expect(shown(clock, 50)).toBe('!0:10');
    expect(shown(pauseClock(clock, 55_000), 70)).toBe('0:05 (paused)');
    const other = turnEnded(clock, { now: 55_000, next: 1 });
    expect(shown(other, 70)).toBe('0:05');
  });

  test('on vacation says so', () => {
    expect(shown(setAway(running('3days+14'), 0, { now: 0, away: true }), 60)).toBe(
      '3\u00a0d\u00a00\u00a0h (on vacation)',
    );
  });

  test('is announced to its owner only, at most twice in a turn', () => {
    const clock = running('1');
    const said = Array.from({ length: 60 }, (_, second) => clockWarning(clock, 0, second * 1000));
    expect([...new Set(said)]).toEqual(['', 'You have less than 30 seconds.', 'You have less than 10 seconds.']);
    expect(clockWarning(clock, 1, 59_000)).toBe('');
    expect(clockWarning(running('1day'), 0, 86_399_000)).toBe('');
  });
});
