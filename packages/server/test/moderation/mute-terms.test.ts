import { MAX_MUTE_HOURS, MAX_NOTE } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { isReason, muteEnd } from '../../src/operator/reports.ts';

test('a mute lasts for whole hours, at least one, and not for ever', () => {
  expect(muteEnd(1, 500)).toBe(3_600_500);
  expect(muteEnd(MAX_MUTE_HOURS, 0)).toBe(MAX_MUTE_HOURS * 3_600_000);
  for (const hours of [0, -1, 1.5, MAX_MUTE_HOURS + 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(muteEnd(hours, 500), String(hours)).toBeNull();
});

test('a reason has words, as many as a note may have', () => {
  expect(['spam', 'x'.repeat(MAX_NOTE)].map(isReason)).toEqual([true, true]);
  expect(['', ' \n', 'x'.repeat(MAX_NOTE + 1)].map(isReason)).toEqual([false, false, false]);
});
