import type { Partners } from '@tablier/core';

/** How the rounds of a tournament are paired. */
export const TOURNAMENT_KINDS = ['swiss', 'round-robin', 'arena'] as const;
export type TournamentKind = (typeof TOURNAMENT_KINDS)[number];

/** Points are whole numbers of twelfths, so that the shares of three and four seats are exact. This is one point. */
export const POINT = 12;

export interface Entrant {
  /** From 1, in the order of entry. */
  readonly number: number;
  /** Stronger entrants are seeded higher; `null` for unknown. */
  readonly rating: number | null;
  /** The first round they can be paired in; 1 unless they entered late. */
  readonly firstRound: number;
  /** Whether they can be paired: false after a withdrawal. */
  readonly isIn: boolean;
  /** The points of a bye they asked for in the round that is paired next, in twelfths: half a point or none. Of a Swiss. */
  readonly requestedBye?: number;
}

export interface PairedSeat {
  readonly entrant: number;
  /** In twelfths; `null` while the game is running. */
  readonly points: number | null;
}

/** The entrants of one game of a round, by seat. One entrant alone has a bye. */
export interface Pairing {
  readonly round: number;
  readonly seats: readonly PairedSeat[];
  /** How a settled game ended: as a match does, by `forfeit`, or `closed` before it began. */
  readonly endedBy?: string | null;
}

/** How a pairing ended whose result the organiser gave. */
export const CORRECTED = 'corrected';

/** What pairings and standings are computed from. */
export interface Tournament {
  readonly kind: TournamentKind;
  /** The seats of each game. */
  readonly seats: number;
  readonly entrants: readonly Entrant[];
  /** In the order of their rounds. */
  readonly pairings: readonly Pairing[];
  /** How many rounds a Swiss has: in its last one the leaders meet whatever their seats were. */
  readonly rounds?: number;
  /** Seats that win and lose together. */
  readonly partners: Partners;
}

export const isBye = ({ seats }: Pick<Pairing, 'seats'>): boolean => seats.length === 1;

/** Whether a pairing gave points without a game: someone did not come, or its table was closed. */
export const isUnplayed = ({ endedBy }: Pick<Pairing, 'endedBy'>): boolean =>
  endedBy === 'forfeit' || endedBy === 'closed';

export const isSettled = ({ seats }: Pick<Pairing, 'seats'>): boolean => seats.every(({ points }) => points !== null);

export function opponentsAt(
  { seats }: Pick<Pairing, 'seats'>,
  seat: number,
  partners: Partners,
): readonly PairedSeat[] {
  const own = partners(seats.length, seat);
  return seats.filter((_, other) => !own.includes(other));
}

/** The points by seat in twelfths: the share of the opponents who were beaten, a tie counting half. Partners are no opponents. */
export function pointsOf(places: readonly number[], partners: Partners): readonly number[] {
  return places.map((place, seat) => {
    const own = partners(places.length, seat);
    const others = places.filter((_, other) => !own.includes(other));
    const halves = others.reduce((sum, other) => sum + (other > place ? 2 : other === place ? 1 : 0), 0);
    return others.length === 0 ? POINT : Math.round((POINT * halves) / (2 * others.length));
  });
}

/** The points of a game that some seats forfeited, in twelfths. The others have beaten them and are tied. */
export const forfeitPoints = (
  players: number,
  { absent, partners }: { readonly absent: ReadonlySet<number>; readonly partners: Partners },
): readonly number[] => {
  const isLost = (seat: number): boolean => partners(players, seat).some((own) => absent.has(own));
  const seats = Array.from({ length: players }, (_, seat) => seat);
  if (seats.every(isLost)) return seats.map(() => 0);
  const places = seats.map((seat) => (isLost(seat) ? 2 : 1));
  return pointsOf(places, partners).map((points, seat) => (isLost(seat) ? 0 : points));
};
