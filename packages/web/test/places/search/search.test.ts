import type { FoundGame } from '@tablier/protocol';
import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import '../../english.ts';
import { endText, lengthText, playersOf, rulesVersions } from '../../../src/places/search/words.ts';
import { queryOf, recordsPath, wantedIn } from '../../../src/places/search/search.svelte.ts';
import words from '../../../src/places/search/words.en.json';

describe('the query of a search', () => {
  test('is read and written without loss, and keeps what belongs to other parts of the page', () => {
    const query = '?lang=de&player=ada&opponent=bob&game=isaac&opening=a1+b2&from=2026-01-01';
    const wanted = wantedIn(query);
    expect(wanted).toMatchObject({ player: 'ada', opponent: 'bob', opening: 'a1 b2', mine: '', result: '' });
    const again = queryOf(wanted, query);
    expect(again.get('lang')).toBe('de');
    expect(wantedIn(again.toString())).toEqual(wanted);
    expect(recordsPath(again.toString())).not.toContain('lang');
  });

  test('leaves out conditions that mean nothing without another one', () => {
    const wanted = { ...wantedIn(''), player: 'ada', opponent: 'bob', opening: 'a1', game: '' };
    expect(queryOf(wanted).toString()).toBe('player=ada&opponent=bob');
    expect(queryOf({ ...wanted, mine: '1' }).toString()).toBe('mine=1&opponent=bob');
    expect(queryOf({ ...wanted, player: ' ' }).toString()).toBe('');
  });
});

test('lengths are given in a unit of which there are at least two', () => {
  expect([1500, 119_000, 23 * 60_000, 100 * 60_000, 5 * 3_600_000, 50 * 3_600_000].map(lengthText)).toEqual([
    '2 sec',
    '119 sec',
    '23 min',
    '100 min',
    '5 hr',
    '2 days',
  ]);
});

test('a result names its players, their points if the rules ended the game, and how else it ended', () => {
  const seat = { place: 1, score: 104, result: 'won', name: 'Ada', username: null, bot: null } as const;
  const lost = { ...seat, place: 2, score: 87, result: 'lost', name: null } as const;
  const game: FoundGame = {
    ...{ id: 'x', game: 'isaac', pace: 'quick', clock: '5+3', at: 0, tookMs: 0, plies: 40, seat: null },
    ended: 'rules',
    seats: [seat, { ...lost, bot: 3 }],
  };
  expect(playersOf(game, words)).toEqual([
    { name: 'Ada', score: '104', isWinner: true },
    { name: 'Hare', score: '87', isWinner: false },
  ]);
  expect(endText(game, words)).toBe('');
  const resigned: FoundGame = { ...game, ended: 'resign', seats: [seat, lost] };
  expect(playersOf(resigned, words).map(({ name, score }) => [name, score])).toEqual([
    ['Ada', null],
    ['a player', null],
  ]);
  expect(endText(resigned, words)).toBe('resigned');
  expect(endText({ ...game, ended: 'agreement', seats: [{ ...seat, result: 'drawn' }] }, words)).toBe('Draw, agreed');
});

test('every version of the rules says what it changed', () => {
  for (const game of games) expect(rulesVersions(game, words).filter(({ change }) => change === '')).toEqual([]);
  expect(rulesVersions({ id: 'isaac', rulesVersion: 2 }, words).map(({ version }) => version)).toEqual([2, 1]);
});
