import { describe, expect, test } from 'vitest';
import { type Pairing, standingsOf, type Tournament, type TournamentKind } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';
import { ALONE, entrantsOf } from './simulate.ts';

type Result = readonly [entrant: number, points: number];

const game = (round: number, ...seats: readonly Result[]): Pairing => ({
  round,
  seats: seats.map(([entrant, points]) => ({ entrant, points })),
});
const forfeit = (round: number, ...seats: readonly Result[]): Pairing => ({
  ...game(round, ...seats),
  endedBy: 'forfeit',
});
const after = (pairings: readonly Pairing[], entrants: number, out: readonly number[] = []): Tournament => ({
  kind: 'swiss',
  seats: 2,
  entrants: entrantsOf(entrants).map((entrant) => ({ ...entrant, isIn: !out.includes(entrant.number) })),
  pairings,
  partners: ALONE,
});
const byeIn = (round: readonly Pairing[]): number | undefined =>
  round.find(({ seats }) => seats.length === 1)?.seats[0]?.entrant;
const line = (tournament: Tournament, number: number) =>
  standingsOf(tournament).find(({ entrant }) => entrant === number);

describe('a game that was not played', () => {
  test('gives a point without a game: the next bye is for someone with the same score who had none', () => {
    const past = [
      game(1, [1, 12], [4, 0]),
      game(1, [2, 12], [5, 0]),
      forfeit(1, [3, 12], [6, 0]),
      game(2, [1, 12], [2, 0]),
      game(2, [4, 12], [3, 0]),
      game(2, [5, 12]),
    ];
    expect(byeIn(pairRound(after(past, 6, [6]), 3))).not.toBe(3);
    // The one who did not come had no point from it, so they can have the bye once they are back.
    expect(byeIn(pairRound(after([forfeit(1, [1, 12], [2, 0]), game(1, [3, 12])], 3), 2))).toBe(2);
  });

  test('is no meeting: the two are paired as if they had not met', () => {
    const pairs = (endedBy: string): readonly string[] =>
      pairRound(
        after(
          [
            { ...game(1, [1, 6], [3, 6]), endedBy },
            { ...game(1, [2, 6], [4, 6]), endedBy },
          ],
          4,
        ),
        2,
      ).map(({ seats }) =>
        seats
          .map(({ entrant }) => entrant)
          .toSorted((left, right) => left - right)
          .join('-'),
      );
    expect(pairs('closed').toSorted((left, right) => left.localeCompare(right))).toEqual(['1-3', '2-4']);
    expect(pairs('forfeit').toSorted((left, right) => left.localeCompare(right))).toEqual(['1-3', '2-4']);
    expect(pairs('rules')).not.toContain('1-3');
  });

  test('counts in tie-breaks of a Swiss as a bye does', () => {
    const rest = [game(1, [3, 12], [4, 0]), game(2, [1, 6], [2, 6])];
    const standings = after([game(1, [1, 12]), forfeit(1, [2, 12], [5, 0]), ...rest], 5);
    const { entrant: _one, ...byBye } = line(standings, 1) ?? { entrant: 0 };
    const { entrant: _two, ...byForfeit } = line(standings, 2) ?? { entrant: 0 };
    expect(byForfeit).toEqual(byBye);
    expect(byForfeit).toMatchObject({ points: 18, games: 1, wins: 0, buchholz: 36, sonnebornBerger: 9 });
  });

  test('counts as a game in a round robin, in which everyone should meet everyone', () => {
    const kind: TournamentKind = 'round-robin';
    const robin = { ...after([forfeit(1, [1, 12], [2, 0])], 3), kind };
    expect(line(robin, 1)).toMatchObject({ points: 12, games: 1, wins: 1, buchholz: 0 });
  });
});

test('the lowest score that can have it has the bye, although someone sits in the same seat for the third time', () => {
  // Entrants 1 and 2 both sat second twice; only if one of them has the bye does no one sit there a third time.
  const past = [
    game(1, [4, 0], [1, 12]),
    game(1, [5, 0], [2, 12]),
    game(1, [3, 0]),
    game(2, [5, 0], [1, 0]),
    game(2, [4, 0], [2, 0]),
    game(2, [3, 0]),
  ];
  expect([4, 5]).toContain(byeIn(pairRound(after(past, 5), 3)));
});
