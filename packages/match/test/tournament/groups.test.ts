import { describe, expect, test } from 'vitest';
import type { Pairing, Tournament } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';
import { newTournament, played } from './simulate.ts';

/** A settled game of a round: each entrant with points, in the order of seats. */
type Settled = readonly (readonly [entrant: number, points: number])[];

interface Given {
  readonly entrants: number;
  readonly seats?: number;
  readonly kind?: 'swiss' | 'round-robin';
}

/** A tournament in which entrant 1 is the strongest, after these rounds. */
function tournamentAfter(
  { entrants, seats = 3, kind = 'swiss' }: Given,
  ...rounds: readonly (readonly Settled[])[]
): Tournament {
  const start = newTournament({ kind, entrants, seats });
  const pairings = rounds.flatMap((games, index) =>
    games.map((game) => ({ round: index + 1, seats: game.map(([entrant, points]) => ({ entrant, points })) })),
  );
  return { ...start, entrants: start.entrants.map((each) => ({ ...each, rating: 2000 - each.number })), pairings };
}

const numbersOf = ({ seats }: Pairing): number[] =>
  seats.map(({ entrant }) => entrant).toSorted((left, right) => left - right);
const sorted = (groups: readonly number[][]): number[][] =>
  groups.toSorted((left, right) => (left[0] ?? 0) - (right[0] ?? 0));
const nextRound = (tournament: Tournament): readonly Pairing[] => pairRound(tournament, 9);
/** Who meets next, without seats and byes. */
const groupsOf = (tournament: Tournament): number[][] =>
  sorted(
    nextRound(tournament)
      .filter(({ seats }) => seats.length > 1)
      .map(numbersOf),
  );
const byesOf = (tournament: Tournament): number[] =>
  nextRound(tournament)
    .filter(({ seats }) => seats.length === 1)
    .flatMap(numbersOf)
    .toSorted((left, right) => left - right);

const meetingsOf = ({ pairings }: Tournament, left: number, right: number): number =>
  pairings.map(numbersOf).filter((group) => group.includes(left) && group.includes(right)).length;
const pointsOf = ({ pairings }: Tournament, number: number): number =>
  pairings
    .flatMap(({ seats }) => seats)
    .reduce((sum, { entrant, points }) => sum + (entrant === number ? (points ?? 0) : 0), 0);

/** How bad it is that these groups meet: repeated meetings first, then unequal points. */
function badness(tournament: Tournament, groups: readonly (readonly number[])[]): [repeats: number, unequal: number] {
  let [repeats, unequal] = [0, 0];
  for (const group of groups) {
    for (const left of group) {
      for (const right of group.filter((number) => number > left)) {
        repeats += meetingsOf(tournament, left, right) ** 2;
        unequal += (pointsOf(tournament, left) - pointsOf(tournament, right)) ** 2;
      }
    }
  }
  return [repeats, unequal];
}

/** All ways to split these into groups. */
function partitionsOf(numbers: readonly number[], size: number): (readonly number[])[][] {
  const [first, ...others] = numbers;
  if (first === undefined) return [[]];
  return choicesOf(others, size - 1).flatMap((mates) =>
    partitionsOf(
      others.filter((number) => !mates.includes(number)),
      size,
    ).map((rest) => [[first, ...mates], ...rest]),
  );
}

const choicesOf = (items: readonly number[], size: number): (readonly number[])[] =>
  size === 0
    ? [[]]
    : items.flatMap((first, at) => choicesOf(items.slice(at + 1), size - 1).map((rest) => [first, ...rest]));

const pairsIn = (groups: readonly (readonly number[])[]): (readonly [number, number])[] =>
  groups.flatMap((group) => group.flatMap((left) => group.flatMap((right) => (left < right ? [[left, right]] : []))));

/** All groups that differ from these by an exchange of two entrants. */
function exchanged(groups: readonly (readonly number[])[]): number[][][] {
  const all = groups.flat();
  const groupOf = (number: number) => groups.find((group) => group.includes(number));
  return all.flatMap((one) =>
    all
      .filter((other) => one < other && groupOf(one) !== groupOf(other))
      .map((other) =>
        groups.map((group) => group.map((number) => (number === one ? other : number === other ? one : number))),
      ),
  );
}

describe('the first round of games of three and four seats', () => {
  test.each(['swiss', 'round-robin'] as const)('of a %s brings one of each strength together', (kind) => {
    expect(groupsOf(tournamentAfter({ kind, entrants: 12, seats: 4 }))).toEqual([
      [1, 4, 7, 10],
      [2, 5, 8, 11],
      [3, 6, 9, 12],
    ]);
    expect(groupsOf(tournamentAfter({ kind, entrants: 6 }))).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
  });

  test('leaves the weakest without a game', () => {
    const tournament = tournamentAfter({ entrants: 8 });
    expect(byesOf(tournament)).toEqual([7, 8]);
    expect(groupsOf(tournament)).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
  });
});

describe('the next rounds of games of three and four seats', () => {
  const game = (...entrants: readonly number[]): Settled =>
    entrants.map((entrant, place) => [entrant, (12 * (entrants.length - 1 - place)) / (entrants.length - 1)]);

  test('bring those with equal points together', () => {
    const first = [game(1, 4, 7), game(2, 5, 8), game(3, 6, 9)];
    expect(groupsOf(tournamentAfter({ entrants: 9 }, first))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    const weakest = [game(7, 4, 1), game(8, 5, 2), game(9, 6, 3)];
    expect(groupsOf(tournamentAfter({ entrants: 9 }, weakest))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
  });

  test('bring neighbours in the order together where points are unequal', () => {
    const points = [30, 28, 26, 24, 22, 20, 8, 6, 4, 2, 1, 0];
    const byes = points.map((each, index): Settled => [[index + 1, each]]);
    expect(groupsOf(tournamentAfter({ entrants: 12 }, byes))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ]);
  });

  test('bring neighbours in the order together within the same points', () => {
    const halves = Array.from({ length: 12 }, (_, index): Settled => [[index + 1, index < 6 ? 12 : 0]]);
    expect(groupsOf(tournamentAfter({ entrants: 12 }, halves))).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ]);
  });

  test('bring one of each strength together while all have the same points', () => {
    const same = Array.from({ length: 12 }, (_, index): Settled => [[index + 1, 12]]);
    expect(groupsOf(tournamentAfter({ entrants: 12 }, same))).toEqual([
      [1, 5, 9],
      [2, 6, 10],
      [3, 7, 11],
      [4, 8, 12],
    ]);
  });

  test('separate those who met, however different their points are', () => {
    const first = [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ].map((group, index): Settled => group.map((entrant) => [entrant, 60 - 30 * index]));
    for (const group of groupsOf(tournamentAfter({ entrants: 9 }, first)))
      expect(new Set(group.map((number) => Math.ceil(number / 3)))).toEqual(new Set([1, 2, 3]));
  });

  test('of a round robin depend on who met, and not on points', () => {
    const robin = played({ kind: 'round-robin', entrants: 12, seats: 4, rounds: 2, seed: 'points' });
    const otherwise = robin.pairings.map((pairing) => ({
      ...pairing,
      seats: pairing.seats.map((seat) => ({ ...seat, points: 12 * (seat.entrant % 5) })),
    }));
    expect(groupsOf({ ...robin, pairings: otherwise })).toEqual(groupsOf(robin));
  });

  test('of a round robin begin with groups of all strengths, whatever the points', () => {
    const first = [game(1, 2), game(3, 4), game(5, 6)];
    expect(groupsOf(tournamentAfter({ kind: 'round-robin', entrants: 6 }, first))).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
    const strongestLead = [1, 2, 3].map((entrant): Settled => [[entrant, 12]]);
    expect(groupsOf(tournamentAfter({ kind: 'round-robin', entrants: 6 }, strongestLead))).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
  });

  test.each([
    ['swiss', 6, 3, 10],
    ['swiss', 9, 3, 280],
    ['swiss', 12, 3, 15_400],
    ['swiss', 8, 4, 35],
    ['swiss', 12, 4, 5775],
    ['round-robin', 9, 3, 280],
  ] as const)('of a %s of %i entrants in games of %i: none of all %i ways is better', (kind, entrants, seats, ways) => {
    const everyone = Array.from({ length: entrants }, (_, index) => index + 1);
    const all = partitionsOf(everyone, seats);
    expect(all).toHaveLength(ways);
    for (const rounds of [1, 3, 8]) {
      const tournament = played({ kind, entrants, seats, rounds, seed: `all ways ${rounds}` });
      const [repeats, unequal] = badness(tournament, groupsOf(tournament));
      const pairs = everyone.map((left) => everyone.map((right) => badness(tournament, [[left, right]])));
      const bad = all.map((groups): [number, number] =>
        pairsIn(groups).reduce<[number, number]>(
          ([met, apart], [left, right]) => {
            const [each, own] = pairs[left - 1]?.[right - 1] ?? [0, 0];
            return [met + each, apart + own];
          },
          [0, 0],
        ),
      );
      expect(repeats).toBe(Math.min(...bad.map(([each]) => each)));
      const least = Math.min(...bad.filter(([each]) => each === repeats).map(([, each]) => each));
      if (kind === 'swiss') expect(unequal).toBe(least);
    }
  });

  test.each([
    [15, 3],
    [16, 4],
  ])('%i entrants in games of %i: no exchange of two would be better', (entrants, seats) => {
    for (const rounds of [1, 2, 4, 7]) {
      const tournament = played({ kind: 'swiss', entrants, seats, rounds, seed: `exchange ${rounds}` });
      const groups = groupsOf(tournament);
      const [repeats, unequal] = badness(tournament, groups);
      for (const other of exchanged(groups).map((each) => badness(tournament, each)))
        expect(other[0] > repeats || (other[0] === repeats && other[1] >= unequal)).toBe(true);
    }
  });
});

describe('a round without a game', () => {
  const round = (bye: number): Settled[] => [[[bye, 12]]];

  test('is for those with the fewest points', () => {
    const first = [
      [1, 12],
      [2, 0],
      [3, 12],
      [4, 12],
      [5, 12],
      [6, 12],
      [7, 12],
    ] as const;
    expect(byesOf(tournamentAfter({ entrants: 7 }, [first.slice(0, 4), first.slice(4)]))).toEqual([2]);
  });

  test('is for those who had the fewest, however many points they have', () => {
    expect(byesOf(tournamentAfter({ entrants: 4 }, round(4)))).toEqual([3]);
    expect(byesOf(tournamentAfter({ entrants: 4 }, round(4), round(3), round(2)))).toEqual([1]);
    expect(byesOf(tournamentAfter({ entrants: 5 }, round(5), round(4), round(5), round(3)))).toEqual([1, 2]);
  });

  test('in a round robin is for the weakest, and not for those with the fewest points', () => {
    const first: Settled[] = [
      [
        [1, 0],
        [2, 6],
        [3, 12],
      ],
    ];
    expect(byesOf(tournamentAfter({ kind: 'round-robin', entrants: 4 }, first))).toEqual([4]);
    expect(byesOf(tournamentAfter({ kind: 'round-robin', entrants: 4 }, first, round(4)))).toEqual([3]);
  });
});
