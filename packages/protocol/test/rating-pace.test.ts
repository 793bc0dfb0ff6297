import { parseClockTerms } from '@tablier/match';
import { expect, test } from 'vitest';
import { PACE_NAMES, PACES, ratingPaceOf } from '../src/index.ts';

test('every time control has a pace, and each named one its own', () => {
  for (const pace of PACE_NAMES) expect(ratingPaceOf(PACES[pace])).toBe(pace);
  const paceOf = (text: string) => {
    const parsed = parseClockTerms(text);
    return parsed.ok ? ratingPaceOf(parsed.value) : text;
  };
  expect(['10', '14:59', '15', '10b5', '0d30', '10+5x30', '2days'].map(paceOf)).toEqual([
    'quick',
    'quick',
    'calm',
    'quick',
    'calm',
    'calm',
    'days',
  ]);
});
