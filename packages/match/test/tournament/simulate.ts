import { type Rng, SeededRng } from '@tablier/core';
import { type Entrant, type Pairing, pointsOf, type Tournament, type TournamentKind } from '../../src/index.ts';
import { pairRound } from './pair-round.ts';

export const ALONE = (_players: number, seat: number): readonly number[] => [seat];
/** Masker: with four players two teams that sit crosswise. */
export const CROSSWISE = (players: number, seat: number): readonly number[] =>
  players === 4 ? [seat, (seat + 2) % 4] : [seat];

export const entrantsOf = (count: number): Entrant[] =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, rating: null, firstRound: 1, isIn: true }));

export interface Played {
  readonly kind: TournamentKind;
  readonly entrants: number;
  readonly seats?: number;
  readonly rounds: number;
  readonly seed: string;
}

/** A tournament without a round. */
export const newTournament = ({ kind, entrants, seats = 2 }: Omit<Played, 'rounds' | 'seed'>): Tournament => ({
  kind,
  seats,
  entrants: entrantsOf(entrants),
  pairings: [],
  partners: ALONE,
});

/** Random results for the games of a round. Byes have their point already. */
export const settledAtRandom = (pairings: readonly Pairing[], rng: Rng, partners = ALONE): readonly Pairing[] =>
  pairings.map((pairing) => {
    if (pairing.seats.length === 1) return pairing;
    const points = pointsOf(
      pairing.seats.map(() => rng.below(pairing.seats.length) + 1),
      partners,
    );
    return { ...pairing, seats: pairing.seats.map((seat, at) => ({ ...seat, points: points[at] ?? 0 })) };
  });

/** A tournament with all its rounds played at random. */
export function played({ rounds, seed, ...rest }: Played): Tournament {
  const rng = new SeededRng(seed);
  let tournament = newTournament(rest);
  for (let round = 1; round <= rounds; round++) {
    const pairings = settledAtRandom(pairRound(tournament, round), rng);
    tournament = { ...tournament, pairings: [...tournament.pairings, ...pairings] };
  }
  return tournament;
}

export const gamesIn = ({ pairings }: Tournament): readonly (readonly number[])[] =>
  pairings.filter(({ seats }) => seats.length > 1).map(({ seats }) => seats.map(({ entrant }) => entrant));

/** How often each two entrants met, by `smaller-larger`. */
export function meetings(tournament: Tournament): ReadonlyMap<string, number> {
  const met = new Map<string, number>();
  for (const group of gamesIn(tournament)) {
    for (const left of group) {
      for (const right of group) {
        if (left < right) met.set(`${left}-${right}`, (met.get(`${left}-${right}`) ?? 0) + 1);
      }
    }
  }
  return met;
}

/** By entrant: how often they had a seat. */
export const timesInSeat = (tournament: Tournament, entrant: number, seat: number): number =>
  gamesIn(tournament).filter((group) => group[seat] === entrant).length;

export const byesOf = ({ pairings }: Tournament, entrant: number): number =>
  pairings.filter(({ seats }) => seats.length === 1 && seats[0]?.entrant === entrant).length;
