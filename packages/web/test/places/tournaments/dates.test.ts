import { describe, expect, test } from 'vitest';
import { isSameWall, momentAt, wallText } from '../../../src/places/tournaments/dates.ts';

const PARIS = 'Europe/Paris';
const NEW_YORK = 'America/New_York';
const at = (iso: string): number => Date.parse(iso);

describe('a wall time of a zone', () => {
  test.each([
    ['2027-03-27T20:00', PARIS, '2027-03-27T19:00Z'],
    ['2027-03-28T20:00', PARIS, '2027-03-28T18:00Z'],
    ['2027-03-27T20:00', NEW_YORK, '2027-03-28T00:00Z'],
    ['2027-03-28T00:30', 'Asia/Tokyo', '2027-03-27T15:30Z'],
    ['2027-01-01T05:45', 'Asia/Kathmandu', '2027-01-01T00:00Z'],
    // Left out when clocks go forward, and twice when they go back.
    ['2027-03-28T02:30', PARIS, '2027-03-28T01:30Z'],
    ['2027-10-31T02:30', PARIS, '2027-10-31T00:30Z'],
    ['2027-11-07T01:30', NEW_YORK, '2027-11-07T05:30Z'],
  ])('%s in %s is %s', (wall, zone, utc) => {
    expect(momentAt(wall, zone)).toBe(at(utc));
    if (wall !== '2027-03-28T02:30') expect(wallText(at(utc), zone)).toBe(wall);
  });

  test.each(['', '2027-03-27', '2027-13-40T20:00', 'tomorrow'])('is not in %j', (text) => {
    expect(momentAt(text, PARIS)).toBeNull();
  });

  test('is the same on the walls of two zones, or not, by the season', () => {
    expect(isSameWall(at('2027-03-20T12:00Z'), PARIS, 'Europe/Berlin')).toBe(true);
    expect(isSameWall(at('2027-01-20T12:00Z'), 'Europe/London', 'Africa/Abidjan')).toBe(true);
    expect(isSameWall(at('2027-07-20T12:00Z'), 'Europe/London', 'Africa/Abidjan')).toBe(false);
  });
});
