import '../english.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { agoText, dateText, dayText, utcDayText } from '../../src/lib/dates.ts';
import { closeBrowser, openBrowser } from '../browser.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  closeBrowser();
});

const at = (text: string): number => Date.parse(text);

describe('the time since a moment', () => {
  it.each([
    [0, 'now'],
    [-5000, 'now'],
    [3 * 60_000, '3 min. ago'],
    [60 * 60_000, '1 hr. ago'],
    [50 * 60 * 60_000, '2 days ago'],
  ])('%i ms is %s', (ago, text) => {
    expect(agoText(1_000_000_000 - ago, 1_000_000_000)).toBe(text);
  });

  it.each([
    ['the day before yesterday is not yesterday', '2027-03-26T22:30Z', '2027-03-28T12:30Z', '2 days ago'],
    ['a day of 23 hours', '2027-03-27T11:30Z', '2027-03-28T11:30Z', 'yesterday'],
    ['two days, one of 23 hours', '2027-03-27T22:30Z', '2027-03-29T21:45Z', '2 days ago'],
    ['a day of 25 hours', '2027-10-30T22:05Z', '2027-10-31T22:50Z', '24 hr. ago'],
  ])('counts the days of the calendar: %s', (_, from, until, text) => {
    vi.stubEnv('TZ', 'Europe/Paris');
    expect(agoText(at(from), at(until))).toBe(text);
  });
});

describe('a day', () => {
  it('that is given as its beginning in UTC is the same in every zone', () => {
    vi.stubEnv('TZ', 'America/New_York');
    expect([dayText, utcDayText].map((text) => text(at('2027-03-28T00:00Z')))).toEqual([
      'March 27, 2027',
      'March 28, 2027',
    ]);
  });
});

describe('a moment', () => {
  it('names its time zone, in summer and in winter', () => {
    vi.stubEnv('TZ', 'Europe/Paris');
    const [before, after] = [at('2027-03-28T00:30Z'), at('2027-03-28T01:30Z')].map((each) => dateText(each, 'short'));
    expect([before, after].map((text) => text?.replaceAll(/\s/g, ' '))).toEqual([
      'Sun, Mar 28, 2027, 1:30 AM GMT+1',
      'Sun, Mar 28, 2027, 3:30 AM GMT+2',
    ]);
  });
});

describe('the time', () => {
  it('is that of the server once it has answered, and goes on as the clock of the device does', async () => {
    openBrowser({});
    const { time } = await import('../../src/lib/time.svelte.ts');
    vi.spyOn(Date, 'now').mockReturnValue(at('2027-03-28T12:00Z'));
    expect(time.now).toBe(at('2027-03-28T12:00Z'));
    time.answered(null);
    time.answered('nonsense');
    time.answered('Sun, 28 Mar 2027 12:00:03 GMT');
    expect(time.now).toBe(at('2027-03-28T12:00Z'));
    time.answered('Tue, 30 Mar 2027 12:00:00 GMT');
    expect(time.now).toBe(at('2027-03-30T12:00Z'));
    vi.mocked(Date.now).mockReturnValue(at('2027-03-28T12:01Z'));
    expect(time.now).toBe(at('2027-03-30T12:01Z'));
    vi.restoreAllMocks();
  });
});
