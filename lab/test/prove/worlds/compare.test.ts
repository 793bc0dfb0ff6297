import { describe, expect, test } from 'vitest';
import { canonical, firstDifference, timeless } from '../../../prove/worlds/compare.ts';

describe('what is compared', () => {
  const presence = (spectators: number): string =>
    JSON.stringify({ kind: 'presence', table: 't', spectators, here: [] });

  test('what is sent at a limited pace counts once, everything else as often as it came', () => {
    expect(canonical(['a', presence(1), 'b', presence(2), 'b'])).toEqual(['a', 'b', 'b', `presence t ${presence(2)}`]);
    expect(firstDifference(canonical(['a', presence(1)]), canonical(['a']))).toContain('presence');
  });

  test('the order of messages, which depends on time, does not count', () => {
    expect(canonical(['b', 'a', presence(1)])).toEqual(['a', 'b', `presence t ${presence(1)}`]);
  });

  test('lines of a chat count each, whether they came together or not', () => {
    const said = (...lines: readonly string[]): string =>
      JSON.stringify({ kind: 'said', table: 't', room: 'players', lines: lines.map((text) => ({ text })) });
    expect(canonical([said('one', 'two')])).toEqual(canonical([said('two'), said('one')]));
    expect(canonical([said('one', 'two')])).not.toEqual(canonical([said('one')]));
    expect(canonical([said()])).toEqual([said()]);
  });

  test('of the stack of an error the own frames count, and not those of the timer or queue that it came through', () => {
    const line = (frame: string): string =>
      JSON.stringify({ time: 1, err: { message: 'late', stack: `Error: late${frame}\n    at own (a.ts:1:2)` } });
    expect(timeless(line('\n    at listOnTimeout (node:internal/timers:644:9)'))).toBe(timeless(line('')));
    expect(timeless(line('\n    at other (b.ts:1:2)'))).not.toBe(timeless(line('')));
  });

  test('the first difference is named, and equal lists have none', () => {
    expect(firstDifference(['a', 'bc'], ['a', 'bd'])).toContain('bc ≠ bd');
    expect(firstDifference(['a'], ['a', 'b'])).toContain('1 and 2 messages');
    expect(firstDifference(['a'], ['a'])).toBeNull();
  });
});
