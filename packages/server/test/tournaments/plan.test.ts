import { drained } from '@tablier/core';
import type { StoredTournament } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import {
  arenaEnd,
  entryRound,
  nextRoundMoment,
  participants,
  planSteps,
  roundsOf,
  tournamentOf,
} from '../../src/tournaments/plan.ts';
import { termsOf } from '../../src/tournaments/terms.ts';
import { arenaTerms, entrant, game, NOW, robinTerms, someTerms, someTournament } from './a-tournament.ts';

const planOf = (stored: StoredTournament, now: number) => drained(planSteps(stored, now));

const SECOND = 1000;
const MINUTE = 60_000;
const DAYS = { system: 'days', days: 3, vacation: 0 } as const;

const round = (number: number, startedAt = NOW) => ({ round: number, startedAt });
/** The rounds of a tournament so far, all of whose games ended at these times. */
const after = (...ends: readonly number[]): Partial<StoredTournament> => ({
  rounds: ends.map((_, index) => round(index + 1)),
  pairings: ends.flatMap((end, index) => [
    game(index + 1, [1, index + 2], end - 5 * SECOND),
    game(index + 1, index === 0 ? [3, 4] : index === 1 ? [2, 4] : [2, 3], end),
  ]),
});
const numbersOf = (stored: StoredTournament): number[] => participants(stored).map(({ number }) => number);

describe('those who take part', () => {
  const entrants = [entrant(1), entrant(2, { state: 'out' }), entrant(3), entrant(4, { state: 'removed' })];

  test('are those who are in, before the first round', () => {
    expect(numbersOf(someTournament(someTerms(), { entrants }))).toEqual([1, 3]);
  });

  test('are also those who were paired and left, once a round has begun', () => {
    const pairings = [game(1, [1, 2], null)];
    expect(numbersOf(someTournament(someTerms(), { entrants, pairings, rounds: [round(1)] }))).toEqual([1, 2, 3]);
  });

  test('are paired by their terms, seats, ratings and first rounds, and with the partners of the game', () => {
    const given = [entrant(1, { rating: 1500 }), entrant(2, { firstRound: 2 }), entrant(3, { state: 'out' })];
    const pairings = [game(1, [1, 3], null)];
    const stored = someTournament(someTerms(), { entrants: given, pairings, rounds: [round(1)] });
    const { partners, ...rest } = tournamentOf(stored);
    expect(rest).toEqual({
      kind: 'swiss',
      seats: 2,
      entrants: [
        { number: 1, rating: 1500, firstRound: 1, isIn: true },
        { number: 2, rating: null, firstRound: 2, isIn: true },
        { number: 3, rating: null, firstRound: 1, isIn: false },
      ],
      pairings,
      rounds: 3,
    });
    expect(partners(2, 1)).toEqual([1]);
    expect(tournamentOf(someTournament(someTerms({ game: 'masker', seats: 4 }))).partners(4, 1)).toEqual([1, 3]);
    expect(tournamentOf({ ...stored, game: 'unknown' }).partners(2, 1)).toEqual([1]);
  });
});

describe('the number of rounds', () => {
  const of = (stored: StoredTournament) => roundsOf(stored, termsOf(stored));

  test('is that of the terms, or what a round robin takes, and unknown for an arena', () => {
    expect(of(someTournament(someTerms({ rounds: 7 })))).toBe(7);
    expect(of(someTournament(robinTerms()))).toBe(3);
    expect(of(someTournament(robinTerms(), { entrants: [1, 2, 3, 4, 5].map((number) => entrant(number)) }))).toBe(5);
    expect(of(someTournament(robinTerms({ game: 'masker', seats: 4 })))).toBe(1);
    expect(of(someTournament(arenaTerms()))).toBeNull();
  });
});

describe('the next step of rounds', () => {
  test('is the first one at once, for all who are in', () => {
    const step = planOf(someTournament(someTerms()), NOW);
    expect(step).toMatchObject({ kind: 'round', round: 1 });
    expect(
      step.kind === 'round' && step.pairings.flatMap(({ seats }) => seats.map((seat) => seat.entrant)).length,
    ).toBe(4);
    expect(planOf(someTournament(someTerms()), NOW - 1)).toEqual({ kind: 'wait', at: NOW });
  });

  test('is to wait without a time while a game is on', () => {
    const pairings = [game(1, [1, 2], null), game(1, [3, 4], NOW)];
    const stored = someTournament(someTerms(), { rounds: [round(1)], pairings });
    expect(planOf(stored, NOW + MINUTE)).toEqual({ kind: 'wait', at: null });
  });

  test('is a round after the break, which begins with the last result', () => {
    const stored = someTournament(someTerms({ breakSeconds: 20 }), after(NOW + MINUTE));
    const at = NOW + MINUTE + 20 * SECOND;
    expect(planOf(stored, at - 1)).toEqual({ kind: 'wait', at });
    expect(planOf(stored, at)).toMatchObject({ kind: 'round', round: 2 });
  });

  test('is the end after the last one, and where no game is possible', () => {
    expect(planOf(someTournament(someTerms({ rounds: 1 }), after(NOW)), NOW)).toEqual({ kind: 'end' });
    expect(planOf(someTournament(someTerms(), { entrants: [entrant(1)] }), NOW)).toEqual({ kind: 'end' });
    const robin = someTournament(robinTerms(), after(NOW, NOW, NOW));
    expect(planOf(robin, NOW)).toEqual({ kind: 'end' });
  });

  test('of a correspondence round robin are all rounds at once', () => {
    const robin = someTournament(robinTerms({ clock: DAYS, breakSeconds: 600 }), {
      rounds: [round(1)],
      pairings: [game(1, [1, 2], null), game(1, [3, 4], null)],
    });
    expect(planOf(robin, NOW)).toMatchObject({ kind: 'round', round: 2 });
    const all = { ...robin, rounds: [round(1), round(2), round(3)] };
    expect(planOf(all, NOW)).toEqual({ kind: 'wait', at: null });
    const swiss = someTournament(someTerms({ clock: DAYS }), { rounds: [round(1)], pairings: robin.pairings });
    expect(planOf(swiss, NOW)).toEqual({ kind: 'wait', at: null });
    const timed = someTournament(robinTerms(), { rounds: [round(1)], pairings: robin.pairings });
    expect(planOf(timed, NOW)).toEqual({ kind: 'wait', at: null });
  });
});

describe('the moment of the next round', () => {
  const moment = (given: Partial<StoredTournament>, terms = someTerms({ breakSeconds: 20 })) =>
    nextRoundMoment(someTournament(terms, given));

  test('is known between two rounds', () => {
    expect(moment(after(NOW + MINUTE))).toBe(NOW + MINUTE + 20 * SECOND);
    expect(moment({})).toBe(NOW);
    expect(moment({ startedAt: null })).toBe(0);
  });

  test('is unknown during a round, after the last one, in an arena, and if the tournament does not run', () => {
    expect(moment({ rounds: [round(1)], pairings: [game(1, [1, 2], null), game(1, [3, 4], NOW)] })).toBeNull();
    expect(moment(after(NOW, NOW, NOW))).toBeNull();
    expect(moment({}, arenaTerms())).toBeNull();
    expect(moment({ ...after(NOW), status: 'over' })).toBeNull();
  });
});

describe('byes that were asked for', () => {
  const asked = (action: string, entrant: number, points: number) => ({
    at: NOW,
    action,
    detail: { entrant, round: 1, points: [points] },
  });
  const seatsOf = (log: StoredTournament['log']) => {
    const step = planOf(someTournament(someTerms(), { log }), NOW);
    return step.kind === 'round'
      ? step.pairings.map(({ seats }) => seats.map((seat) => [seat.entrant, seat.points]))
      : step;
  };

  test('are part of the round, with their points, and those who asked are not paired', () => {
    expect(seatsOf([asked('bye', 1, 6), asked('bye', 2, 0)])).toEqual([
      [
        [3, null],
        [4, null],
      ],
      [[1, 6]],
      [[2, 0]],
    ]);
  });

  test('leave no one to play with: the last one has a bye, and the tournament goes on', () => {
    expect(seatsOf([asked('bye', 1, 6), asked('bye', 2, 6), asked('bye', 3, 0)])).toEqual([
      [[4, 12]],
      [[1, 6]],
      [[2, 6]],
      [[3, 0]],
    ]);
  });

  test('can be taken back', () => {
    expect(seatsOf([asked('bye', 1, 6), asked('no-bye', 1, 0)])).toHaveLength(2);
  });
});

describe('an arena', () => {
  const end = NOW + 30 * MINUTE;

  test('lasts as long as its terms say, from its start', () => {
    const of = (stored: StoredTournament) => arenaEnd(stored, termsOf(stored));
    expect(of(someTournament(arenaTerms()))).toBe(end);
    expect(of(someTournament(arenaTerms(), { startedAt: null }))).toBeNull();
    expect(of(someTournament(someTerms()))).toBeNull();
  });

  test('pairs those who wait, three seconds after the round before', () => {
    const stored = someTournament(arenaTerms(), { rounds: [round(1, NOW), round(2, NOW + 7), round(3, NOW + 9)] });
    expect(planOf(someTournament(arenaTerms()), NOW)).toMatchObject({ kind: 'round', round: 1 });
    expect(planOf(stored, NOW + 3008)).toEqual({ kind: 'wait', at: NOW + 3009 });
    expect(planOf(stored, NOW + 3009)).toMatchObject({ kind: 'round', round: 4 });
  });

  test('waits for its end if no one can be paired', () => {
    const entrants = [entrant(1)];
    expect(planOf(someTournament(arenaTerms(), { entrants }), NOW)).toEqual({ kind: 'wait', at: end });
  });

  test('ends when its time is over and all games are', () => {
    const on = someTournament(arenaTerms(), { pairings: [game(1, [1, 2], null), game(1, [3, 4], NOW)] });
    expect(planOf(on, end)).toEqual({ kind: 'wait', at: null });
    const over = someTournament(arenaTerms(), { pairings: [game(1, [1, 2], NOW)] });
    expect(planOf(over, end - 1)).toMatchObject({ kind: 'round' });
    expect(planOf(over, end)).toEqual({ kind: 'end' });
    expect(planOf({ ...over, startedAt: null }, NOW)).toEqual({ kind: 'end' });
  });
});

describe('someone who enters', () => {
  test('is paired from the first round before the start, and from the next one of an arena that lasts', () => {
    expect(entryRound(someTournament(someTerms(), { status: 'open' }), NOW)).toBe(1);
    const arena = someTournament(arenaTerms(), { rounds: [round(1), round(2)] });
    expect(entryRound(arena, NOW + 30 * MINUTE - 1)).toBe(3);
    expect(entryRound(arena, NOW + 30 * MINUTE)).toBeNull();
    expect(entryRound({ ...arena, startedAt: null }, NOW)).toBeNull();
  });

  test('comes in the first half of a Swiss tournament, and never later in a round robin', () => {
    const swiss = (rounds: number, had: number) =>
      entryRound(someTournament(someTerms({ rounds }), after(...Array.from({ length: had }, () => NOW))), NOW);
    expect([swiss(4, 0), swiss(4, 1), swiss(4, 2), swiss(4, 3)]).toEqual([1, 2, 3, null]);
    expect([swiss(5, 2), swiss(5, 3)]).toEqual([3, null]);
    expect(entryRound(someTournament(robinTerms()), NOW)).toBeNull();
  });

  test('is too late once it is over', () => {
    for (const status of ['over', 'cancelled'] as const)
      for (const terms of [someTerms(), arenaTerms()])
        expect(entryRound(someTournament(terms, { status }), NOW)).toBeNull();
  });
});
