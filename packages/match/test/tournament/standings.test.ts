import { describe, expect, test } from 'vitest';
import {
  forfeitPoints,
  pointsOf,
  type Pairing,
  standingsOf,
  standingSteps,
  type Tournament,
  type TournamentKind,
} from '../../src/index.ts';
import { historyOf } from '../../src/tournament/tournament.ts';
import { ALONE, CROSSWISE, entrantsOf, played } from './simulate.ts';

const game = (round: number, ...seats: readonly (readonly [entrant: number, points: number | null])[]): Pairing => ({
  round,
  seats: seats.map(([entrant, points]) => ({ entrant, points })),
});

const tournament = (kind: TournamentKind, count: number, pairings: readonly Pairing[]): Tournament => ({
  kind,
  seats: 2,
  entrants: entrantsOf(count),
  pairings,
  partners: ALONE,
});

describe('points of a game', () => {
  test.each([
    [
      [1, 2],
      [12, 0],
    ],
    [
      [1, 1],
      [6, 6],
    ],
    [
      [1, 2, 3],
      [12, 6, 0],
    ],
    [
      [1, 1, 3],
      [9, 9, 0],
    ],
    [
      [1, 2, 3, 4],
      [12, 8, 4, 0],
    ],
    [
      [1, 2, 2, 2],
      [12, 4, 4, 4],
    ],
    [
      [1, 1, 1, 1],
      [6, 6, 6, 6],
    ],
  ])('places %j give %j twelfths', (places, points) => {
    expect(pointsOf(places, ALONE)).toEqual(points);
  });

  test('partners share a point and are no opponents', () => {
    expect(pointsOf([1, 3, 1, 3], CROSSWISE)).toEqual([12, 0, 12, 0]);
  });

  test('those who forfeit have none, and the others share as tied winners', () => {
    const lost = (...absent: number[]) => ({ absent: new Set(absent), partners: ALONE });
    expect(forfeitPoints(2, lost(1))).toEqual([12, 0]);
    expect(forfeitPoints(2, lost(0, 1))).toEqual([0, 0]);
    expect(forfeitPoints(3, lost(2))).toEqual([9, 9, 0]);
    expect(forfeitPoints(4, { absent: new Set([3]), partners: CROSSWISE })).toEqual([12, 0, 12, 0]);
  });
});

describe('standings', () => {
  // 1 beats 2 and 3, draws with 4; 2 beats 3; 4 beats 2, draws with 3.
  const rounds = [
    game(1, [1, 12], [2, 0]),
    game(1, [3, 6], [4, 6]),
    game(2, [4, 12], [2, 0]),
    game(2, [1, 12], [3, 0]),
    game(3, [1, 6], [4, 6]),
    game(3, [2, 12], [3, 0]),
  ];

  test('points and tie-breaks of a worked example', () => {
    const [first, second, third, fourth] = standingsOf(tournament('swiss', 4, rounds));
    // Scores: 1 has 2½, 4 has 2, 2 has 1, 3 has ½.
    expect([first, second, third, fourth].map((line) => [line?.entrant, line?.points])).toEqual([
      [1, 30],
      [4, 24],
      [2, 12],
      [3, 6],
    ]);
    // Everyone met everyone: the sum of the others.
    expect(first).toMatchObject({ rank: 1, buchholz: 42, buchholzCut1: 36, wins: 2, games: 3 });
    // Beaten: 2 (12) and 3 (6); tied: 4 (24, half of it).
    expect(first?.sonnebornBerger).toBe(30);
    expect(second?.sonnebornBerger).toBe(12 + 3 + 15);
    expect(fourth?.sonnebornBerger).toBe(12);
  });

  test('the direct encounter decides a round robin', () => {
    // 1 and 2 have two points each; 2 beat 1.
    const robin = tournament('round-robin', 4, [
      game(1, [1, 0], [2, 12]),
      game(1, [3, 6], [4, 6]),
      game(2, [1, 12], [3, 0]),
      game(2, [2, 12], [4, 0]),
      game(3, [1, 12], [4, 0]),
      game(3, [2, 0], [3, 12]),
    ]);
    const lines = standingsOf(robin);
    expect(lines.map(({ entrant }) => entrant).slice(0, 2)).toEqual([2, 1]);
    expect(lines[0]).toMatchObject({ points: 24, directEncounter: 12 });
  });

  test('equal in everything: they share a rank, and the next one is skipped', () => {
    const lines = standingsOf(tournament('swiss', 3, [game(1, [1, 6], [2, 6])]));
    expect(lines.map(({ rank }) => rank)).toEqual([1, 1, 3]);
    expect(lines.map(({ entrant }) => entrant)).toEqual([1, 2, 3]);
  });

  test('the direct encounter counts only where all who are tied have met', () => {
    const robin = tournament('round-robin', 4, [
      game(1, [1, 12], [2, 0]),
      game(2, [2, 12], [3, 0]),
      game(3, [3, 12], [4, 0]),
    ]);
    // 2 has met 1 and 3, who have not met.
    expect(standingsOf(robin).map(({ directEncounter }) => directEncounter)).toEqual([0, 0, 0, 0]);
  });

  test('in games of three the direct encounter counts those with someone tied, and only the first wins', () => {
    const three = {
      ...tournament('round-robin', 5, [
        game(1, [1, 12], [2, 6], [3, 0]),
        game(2, [4, 12], [2, 6], [3, 0]),
        game(3, [4, 12], [3, 6], [5, 0]),
      ]),
      seats: 3,
    };
    expect(
      standingsOf(three).map(({ entrant, points, directEncounter, wins }) => [entrant, points, directEncounter, wins]),
    ).toEqual([
      [4, 24, 0, 2],
      [1, 12, 12, 1],
      [2, 12, 6, 0],
      [3, 6, 0, 0],
      [5, 0, 0, 0],
    ]);
  });

  test('in games of three a bye counts as two opponents', () => {
    const three = { ...tournament('swiss', 4, [game(1, [1, 12], [2, 6], [3, 0]), game(1, [4, 12])]), seats: 3 };
    expect(standingsOf(three).find(({ entrant }) => entrant === 4)).toMatchObject({ buchholz: 24, buchholzCut1: 12 });
  });

  test('a bye is a point, no win, and counts as an opponent with the own score', () => {
    const lines = standingsOf(tournament('swiss', 3, [game(1, [1, 12], [2, 0]), game(1, [3, 12])]));
    expect(lines.find(({ entrant }) => entrant === 3)).toMatchObject({ points: 12, wins: 0, buchholz: 12, games: 0 });
  });

  test('a late entrant has half a point for the first missed round and none for others', () => {
    const base = tournament('swiss', 3, []);
    const late = { ...base, entrants: base.entrants.map((each) => ({ ...each, firstRound: each.number })) };
    expect(standingsOf(late).map(({ entrant, points }) => [entrant, points])).toEqual([
      [2, 6],
      [3, 6],
      [1, 0],
    ]);
  });

  test('a game that is on counts for no one yet', () => {
    const lines = standingsOf(tournament('swiss', 2, [game(1, [1, null], [2, null])]));
    expect(lines.map(({ points, games }) => [points, games])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('all points of all games are in the standings, in every kind', () => {
    for (const [kind, seats] of [
      ['swiss', 2],
      ['swiss', 4],
      ['round-robin', 3],
    ] as const) {
      const whole = played({ kind, seats, entrants: 12, rounds: 5, seed: 'sum' });
      const inGames = whole.pairings.flatMap((pairing) => pairing.seats.map(({ points }) => points ?? 0));
      const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
      expect(sum(standingsOf(whole).map(({ points }) => points))).toBe(sum(inGames));
    }
  });
});

test('standings look at each pairing a fixed number of times, however many entrants there are', () => {
  const reads = (entrants: number): number => {
    let count = 0;
    const arena = played({ kind: 'arena', entrants, rounds: 6, seed: 'many' });
    const pairings = arena.pairings.map(({ seats, ...pairing }) => ({
      ...pairing,
      get seats() {
        count++;
        return seats;
      },
    }));
    const lines = standingsOf({ ...arena, pairings });
    expect(lines).toEqual(standingsOf(arena));
    return count / pairings.length;
  };
  expect(reads(64)).toBeLessThanOrEqual(reads(8) + 1);
});

test('neither standings nor the next round of a long arena look at all its games in one step', () => {
  const pairings = Array.from({ length: 10_000 }, (_, number) => {
    const own = 1 + (number % 16);
    return game(1 + Math.floor(number / 8), [own, 12], [1 + (own % 16), 0]);
  });
  const looked = new Set<Pairing>();
  const watched = pairings.map((pairing) => ({
    round: pairing.round,
    get seats() {
      looked.add(pairing);
      return pairing.seats;
    },
  }));
  const arena = tournament('arena', 16, watched);
  for (const steps of [standingSteps(arena), historyOf(arena)]) {
    let most = 0;
    for (let step = steps.next(); step.done !== true; step = steps.next()) {
      most = Math.max(most, looked.size);
      looked.clear();
    }
    expect(most).toBeLessThanOrEqual(1000);
    expect(looked.size, 'after the last step').toBeLessThanOrEqual(1000);
    looked.clear();
  }
});
