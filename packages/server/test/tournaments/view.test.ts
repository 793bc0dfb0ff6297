import { drained } from '@tablier/core';
import type { StoredPairing, StoredTournament } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import { computed, entrantOf, factsOf, standingLines, summaryOf, viewOf } from '../../src/tournaments/view.ts';
import { arenaTerms, entrant, game, NOW, robinTerms, someTerms, someTournament } from './a-tournament.ts';

type Viewer = Parameters<typeof viewOf>[1];
const seenBy = (account: string | null, tournament: StoredTournament, given: Partial<Viewer> = {}) =>
  viewOf(drained(computed(tournament)), { account, isProgram: false, round: null, now: NOW, ...given });

const bye = (round: number, number: number): StoredPairing => ({
  round,
  board: 1,
  match: null,
  endedAt: NOW,
  endedBy: null,
  seats: [{ entrant: number, points: 12 }],
});
/** Three entrants after a round, with a game and a bye, and in a second one that is on. */
const inSecondRound: Partial<StoredTournament> = {
  entrants: [entrant(1, { rating: 1500.4, username: 'ada' }), entrant(2, { isProgram: true }), entrant(3)],
  rounds: [
    { round: 1, startedAt: NOW },
    { round: 2, startedAt: NOW + 9 },
  ],
  pairings: [game(1, [1, 2], NOW + 5), bye(1, 3), { ...game(2, [3, 1], null), board: 4 }],
  revision: 7,
};

describe('the preview of a tournament', () => {
  test.each([
    ['open', { of: 'starts', at: NOW - 5 }],
    ['running', { of: 'began', at: NOW }],
    ['over', { of: 'ended', at: NOW + 5 }],
    ['cancelled', 'cancelled'],
  ] as const)('of one that is %s', (status, date) => {
    const found = someTournament(someTerms({ timeZone: 'Asia/Tokyo' }), {
      startsAt: NOW - 5,
      endedAt: NOW + 5,
      status,
    });
    const facts = { name: 'Spring', game: 'isaac', zone: 'Asia/Tokyo', entrants: 4 };
    expect(factsOf(found)).toEqual({ ...facts, date });
  });

  test('has no date before one is named, and no zone of terms that cannot be read', () => {
    const found = { ...someTournament(someTerms(), { status: 'open' }), terms: { later: true } };
    expect(factsOf(found)).toMatchObject({ date: null, zone: 'UTC' });
  });
});

describe('the summary of a tournament', () => {
  test('has what lists show, with the number of those who are in', () => {
    const { entrants: _, ...rest } = someTournament(someTerms({ rated: true, bots: true, timeZone: 'Europe/Paris' }), {
      startsAt: NOW - 5,
      endedAt: NOW + 5,
      status: 'over',
    });
    expect(summaryOf({ ...rest, entrants: 17 })).toEqual({
      id: 'tournament',
      name: 'Spring',
      game: 'isaac',
      kind: 'swiss',
      seats: 2,
      clock: { system: 'fischer', base: 300, increment: 3 },
      rated: true,
      bots: true,
      organiser: 'Olga',
      status: 'over',
      entrants: 17,
      rounds: 3,
      minutes: null,
      club: null,
      startsAt: NOW - 5,
      timeZone: 'Europe/Paris',
      startedAt: NOW,
      endedAt: NOW + 5,
    });
  });

  test('has the minutes of an arena, which has no rounds', () => {
    const { entrants: _, ...rest } = someTournament(arenaTerms());
    expect(summaryOf({ ...rest, entrants: 0 })).toMatchObject({ minutes: 30, rounds: null });
  });
});

describe('a tournament as a stranger sees it', () => {
  test('shows its terms, and counts those who are in', () => {
    const entrants = [
      entrant(1),
      entrant(2, { state: 'out' }),
      entrant(3, { state: 'removed' }),
      entrant(4),
      entrant(5),
    ];
    const terms = someTerms({ options: { counter: 'upTo' }, breakSeconds: 45, visibility: 'link' });
    expect(seenBy(null, someTournament(terms, { entrants, revision: 7 }))).toMatchObject({
      name: 'Spring',
      entrants: 3,
      options: { counter: 'upTo' },
      breakSeconds: 45,
      visibility: 'link',
      revision: 7,
      rounds: 3,
      round: 0,
      shownRound: 0,
      allRounds: [],
      pairings: [],
      endsAt: null,
      nextRoundAt: NOW,
      tieBreaks: ['buchholzCut1', 'buchholz', 'sonnebornBerger', 'directEncounter', 'wins'],
      now: NOW,
    });
  });

  test('shows when an arena ends', () => {
    const view = seenBy(null, someTournament(arenaTerms()));
    expect(view).toMatchObject({ rounds: null, minutes: 30, endsAt: NOW + 30 * 60_000, nextRoundAt: null });
    expect(view.tieBreaks).toEqual(['wins', 'directEncounter']);
  });

  test('shows the rounds of a round robin once it has begun, because entrants decide how many there are', () => {
    expect(seenBy(null, someTournament(robinTerms())).rounds).toBe(3);
    expect(seenBy(null, someTournament(robinTerms(), { status: 'open' })).rounds).toBeNull();
    expect(seenBy(null, someTournament(someTerms(), { status: 'open' })).rounds).toBe(3);
  });

  test('counts the games of each round, and those that are over, without byes', () => {
    const { round, allRounds } = seenBy(null, someTournament(someTerms(), inSecondRound));
    expect(round).toBe(2);
    expect(allRounds).toEqual([
      { round: 1, startedAt: NOW, games: 1, finished: 1 },
      { round: 2, startedAt: NOW + 9, games: 1, finished: 0 },
    ]);
  });
});

describe('the pairings of a tournament', () => {
  const pairings = (round: number | null, given = inSecondRound) => {
    const view = seenBy(null, someTournament(someTerms(), given), { round });
    return { shown: view.shownRound, pairings: view.pairings };
  };

  test('are those of the newest round, with names, tables and boards from 1', () => {
    expect(pairings(null)).toEqual({
      shown: 2,
      pairings: [
        {
          board: 5,
          table: 'match-2-3-1',
          seats: [
            { entrant: 3, name: 'Name 3', points: null },
            { entrant: 1, name: 'Name 1', points: null },
          ],
          endedBy: null,
        },
      ],
    });
  });

  test('are those of the requested round, with points', () => {
    expect(pairings(1)).toEqual({
      shown: 1,
      pairings: [
        {
          board: 1,
          table: 'match-1-1-2',
          seats: [
            { entrant: 1, name: 'Name 1', points: 1 },
            { entrant: 2, name: 'Name 2', points: 0 },
          ],
          endedBy: 'points',
        },
        { board: 2, table: null, seats: [{ entrant: 3, name: 'Name 3', points: 1 }], endedBy: null },
      ],
    });
  });

  test('are those of the newest round if a later one is requested', () => {
    expect(pairings(3)).toEqual(pairings(2));
  });

  test('have no name of a deleted account, and of an entrant who is gone', () => {
    const [one, ...others] = inSecondRound.entrants ?? [];
    if (one === undefined) throw new Error('no entrant');
    const names = (given: Partial<StoredTournament>) =>
      pairings(1, { ...inSecondRound, ...given }).pairings.flatMap(({ seats }) => seats.map(({ name }) => name));
    expect(names({ entrants: [{ ...one, name: null }, ...others] })).toEqual([null, 'Name 2', 'Name 3']);
    expect(names({ entrants: [one] })).toEqual(['Name 1', null, null]);
  });

  test('of three seats have points to four digits', () => {
    const thirds: StoredPairing = {
      ...game(1, [1, 2], NOW),
      seats: [12, 8, 4, 0].map((points, seat) => ({ entrant: seat + 1, points })),
    };
    const tournament = someTournament(someTerms({ game: 'masker', seats: 4 }), {
      rounds: [{ round: 1, startedAt: NOW }],
      pairings: [thirds],
    });
    const view = seenBy(null, tournament);
    expect(view.pairings[0]?.seats.map(({ points }) => points)).toEqual([1, 0.6667, 0.3333, 0]);
  });
});

describe('the standings of a tournament', () => {
  test('never show a username that may be an address', () => {
    const own = { ...someTournament(someTerms(), inSecondRound) };
    const entrants = own.entrants.map((each) => ({ ...each, username: 'ada@club.example' }));
    expect(drained(standingLines({ ...own, entrants })).map(({ username }) => username)).toEqual(
      own.entrants.map(() => null),
    );
  });

  test('have the points of each, with names, whole ratings and who is a program', () => {
    const lines = drained(standingLines(someTournament(someTerms(), inSecondRound)));
    // A bye is no game, and counts as an opponent with the own score.
    expect(lines).toEqual([
      expect.objectContaining({ rank: 1, entrant: 3, points: 1, games: 0, wins: 0, buchholz: 1, rating: null }),
      {
        rank: 2,
        entrant: 1,
        name: 'Name 1',
        username: 'ada',
        program: false,
        state: 'in',
        rating: 1500,
        points: 1,
        games: 1,
        wins: 1,
        buchholz: 0,
        buchholzCut1: 0,
        sonnebornBerger: 0,
        directEncounter: 0,
      },
      expect.objectContaining({ rank: 3, entrant: 2, program: true, points: 0, games: 1, wins: 0, buchholz: 1 }),
    ]);
  });

  test('have tie-breaks in points too', () => {
    const entrants = [1, 2, 3, 4].map((number) => entrant(number));
    const rounds = [1, 2, 3].map((round) => ({ round, startedAt: NOW }));
    const draw = (round: number, seats: readonly [number, number]): StoredPairing => ({
      ...game(round, seats, NOW),
      seats: seats.map((number) => ({ entrant: number, points: 6 })),
    });
    const pairings = [
      ...[draw(1, [1, 2]), game(1, [3, 4], NOW)],
      ...[game(2, [1, 3], NOW), draw(2, [2, 4])],
      ...[game(3, [4, 1], NOW), draw(3, [2, 3])],
    ];
    const lines = drained(standingLines(someTournament(robinTerms(), { entrants, rounds, pairings })));
    // 1, 2, 3 and 4 have one and a half points each.
    expect(lines.map(({ points }) => points)).toEqual([1.5, 1.5, 1.5, 1.5]);
    expect(lines[0]).toMatchObject({ buchholz: 4.5, buchholzCut1: 3, sonnebornBerger: 2.25, directEncounter: 1.5 });
  });

  test('list those who are in before the first round, and later also those who left', () => {
    const entrants = [entrant(1, { state: 'out' }), entrant(2)];
    const numbers = (given: Partial<StoredTournament>) =>
      drained(standingLines(someTournament(someTerms(), given))).map((line) => [line.entrant, line.state]);
    expect(numbers({ entrants, status: 'open' })).toEqual([[2, 'in']]);
    const rounds = [{ round: 1, startedAt: NOW }];
    expect(numbers({ entrants, rounds, pairings: [game(1, [1, 2], NOW)] })).toEqual([
      [1, 'out'],
      [2, 'in'],
    ]);
  });
});

describe('the part of a view about its reader', () => {
  const you = (account: string | null, given: Partial<StoredTournament> = {}, viewer: Partial<Viewer> = {}) =>
    seenBy(account, someTournament(someTerms(), given), viewer).you;

  test('is nothing to a stranger, who cannot enter', () => {
    const nothing = { entrant: null, state: null, organises: false, canEnter: false, table: null };
    expect(you(null, { status: 'open' })).toEqual(nothing);
    // The accounts of an entrant and of an organiser may have been deleted.
    const entrants = [entrant(1, { account: null })];
    expect(you(null, { status: 'open', organiser: null, entrants })).toEqual(nothing);
  });

  test('is who they are, and the table of their running game', () => {
    expect(you('account-3', inSecondRound)).toEqual({
      entrant: 3,
      state: 'in',
      organises: false,
      canEnter: false,
      table: 'match-2-3-1',
    });
    expect(you('account-2', inSecondRound)).toMatchObject({ entrant: 2, table: null });
    expect(you('organiser', inSecondRound)).toMatchObject({ entrant: null, organises: true, table: null });
  });

  test('is that they can enter, unless they are in, were removed, or it is too late', () => {
    const open = { status: 'open' } as const;
    const only = (state: 'in' | 'out' | 'removed') => ({ ...open, entrants: [entrant(1, { state })] });
    expect(you('account-9', open).canEnter).toBe(true);
    expect(you('account-1', only('in')).canEnter).toBe(false);
    expect(you('account-1', only('out'))).toMatchObject({ entrant: 1, state: 'out', canEnter: true });
    expect(you('account-1', only('removed')).canEnter).toBe(false);
    expect(you('account-9', { status: 'over' }).canEnter).toBe(false);
  });

  test('is that a program can enter where programs may', () => {
    const enters = (bots: boolean, isProgram: boolean) =>
      seenBy('account-9', someTournament(someTerms({ bots }), { status: 'open' }), { isProgram }).you.canEnter;
    expect([enters(false, true), enters(true, true), enters(false, false)]).toEqual([false, true, true]);
  });
});

test('an entrant is found by account, never for no account', () => {
  const tournament = someTournament(someTerms(), { entrants: [entrant(1, { account: null }), entrant(2)] });
  expect(entrantOf(tournament, 'account-2')?.number).toBe(2);
  expect(entrantOf(tournament, 'account-1')).toBeNull();
  expect(entrantOf(tournament, null)).toBeNull();
});
