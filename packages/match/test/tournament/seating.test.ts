import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import type { Tournament } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';
import { newTournament } from './simulate.ts';

/** A Swiss tournament of one game a round, after games with these entrants in the order of seats. */
const tournamentAfter = (...games: readonly (readonly number[])[]): Tournament => {
  const players = games[0]?.length ?? 0;
  return {
    ...newTournament({ kind: 'swiss', entrants: players, seats: players }),
    pairings: games.map((game, index) => ({
      round: index + 1,
      seats: game.map((entrant) => ({ entrant, points: 6 })),
    })),
  };
};

/** The entrants of the next game in the order of seats. */
const nextSeats = (tournament: Tournament, round = tournament.pairings.length + 1): readonly number[] =>
  pairRound(tournament, round)[0]?.seats.map(({ entrant }) => entrant) ?? [];

/** The seats of an entrant, in the order of the games. */
const seatsOf = ({ pairings }: Tournament, entrant: number): readonly number[] =>
  pairings.map(({ seats }) => seats.findIndex((each) => each.entrant === entrant));

const ordersOf = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) => ordersOf(items.filter((item) => item !== first)).map((rest) => [first, ...rest]));

/** What an order of seats is judged by; less is better: uneven counts, seats of the last game, and a third time in a row. */
function badness(tournament: Tournament, order: readonly number[]): readonly number[] {
  let [uneven, same, third] = [0, 0, 0];
  for (const [seat, entrant] of order.entries()) {
    const seats = [...seatsOf(tournament, entrant), seat];
    for (const each of order.keys()) uneven += seats.filter((own) => own === each).length ** 2;
    if (seats.at(-2) === seat) same++;
    if (seats.at(-2) === seat && seats.at(-3) === seat) third++;
  }
  return [uneven, same, third];
}

describe('the seats of a game', () => {
  test('change after a game', () => {
    expect(nextSeats(tournamentAfter([1, 2]))).toEqual([2, 1]);
    expect(nextSeats(tournamentAfter([2, 1]))).toEqual([1, 2]);
  });

  test('go to those who had them less often, even if they had them last', () => {
    expect(nextSeats(tournamentAfter([1, 2], [1, 2], [2, 1]))).toEqual([2, 1]);
    expect(nextSeats(tournamentAfter([2, 1], [2, 1], [1, 2]))).toEqual([1, 2]);
  });

  test('alternate where all had them equally often', () => {
    expect(nextSeats(tournamentAfter([1, 2], [2, 1]))).toEqual([1, 2]);
    expect(nextSeats(tournamentAfter([2, 1], [1, 2]))).toEqual([2, 1]);
  });

  test('are not the same a third time, even if that leaves them less even', () => {
    expect(nextSeats(tournamentAfter([1, 2], [1, 2], [1, 2], [2, 1], [2, 1]))).toEqual([1, 2]);
    expect(nextSeats(tournamentAfter([2, 1], [2, 1], [2, 1], [1, 2], [1, 2]))).toEqual([2, 1]);
  });

  test('are shared evenly, whatever was twice in a row long ago', () => {
    expect(nextSeats(tournamentAfter([1, 2], [1, 2], [2, 1], [1, 2], [2, 1], [2, 1], [1, 2]))).toEqual([2, 1]);
  });

  test.each([2, 3, 4])('of %i players: no other order is more even and repeats less', (players) => {
    const rng = new SeededRng(`seats ${players}`);
    const orders = ordersOf(Array.from({ length: players }, (_, index) => index + 1));
    for (let run = 0; run < 60; run++) {
      const games = Array.from({ length: 1 + rng.below(7) }, () => orders[rng.below(orders.length)] ?? []);
      const tournament = tournamentAfter(...games);
      const chosen = badness(tournament, nextSeats(tournament));
      const better = orders.filter((order) => {
        const other = badness(tournament, order);
        const isBetter = other.some((bad, index) => bad < (chosen[index] ?? 0));
        return isBetter && other.every((bad, index) => bad <= (chosen[index] ?? 0));
      });
      expect(better, `after ${games.join(' ')}`).toEqual([]);
    }
  });

  test('in first games rotate with the board and the round, so that the strongest do not all begin', () => {
    const tournament = newTournament({ kind: 'swiss', entrants: 12, seats: 4 });
    const seatsIn = (round: number) =>
      pairRound(tournament, round).map(({ seats }) => seats.map(({ entrant }) => entrant));
    expect(seatsIn(1)).toEqual([
      [4, 7, 10, 1],
      [8, 11, 2, 5],
      [12, 3, 6, 9],
    ]);
    expect(seatsIn(4)).toEqual([
      [1, 4, 7, 10],
      [5, 8, 11, 2],
      [9, 12, 3, 6],
    ]);
  });
});
