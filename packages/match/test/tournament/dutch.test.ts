import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatTrf, type Pairing, standingsOf, type Tournament } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';
import { readTrf } from './trf.ts';
import { newTournament, played } from './simulate.ts';

type Seat = readonly [entrant: number, points: number];
type Game = readonly [Seat] | readonly [Seat, Seat];

/** A Swiss tournament in which entrant 1 is the strongest, after these games, one a round. */
function swissAfter(entrants: number, ...games: readonly Game[]): Tournament {
  const start = newTournament({ kind: 'swiss', entrants });
  return {
    ...start,
    entrants: start.entrants.map((each) => ({ ...each, rating: 2000 - each.number })),
    pairings: games.map((game, index) => ({
      round: index + 1,
      seats: game.map(([entrant, points]) => ({ entrant, points })),
    })),
  };
}

/** Points without a game that others could have: a bye changes no seats. */
const bye = (entrant: number, points = 12): Game => [[entrant, points]];
const next = (tournament: Tournament): readonly Pairing[] => pairRound(tournament, 99);
const numbersOf = ({ seats }: Pairing): readonly number[] =>
  seats.map(({ entrant }) => entrant).toSorted((left, right) => left - right);
/** The next pairs and byes, such as `1-2 3-4 5`. */
const nextPairs = (tournament: Tournament): string =>
  next(tournament)
    .map((pairing) => numbersOf(pairing).join('-'))
    .toSorted()
    .join(' ');

describe('pairs of a score group', () => {
  test('are those of the upper and the lower half, in their order', () => {
    expect(nextPairs(swissAfter(8))).toBe('1-5 2-6 3-7 4-8');
    // Two groups of four.
    expect(nextPairs(swissAfter(8, bye(8), bye(6), bye(4), bye(2)))).toBe('1-5 2-6 3-7 4-8');
    expect(nextPairs(swissAfter(8, bye(8), bye(7), bye(6), bye(5)))).toBe('1-3 2-4 5-7 6-8');
  });

  test('are as close to that as those who have met allow', () => {
    const draw = (left: number, right: number): Game => [
      [left, 6],
      [right, 6],
    ];
    expect(nextPairs(swissAfter(4, draw(1, 3), draw(4, 2)))).toBe('1-2 3-4');
    expect(nextPairs(swissAfter(4, draw(1, 3), draw(4, 2), draw(2, 1), draw(3, 4)))).toBe('1-4 2-3');
  });

  test('with an odd number in the group above include one of the group below', () => {
    expect(nextPairs(swissAfter(6, bye(1), bye(2), bye(3)))).toMatch(/^(1-2|1-3|2-3) ([123]-[456]) /);
  });

  test('with an odd number leave over whom the order needs least', () => {
    const games = [1, 2, 3, 4, 5].map((entrant) => bye(entrant));
    // Two places apart in both cases.
    expect(nextPairs(swissAfter(6, ...games))).toMatch(/^1-6 2-4 3-5$|^1-3 2-4 5-6$/);
  });
});

describe('boards', () => {
  const boards = (tournament: Tournament, round: number): readonly (readonly number[])[] =>
    pairRound(tournament, round).map(({ seats }) => seats.map(({ entrant }) => entrant));

  test('of a first round are in the order of strength, and the stronger ones sit first at every other', () => {
    expect(boards(swissAfter(8), 1)).toEqual([
      [1, 5],
      [6, 2],
      [3, 7],
      [8, 4],
    ]);
  });

  test('begin with those who have most points', () => {
    const round = next(swissAfter(6, bye(5), bye(6), bye(3, 6), bye(4, 6)));
    expect(round.map((pairing) => numbersOf(pairing).join('-'))).toEqual(['5-6', '3-4', '1-2']);
  });
});

describe('opponents', () => {
  test('have equal points before they have equal places in their groups', () => {
    expect(nextPairs(swissAfter(4, bye(1), bye(4)))).toBe('1-4 2-3');
    expect(nextPairs(swissAfter(4, bye(2), bye(4)))).toBe('1-3 2-4');
  });

  test('have similar points: two small differences are better than a large one', () => {
    // By points: 1 has three, 2 has two, 3 has one, 4 has none.
    const games = [bye(1, 36), bye(2, 24), bye(3, 12), bye(4, 0)];
    expect(nextPairs(swissAfter(4, ...games))).toBe('1-2 3-4');
  });

  test('are not the same twice while others have not met, whatever the points', () => {
    const games: Game[] = [
      [
        [1, 60],
        [2, 60],
      ],
      [
        [4, 0],
        [3, 0],
      ],
    ];
    expect(nextPairs(swissAfter(4, ...games))).toBe('1-3 2-4');
  });

  test('who all have met are those who met less often', () => {
    const met = (left: number, right: number): Game[] => [
      [
        [left, 6],
        [right, 6],
      ],
      [
        [right, 6],
        [left, 6],
      ],
    ];
    const twice = [...met(1, 2), ...met(3, 4), ...met(1, 3), ...met(2, 4)];
    const once: Game[] = [
      [
        [1, 6],
        [4, 6],
      ],
      [
        [2, 6],
        [3, 6],
      ],
    ];
    expect(nextPairs(swissAfter(4, ...twice, ...once))).toBe('1-4 2-3');
  });
});

describe('seats', () => {
  /** A game of an entrant with someone who is gone now: it changes nothing but their seats. */
  const inSeat = (entrant: number, seat: 0 | 1, other: number): Game => {
    const [own, theirs]: [Seat, Seat] = [
      [entrant, 0],
      [other, 0],
    ];
    return seat === 0 ? [own, theirs] : [theirs, own];
  };
  const without = (tournament: Tournament, ...gone: readonly number[]): Tournament => ({
    ...tournament,
    entrants: tournament.entrants.map((each) => ({ ...each, isIn: !gone.includes(each.number) })),
  });

  test('decide which of two with equal points meet: those who need different ones', () => {
    // 1 and 2 had the first seat, 3 and 4 the second; 1-3 and 2-4 are the pairs by order.
    const needsFit = [inSeat(1, 0, 5), inSeat(2, 0, 6), inSeat(3, 1, 7), inSeat(4, 1, 8)];
    expect(nextPairs(without(swissAfter(8, ...needsFit), 5, 6, 7, 8))).toBe('1-3 2-4');
    // 1 and 3 had the first seat, 2 and 4 the second.
    const needsClash = [inSeat(1, 0, 5), inSeat(3, 0, 6), inSeat(2, 1, 7), inSeat(4, 1, 8)];
    expect(nextPairs(without(swissAfter(8, ...needsClash), 5, 6, 7, 8))).toMatch(/^1-2 3-4$|^1-4 2-3$/);
  });

  test('that are uneven do not matter as much as half a point', () => {
    const needsClash = [inSeat(1, 0, 5), inSeat(3, 0, 6), inSeat(2, 1, 7), inSeat(4, 1, 8)];
    const games = [...needsClash, bye(1, 6), bye(3, 6)];
    expect(nextPairs(without(swissAfter(8, ...games), 5, 6, 7, 8))).toBe('1-3 2-4');
  });

  test('of those who need none in particular do not keep them apart', () => {
    const games = [inSeat(2, 0, 5), inSeat(4, 1, 6)];
    expect(nextPairs(without(swissAfter(6, ...games), 5, 6))).toBe('1-3 2-4');
  });

  /** 1 and 3 have more points than 2 and 4, and had these seats; 2 and 4 had the other ones. */
  function afterSeats(had: readonly (0 | 1)[], hadByThird: readonly (0 | 1)[] = had): Tournament {
    const others = [5, 6, 7, 8, 9, 10];
    const games = [
      ...had.flatMap((seat, index) => [
        inSeat(1, seat, others[index] ?? 0),
        inSeat(2, seat === 0 ? 1 : 0, others[index] ?? 0),
      ]),
      ...hadByThird.flatMap((seat, index) => [
        inSeat(3, seat, others[index] ?? 0),
        inSeat(4, seat === 0 ? 1 : 0, others[index] ?? 0),
      ]),
    ];
    return without(swissAfter(10, ...games, bye(1, 60), bye(3, 60)), ...others);
  }

  test.each([
    ['twice in a row', [0, 0]],
    ['twice in a row, after others', [0, 1, 1, 1, 0, 0]],
    ['twice more than the other, and not in a row', [0, 0, 1, 0, 0, 1]],
  ] as const)('had %s by two of them keep them apart, even if their points differ', (_, had) => {
    const tournament = afterSeats(had);
    expect(nextPairs(tournament)).not.toContain('1-3');
    for (const { seats } of next(tournament)) expect([2, 4]).toContain(seats[0]?.entrant);
  });

  test.each([
    ['once more than the other', [0, 1, 0], [0, 1, 0]],
    ['twice in a row by one of them only', [0, 0], [0]],
  ] as const)('had %s do not keep those with the same points apart', (_, had, hadByThird) => {
    expect(nextPairs(afterSeats(had, hadByThird))).toBe('1-3 2-4');
  });
});

describe('a bye', () => {
  const byeOf = (tournament: Tournament): number | undefined =>
    next(tournament).find(({ seats }) => seats.length === 1)?.seats[0]?.entrant;

  test('is for the last of those with the fewest points', () => {
    expect(byeOf(swissAfter(5))).toBe(5);
    const both = (left: number, right: number, points: number): Game => [
      [left, points],
      [right, points],
    ];
    expect(byeOf(swissAfter(5, both(1, 3, 12), both(4, 5, 12)))).toBe(2);
    expect(byeOf(swissAfter(7, both(1, 2, 12), both(3, 4, 24)))).toBe(7);
    expect(byeOf(swissAfter(7, both(1, 2, 12), both(3, 6, 6), both(4, 7, 6)))).toBe(5);
    const lowest = [both(1, 5, 6), both(2, 6, 6), both(3, 7, 6)];
    expect(byeOf(swissAfter(7, ...lowest, both(1, 4, 24), both(2, 3, 24)))).toBe(7);
  });

  test('comes to no one twice, whatever the points, while others had none', () => {
    const game: Game = [
      [1, 48],
      [2, 48],
    ];
    expect(byeOf(swissAfter(3, bye(3), game, game))).not.toBe(3);
  });

  test('comes to those who had fewer where all had one', () => {
    expect(byeOf(swissAfter(3, bye(3), bye(2), bye(1), bye(3), bye(1)))).toBe(2);
  });

  test('gives one point and is last in the round', () => {
    const round = next(swissAfter(5));
    expect(round.map(({ seats }) => seats.length)).toEqual([2, 2, 1]);
    expect(round.at(-1)?.seats[0]?.points).toBe(12);
  });
});

/** All ways to pair these. */
function pairingsOf(numbers: readonly number[]): number[][][] {
  const [first, ...others] = numbers;
  if (first === undefined) return [[]];
  return others.flatMap((mate) =>
    pairingsOf(others.filter((number) => number !== mate)).map((rest) => [[first, mate], ...rest]),
  );
}

test('no other round has fewer repeated pairs, and no other second round points that are more alike', () => {
  for (let run = 0; run < 60; run++) {
    const swiss = played({ kind: 'swiss', entrants: 8, rounds: 1 + (run % 6), seed: `all pairs ${run}` });
    const met = new Set(swiss.pairings.map((pairing) => numbersOf(pairing).join()));
    const halves = new Map<number, number>();
    for (const { seats } of swiss.pairings)
      for (const { entrant, points } of seats) halves.set(entrant, (halves.get(entrant) ?? 0) + (points ?? 0) / 6);
    const badness = (pairs: readonly (readonly number[])[]): [repeats: number, unequal: number] => [
      pairs.filter((pair) => met.has(pair.join())).length,
      pairs.reduce((sum, [left = 0, right = 0]) => sum + ((halves.get(left) ?? 0) - (halves.get(right) ?? 0)) ** 2, 0),
    ];
    const [repeats, unequal] = badness(next(swiss).map(numbersOf));
    const all = pairingsOf([1, 2, 3, 4, 5, 6, 7, 8]).map(badness);
    expect(repeats).toBe(Math.min(...all.map(([each]) => each)));
    const alike = Math.min(...all.filter(([each]) => each === repeats).map(([, each]) => each));
    // Later a third game in the same seat counts more than points.
    if (run % 6 === 0) expect(unequal).toBe(alike);
  }
});

describe('the FIDE Dutch System', () => {
  /** Tournaments with forfeits, byes and retired players that bbpPairings 6 paired. */
  const files = readFileSync(new URL('dutch.trf', import.meta.url), 'utf8').split('\n\n');

  test(`every pair, seat and bye of ${files.length} tournaments is that of an independent engine`, () => {
    for (const text of files) {
      const { name, roundsOf } = readTrf(text);
      for (const { before, round, pairings } of roundsOf())
        expect(pairRound(before, round).map(textOf).toSorted(), `${name}, round ${round}`).toEqual(
          pairings.map(textOf).toSorted(),
        );
    }
  });

  test('a report that is written is read back as the same tournament, whatever ends its lines', () => {
    const swiss = played({ kind: 'swiss', entrants: 9, rounds: 5, seed: 'report' });
    const tournament: Tournament = {
      ...swiss,
      rounds: 5,
      pairings: swiss.pairings.map((pairing, index) => ({
        ...pairing,
        ...(pairing.seats.length > 1 && { endedBy: index === 1 ? 'forfeit' : 'rules' }),
      })),
    };
    const people = new Map(
      standingsOf(tournament).map((line) => [line.entrant, { ...line, name: `P${line.entrant}` }]),
    );
    const text = formatTrf({ name: 'Winter', began: '2027/03/27', ended: null, tournament, people, rounds: 5 });
    for (const ending of ['\n', '\r', '\r\n']) {
      const { name, roundsOf } = readTrf(text.replaceAll('\n', ending));
      expect(name).toBe('Winter');
      const rounds = [...roundsOf()];
      expect(rounds).toHaveLength(5);
      const read = rounds.at(-1)?.before.pairings ?? [];
      const whole = ({ round, seats }: Pairing): string =>
        `${round}: ${seats.map(({ entrant, points }) => `${entrant}=${points}`).join(' ')}`;
      const first = tournament.pairings.filter(({ round }) => round < 5);
      expect(read.map(whole).toSorted()).toEqual(first.map(whole).toSorted());
    }
  });

  const textOf = ({ seats }: Pairing): string => seats.map(({ entrant }) => entrant).join('-');
});
