import { expect, test } from 'vitest';
import { calendarOf } from '../../src/tournaments/files.ts';
import { arenaTerms, NOW, someTerms, someTournament } from './a-tournament.ts';

const ORIGIN = 'http://192.168.1.20:8080';
const ID = 'aB3_-0123456789012345x';
const START = Date.parse('2027-03-27T19:00:00Z');
const fileOf = (terms = someTerms(), given: Parameters<typeof someTournament>[1] = {}): string => {
  const tournament = { id: ID, status: 'open', startsAt: START, ...given } as const;
  return calendarOf([someTournament(terms, tournament)], ORIGIN, NOW) ?? '';
};

test('the date of a tournament is an event of a calendar, in UTC', () => {
  expect(fileOf(someTerms(), { revision: 7 })).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Tablier//Tournaments//EN',
      'BEGIN:VEVENT',
      `UID:tournament-${ID}@tablier`,
      'DTSTAMP:20010909T014640Z',
      'SEQUENCE:7',
      'DTSTART:20270327T190000Z',
      'SUMMARY:Spring · Isaac',
      `DESCRIPTION:${ORIGIN}/tournament/${ID}`,
      `URL:${ORIGIN}/tournament/${ID}`,
      'STATUS:CONFIRMED',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
});

test('an arena ends when its time is up, and a cancelled tournament says so', () => {
  expect(fileOf(arenaTerms({ minutes: 90 }))).toContain('DTEND:20270327T203000Z\r\n');
  expect(fileOf(someTerms(), { status: 'cancelled' })).toContain('STATUS:CANCELLED\r\n');
  expect(calendarOf([someTournament(someTerms())], ORIGIN, NOW)).toBeNull();
});

test('long lines are folded between characters, and signs with a meaning are escaped', () => {
  const name = `Coupe; d’hiver, \\ ${'💠'.repeat(30)} fin`;
  const file = fileOf(someTerms({ name }));
  const lines = file.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain(`SUMMARY:Coupe\\; d’hiver\\, \\\\ ${'💠'.repeat(30)} fin · Isaac`);
});
