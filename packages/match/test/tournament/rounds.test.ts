import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { bergerRound, robinRounds, type Tournament } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';
import {
  byesOf,
  entrantsOf,
  gamesIn,
  meetings,
  newTournament,
  played,
  settledAtRandom,
  timesInSeat,
} from './simulate.ts';

/** Everyone sits in one game or has one bye. */
function expectEveryoneOnce(tournament: Tournament, round: number): void {
  const numbers = tournament.pairings
    .filter((pairing) => pairing.round === round)
    .flatMap(({ seats }) => seats.map(({ entrant }) => entrant));
  expect(numbers.toSorted((left, right) => left - right)).toEqual(tournament.entrants.map(({ number }) => number));
}

describe('Swiss', () => {
  test.each([4, 5, 8, 9, 16, 31, 32, 64])(
    '%i entrants: everyone once a round, no repeats, one bye at most',
    (count) => {
      // So long a round without repeats always exists (Dirac): each can still meet at least half of the others.
      const rounds = Math.min(7, Math.floor(count / 2));
      const swiss = played({ kind: 'swiss', entrants: count, rounds, seed: `${count} 0` });
      for (let round = 1; round <= rounds; round++) expectEveryoneOnce(swiss, round);
      expect(Math.max(...meetings(swiss).values())).toBe(1);
      for (const { number } of swiss.entrants) expect(byesOf(swiss, number)).toBeLessThanOrEqual(1);
    },
  );

  test('seats differ by three at most, and no one sits three times in a row in one seat', () => {
    for (let run = 0; run < 8; run++) {
      const swiss = played({ kind: 'swiss', entrants: 32, rounds: 7, seed: `seats ${run}` });
      for (const { number } of swiss.entrants) {
        expect(Math.abs(timesInSeat(swiss, number, 0) - timesInSeat(swiss, number, 1))).toBeLessThanOrEqual(3);
        const seats = gamesIn(swiss).flatMap((game) => (game.includes(number) ? [game.indexOf(number)] : []));
        expect(seats.join('')).not.toMatch(/000|111/);
      }
    }
  });

  test('in the first round the upper half meets the lower half, by rating', () => {
    const entrants = entrantsOf(8).map((entrant) => ({ ...entrant, rating: 1000 + entrant.number }));
    const pairings = pairRound({ ...newTournament({ kind: 'swiss', entrants: 8 }), entrants }, 1);
    const pairs = pairings.map(({ seats }) =>
      seats.map(({ entrant }) => entrant).toSorted((left, right) => left - right),
    );
    expect(pairs.toSorted((left, right) => (left[0] ?? 0) - (right[0] ?? 0))).toEqual([
      [1, 5],
      [2, 6],
      [3, 7],
      [4, 8],
    ]);
  });

  test('equal scores meet: after one round without draws winners play winners', () => {
    const swiss = newTournament({ kind: 'swiss', entrants: 16 });
    const first = pairRound(swiss, 1).map((pairing) => ({
      ...pairing,
      seats: pairing.seats.map((seat, at) => ({ ...seat, points: at === 0 ? 12 : 0 })),
    }));
    const winners = new Set(first.map(({ seats }) => seats[0]?.entrant));
    for (const { seats } of pairRound({ ...swiss, pairings: first }, 2))
      expect(winners.has(seats[0]?.entrant)).toBe(winners.has(seats[1]?.entrant));
  });

  test('the lowest score has the bye, and someone who withdrew is not paired', () => {
    const swiss = newTournament({ kind: 'swiss', entrants: 6 });
    const first = pairRound(swiss, 1).map((pairing) => ({
      ...pairing,
      seats: pairing.seats.map((seat, at) => ({ ...seat, points: at === 0 ? 12 : 0 })),
    }));
    const losers = first.map(({ seats }) => seats[1]?.entrant ?? 0);
    const [gone = 0] = losers;
    const entrants = swiss.entrants.map((entrant) => ({ ...entrant, isIn: entrant.number !== gone }));
    const second = pairRound({ ...swiss, entrants, pairings: first }, 2);
    const byes = second.filter(({ seats }) => seats.length === 1).map(({ seats }) => seats[0]?.entrant);
    expect(byes).toHaveLength(1);
    expect(losers).toContain(byes[0]);
    expect(second.flatMap(({ seats }) => seats.map(({ entrant }) => entrant))).not.toContain(gone);
  });

  test('a late entrant is paired from their round on', () => {
    const swiss = newTournament({ kind: 'swiss', entrants: 5 });
    const late = {
      ...swiss,
      entrants: swiss.entrants.map((each) => (each.number === 5 ? { ...each, firstRound: 2 } : each)),
    };
    const numbersIn = (round: number): number[] =>
      pairRound(late, round).flatMap(({ seats }) => seats.map(({ entrant }) => entrant));
    expect(numbersIn(1)).not.toContain(5);
    expect(numbersIn(2)).toContain(5);
  });

  test('too few for a game: no round', () => {
    expect(pairRound(newTournament({ kind: 'swiss', entrants: 1 }), 1)).toEqual([]);
  });

  test('the same past gives the same round', () => {
    const swiss = played({ kind: 'swiss', entrants: 17, rounds: 3, seed: 'same' });
    expect(pairRound(swiss, 4)).toEqual(pairRound({ ...swiss, pairings: structuredClone(swiss.pairings) }, 4));
  });
});

describe('games of three and four seats', () => {
  test.each([
    [12, 3],
    [13, 3],
    [16, 4],
    [18, 4],
    [32, 4],
  ])('%i entrants at %i seats: everyone once, seats within two, few repeats', (entrants, seats) => {
    for (let run = 0; run < 2; run++) {
      const swiss = played({ kind: 'swiss', entrants, seats, rounds: 5, seed: `groups ${entrants} ${run}` });
      for (let round = 1; round <= 5; round++) expectEveryoneOnce(swiss, round);
      for (const group of gamesIn(swiss)) expect(group).toHaveLength(seats);
      for (const { number } of swiss.entrants) {
        expect(byesOf(swiss, number)).toBeLessThanOrEqual(1);
        const times = Array.from({ length: seats }, (_, seat) => timesInSeat(swiss, number, seat));
        expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(2);
      }
      expect(Math.max(...meetings(swiss).values())).toBeLessThanOrEqual(entrants < 20 ? 3 : 2);
    }
  });

  test('a round robin meets evenly', () => {
    const rounds = robinRounds(9, 3);
    expect(rounds).toBe(4);
    const robin = played({ kind: 'round-robin', entrants: 9, seats: 3, rounds, seed: 'robin' });
    // 36 pairs, 36 meetings: nearly all meet exactly once.
    expect(meetings(robin).size).toBeGreaterThanOrEqual(30);
    expect(Math.max(...meetings(robin).values())).toBeLessThanOrEqual(2);
  });
});

describe('round robin', () => {
  test.each([2, 3, 4, 5, 6, 7, 8, 15, 16, 24])(
    '%i entrants: everyone meets everyone once, seats differ by one',
    (count) => {
      const rounds = robinRounds(count, 2);
      const robin = played({ kind: 'round-robin', entrants: count, rounds, seed: 'berger' });
      for (let round = 1; round <= rounds; round++) expectEveryoneOnce(robin, round);
      expect(meetings(robin).size).toBe((count * (count - 1)) / 2);
      expect([...meetings(robin).values()].every((times) => times === 1)).toBe(true);
      for (const { number } of robin.entrants) {
        expect(Math.abs(timesInSeat(robin, number, 0) - timesInSeat(robin, number, 1))).toBeLessThanOrEqual(1);
        expect(byesOf(robin, number)).toBe(count % 2);
      }
    },
  );

  test('the table of Berger for four', () => {
    const rounds = [1, 2, 3].map((round) => bergerRound([1, 2, 3, 4], round).groups);
    expect(rounds).toEqual([
      [
        [1, 4],
        [2, 3],
      ],
      [
        [4, 3],
        [1, 2],
      ],
      [
        [2, 4],
        [3, 1],
      ],
    ]);
  });

  test('no round for fewer than one game needs', () => {
    expect(robinRounds(1, 2)).toBe(0);
    expect(robinRounds(3, 4)).toBe(0);
  });
});

describe('arena', () => {
  test('only those who wait are paired, and no one with their last opponent while others play', () => {
    const rng = new SeededRng('arena');
    let arena = newTournament({ kind: 'arena', entrants: 9 });
    for (let wave = 1; wave <= 60; wave++) {
      const games = pairRound(arena, wave);
      const busy = arena.pairings.filter(({ seats }) => seats.some(({ points }) => points === null));
      const numbers = [...busy, ...games].flatMap(({ seats }) => seats.map(({ entrant }) => entrant));
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(games.every(({ seats }) => seats.length === 2)).toBe(true);
      // Some games end.
      const pairings = [...arena.pairings, ...games].map((pairing) =>
        pairing.seats.every(({ points }) => points === null) && rng.below(3) === 0
          ? (settledAtRandom([pairing], rng)[0] ?? pairing)
          : pairing,
      );
      arena = { ...arena, pairings };
    }
    const order = arena.entrants.map(({ number }) => gamesIn(arena).filter((game) => game.includes(number)));
    for (const games of order) {
      expect(games.length).toBeGreaterThan(5);
      const others = games.map((game) => game.toSorted((left, right) => left - right).join());
      expect(others.some((pair, at) => pair === others[at + 1])).toBe(false);
    }
  });

  /** An arena after these games, each `[winner, loser]`, or two entrants who are still playing. */
  function arenaAfter(
    entrants: number,
    games: readonly (readonly [number, number])[],
    {
      playing = [],
      seats = 2,
    }: { readonly playing?: readonly (readonly [number, number])[]; readonly seats?: number } = {},
  ): Tournament {
    const pairings = [
      ...games.map(([winner, loser], index) => ({
        round: index + 1,
        seats: [
          { entrant: winner, points: 12 },
          { entrant: loser, points: 0 },
        ],
      })),
      ...playing.map((pair, index) => ({
        round: games.length + index + 1,
        seats: pair.map((entrant) => ({ entrant, points: null })),
      })),
    ];
    return { ...newTournament({ kind: 'arena', entrants, seats }), pairings };
  }

  /** Who is paired next, in order. */
  const nextOf = (arena: Tournament): readonly string[] =>
    pairRound(arena, 99)
      .map(({ seats }) =>
        seats
          .map(({ entrant }) => entrant)
          .toSorted((left, right) => left - right)
          .join('-'),
      )
      .toSorted();

  test('neighbours in the standings meet', () => {
    const arena = arenaAfter(6, [
      [4, 1],
      [5, 2],
      [6, 3],
    ]);
    expect(nextOf(arena)).toEqual(['1-6', '2-3', '4-5']);
  });

  test('two who have just met wait while others play', () => {
    expect(nextOf(arenaAfter(4, [[1, 2]], { playing: [[3, 4]] }))).toEqual([]);
  });

  test('those who have met before meet later than others', () => {
    const arena = arenaAfter(4, [
      [1, 2],
      [3, 4],
      [1, 3],
      [2, 4],
    ]);
    expect(nextOf(arena)).toEqual(['1-4', '2-3']);
  });

  const times = (count: number, ...games: readonly (readonly [number, number])[]) =>
    Array.from({ length: count }, () => games).flat();
  /** The arena without those who left. */
  const leftBy = (arena: Tournament, ...gone: readonly number[]): Tournament => ({
    ...arena,
    entrants: arena.entrants.map((each) => ({ ...each, isIn: !gone.includes(each.number) })),
  });

  test('those who have just met meet later than those who met more often before', () => {
    const before = [...times(3, [1, 4], [2, 3]), ...times(2, [1, 3], [2, 4])] as const;
    expect(nextOf(arenaAfter(4, [...before, [1, 2], [3, 4]]))).toEqual(['1-3', '2-4']);
    // Of each pair one has played another game since.
    const since = [...before, [1, 2], [3, 4], [2, 5], [4, 6]] as const;
    expect(nextOf(leftBy(arenaAfter(6, since), 5, 6))).toEqual(['1-3', '2-4']);
  });

  test('nor does someone meet their last opponent, whichever of the two has played since', () => {
    const arena = arenaAfter(4, [
      [1, 3],
      [1, 4],
      [2, 4],
      [3, 4],
      [2, 1],
      [2, 3],
    ]);
    expect(nextOf(arena)).toEqual(['1-3', '2-4']);
  });

  test('with two games possible, someone whose last opponents are all who wait does not play', () => {
    const arena = arenaAfter(4, [
      [3, 1],
      [4, 1],
      [1, 2],
    ]);
    const [game = '', ...others] = nextOf(arena);
    expect(others).toEqual([]);
    expect(game).toMatch(/^[234]-[234]$/);
  });

  test('those who have played most wait, even if their neighbour has played less', () => {
    const arena = arenaAfter(6, [
      [1, 2],
      [1, 3],
      [1, 4],
      [5, 6],
    ]);
    expect(nextOf(leftBy(arena, 6))).toEqual(['2-5', '3-4']);
  });

  test('at tables of three those with most points meet', () => {
    const games = [
      [4, 1],
      [5, 2],
      [6, 3],
    ] as const;
    expect(nextOf(arenaAfter(6, games, { seats: 3 }))).toEqual(['1-2-3', '4-5-6']);
  });

  test('of an odd number those who have played most wait', () => {
    const arena = arenaAfter(5, [
      [1, 2],
      [1, 3],
      [1, 4],
    ]);
    expect(nextOf(arena).join(' ')).not.toContain('1');
    expect(nextOf(arena)).toHaveLength(2);
  });

  test('who has left is not paired', () => {
    const arena = arenaAfter(4, []);
    const entrants = arena.entrants.map((each) => ({ ...each, isIn: each.number !== 1 }));
    expect(nextOf({ ...arena, entrants }).join(' ')).not.toContain('1');
    expect(nextOf({ ...arena, entrants })).toHaveLength(1);
  });

  test('tables of three are filled by the standings', () => {
    const arena = arenaAfter(6, [], { seats: 3 });
    expect(nextOf(arena).map((group) => group.split('-').length)).toEqual([3, 3]);
  });

  test('two who are alone meet again', () => {
    const arena = newTournament({ kind: 'arena', entrants: 2 });
    const first = settledAtRandom(pairRound(arena, 1), new SeededRng('two'));
    expect(pairRound({ ...arena, pairings: first }, 2)).toHaveLength(1);
  });

  test('three at a table of four wait', () => {
    expect(pairRound(newTournament({ kind: 'arena', entrants: 3, seats: 4 }), 1)).toEqual([]);
  });
});
