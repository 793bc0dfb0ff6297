import { MAX_ENTRANTS, MAX_ROBIN_ENTRANTS, type TournamentTerms } from '@tablier/protocol';
import { describe, expect, test } from 'vitest';
import { checkTournament, nextStart, mostEntrants, termsOf } from '../../src/tournaments/terms.ts';
import { arenaTerms, NOW, robinTerms, someTerms } from './a-tournament.ts';

const YEAR = 366 * 86_400_000;
const DAYS = { system: 'days', days: 3, vacation: 0 } as const;

/** The field at fault; `null` for none. */
function fault(terms: TournamentTerms): string | null {
  const checked = checkTournament(terms, NOW);
  if (checked.ok) return null;
  expect(checked.error.name).toBe('bad-tournament');
  return checked.error.detail ?? '';
}

describe('the terms of a tournament', () => {
  test('are stored with nothing left open', () => {
    const checked = checkTournament(someTerms({ name: '  Spring ' }), NOW);
    expect(checked).toMatchObject({
      ok: true,
      value: { name: 'Spring', breakSeconds: 30, clock: { system: 'fischer', base: 300, increment: 3 } },
    });
    expect(checked.ok && Object.keys(checked.value.options).length).toBeGreaterThan(0);
  });

  test('have a break of 30 seconds, none with days per move, or the one that was chosen', () => {
    const breakOf = (terms: TournamentTerms) => {
      const checked = checkTournament(terms, NOW);
      return checked.ok && checked.value.breakSeconds;
    };
    expect(breakOf(someTerms())).toBe(30);
    expect(breakOf(someTerms({ clock: DAYS }))).toBe(0);
    expect(breakOf(someTerms({ clock: DAYS, breakSeconds: 7 }))).toBe(7);
    expect(breakOf(someTerms({ breakSeconds: 0 }))).toBe(0);
  });

  test.each<[string | null, string, TournamentTerms]>([
    [null, 'a Swiss tournament', someTerms()],
    [null, 'a round robin', robinTerms()],
    [null, 'an arena', arenaTerms()],
    ['name', 'a name of blanks', someTerms({ name: '  ' })],
    ['name', 'a long name', someTerms({ name: 'x'.repeat(61) })],
    ['game', 'an unknown game', someTerms({ game: 'chess' })],
    ['seats', 'too many seats', someTerms({ seats: 3 })],
    [null, 'three at a table of Masker', someTerms({ game: 'masker', seats: 3 })],
    ['options', 'an unknown option', someTerms({ options: { none: 1 } })],
    [null, 'a landscape', someTerms({ game: 'nasca', options: { landscape: 'africa' } })],
    ['options', 'a landscape that a person makes', someTerms({ game: 'nasca', options: { landscape: 'custom' } })],
    ['clock', 'a clock with a wrong value', someTerms({ clock: { system: 'fischer', base: -5, increment: 3 } })],
    ['clock', 'no clock', someTerms({ clock: { system: 'none' } as never })],
    ['rounds', 'a round robin with rounds', { ...robinTerms(), rounds: 3 }],
    ['rounds', 'a Swiss tournament without rounds', { ...robinTerms(), kind: 'swiss' }],
    ['minutes', 'an arena without minutes', { ...robinTerms(), kind: 'arena' }],
    ['minutes', 'a Swiss tournament with minutes', someTerms({ minutes: 30 })],
    ['clock', 'an arena with days per move', arenaTerms({ clock: DAYS })],
    [null, 'a round robin with days per move', robinTerms({ clock: DAYS })],
    [null, 'a start now', someTerms({ startsAt: NOW })],
    ['startsAt', 'a start in the past', someTerms({ startsAt: NOW - 1 })],
    [null, 'a start in a year', someTerms({ startsAt: NOW + YEAR })],
    ['startsAt', 'a later start', someTerms({ startsAt: NOW + YEAR + 1 })],
    [null, 'a rated one', someTerms({ rated: true })],
    ['rated', 'a rated one by link', someTerms({ rated: true, visibility: 'link' })],
    [null, 'one by link', someTerms({ visibility: 'link' })],
    ['rated', 'a rated one with other options', someTerms({ game: 'nasca', options: { rounds: 1 }, rated: true })],
    [null, 'one with other options', someTerms({ game: 'nasca', options: { rounds: 1 } })],
  ])('are at fault in %j: %s', (field, _, terms) => {
    expect(fault(terms)).toBe(field);
  });
});

describe('stored terms', () => {
  test('are read back; those without a break have 30 seconds', () => {
    expect(termsOf({ terms: someTerms({ breakSeconds: 5 }) })).toMatchObject({ kind: 'swiss', breakSeconds: 5 });
    expect(termsOf({ terms: someTerms() }).breakSeconds).toBe(30);
    expect(() => termsOf({ terms: { name: 'x' } })).toThrow();
  });

  test('say how many may enter', () => {
    expect(mostEntrants(someTerms())).toBe(MAX_ENTRANTS);
    expect(mostEntrants(arenaTerms())).toBe(MAX_ENTRANTS);
    expect(mostEntrants(robinTerms())).toBe(MAX_ROBIN_ENTRANTS);
  });
});

describe('the next event', () => {
  const at = (text: string): number => Date.parse(text);
  const next = (startsAt: string, now: string, repeatDays: 7 | 14 = 7) =>
    nextStart(
      { ...someTerms({ club: 'c', startsAt: at(startsAt), timeZone: 'Europe/Paris', repeatDays }), breakSeconds: 30 },
      at(now),
    );

  test('is at the same hour on the wall, also after the clocks change', () => {
    expect(next('2027-03-20T19:00Z', '2027-03-20T19:00Z')).toBe(at('2027-03-27T19:00Z'));
    expect(next('2027-03-27T19:00Z', '2027-03-27T19:00Z')).toBe(at('2027-04-03T18:00Z'));
    expect(next('2027-03-27T19:00Z', '2027-03-27T19:00Z', 14)).toBe(at('2027-04-10T18:00Z'));
  });

  test('is the first one to come, even after a long outage, and later than one that began early', () => {
    expect(next('2027-01-01T19:00Z', '2027-01-29T20:00Z')).toBe(at('2027-02-05T19:00Z'));
    expect(next('2027-01-08T19:00Z', '2027-01-05T12:00Z')).toBe(at('2027-01-15T19:00Z'));
  });

  test('needs a club, a start and a clock that runs', () => {
    const misfit = (changes: object) => checkTournament(someTerms({ repeatDays: 7, ...changes }), NOW);
    const startsAt = NOW + 1000;
    expect(misfit({ club: 'c', startsAt }).ok).toBe(true);
    const days = { system: 'days', days: 1, vacation: 0 } as const;
    for (const changes of [{ startsAt }, { club: 'c' }, { club: 'c', startsAt, clock: days }])
      expect(misfit(changes)).toMatchObject({ error: { detail: 'repeatDays' } });
  });
});
