import { expect, test } from 'vitest';
import { quietFor } from '../../src/notifications/notifier.ts';

const HOUR = 3_600_000;
const at = (text: string): number => Date.parse(text);

test('quiet hours last until their end, over midnight too, in the time zone of the person', () => {
  const night = { quiet: { from: '22:00', until: '07:30' }, zone: 'Europe/Paris' };
  expect(quietFor(night, at('2026-01-10T20:59:59Z'))).toBe(0);
  expect(quietFor(night, at('2026-01-10T21:00:00Z'))).toBe(9.5 * HOUR);
  expect(quietFor(night, at('2026-01-11T06:29:30Z'))).toBe(30_000);
  expect(quietFor(night, at('2026-01-11T06:30:00Z'))).toBe(0);
  expect(quietFor(night, at('2026-01-11T06:30:30Z'))).toBe(0);
  expect(quietFor(night, at('2026-01-11T12:00:00Z'))).toBe(0);
  // In summer an hour earlier.
  expect(quietFor(night, at('2026-07-10T20:00:00Z'))).toBe(9.5 * HOUR);
  const noon = { quiet: { from: '12:00', until: '14:00' }, zone: 'Asia/Tokyo' };
  expect(quietFor(noon, at('2026-01-10T04:00:00Z'))).toBe(HOUR);
  expect(quietFor(noon, at('2026-01-10T05:00:00Z'))).toBe(0);
  expect(quietFor(noon, at('2026-01-10T05:00:30Z'))).toBe(0);
  expect(quietFor(noon, at('2026-01-10T02:59:59Z'))).toBe(0);
  expect(quietFor(noon, at('2026-01-10T03:00:00Z'))).toBe(2 * HOUR);
  expect(quietFor({ quiet: null, zone: 'UTC' }, 0)).toBe(0);
  const never = { quiet: { from: '08:00', until: '08:00' }, zone: 'UTC' };
  for (const hour of ['07', '08', '09']) expect(quietFor(never, at(`2026-01-10T${hour}:00:00Z`))).toBe(0);
});
