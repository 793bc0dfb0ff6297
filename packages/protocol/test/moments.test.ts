import { describe, expect, test } from 'vitest';
import { momentText } from '../src/language.ts';
import { isZone } from '../src/zones.ts';

const at = (iso: string): number => Date.parse(iso);

describe('a moment in a time zone', () => {
  test('is written with weekday, date, hour and time zone', () => {
    const start = at('2027-03-27T23:30Z');
    const said = (language: string, zone: string, length: 'long' | 'short'): string =>
      momentText(start, { language, zone, length }).replaceAll(/\s/g, ' ');
    expect(said('fr', 'Europe/Paris', 'long')).toBe('dimanche 28 mars 2027 à 00:30 heure normale d’Europe centrale');
    expect(said('de', 'Europe/Paris', 'short')).toBe('So., 28. März 2027, 00:30 MEZ');
    expect(said('en', 'America/New_York', 'long')).toBe('Saturday, March 27, 2027 at 7:30 PM Eastern Daylight Time');
    expect(said('nl', 'Asia/Tokyo', 'short')).toBe('zo 28 mrt 2027, 08:30 GMT+9');
  });

  test('needs the name of a zone', () => {
    expect(['Europe/Paris', 'UTC', 'Nowhere/City', ''].map((each) => isZone(each))).toEqual([true, true, false, false]);
  });
});
