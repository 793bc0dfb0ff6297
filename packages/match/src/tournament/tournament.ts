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

/** A game against someone with fewer or more points, or points without a game, which count as `down`. */
export type Float = 'down' | 'up' | null;

export interface PastOf {
  /** The points so far, in twelfths. */
  readonly points: number;
  /** Rounds with points without a game: byes, and games that others forfeited. */
  readonly byes: number;
  /** Rounds without a game, with points or not. */
  readonly unplayed: number;
  /** The seats of the games, in order. */
  readonly seats: readonly number[];
  /** By entrant: how often they were opponents or partners. */
  readonly met: ReadonlyMap<number, number>;
  /** The others of the last game; empty before the first. */
  readonly last: readonly number[];
  /** Whether they have been in a pairing: a game, a forfeit or a bye that the system gave. */
  readonly wasPaired: boolean;
  /** By round from 0: how they floated in a Swiss. */
  readonly floats: readonly (Float | undefined)[];
}

interface Growing {
  points: number;
  byes: number;
  unplayed: number;
  readonly seats: number[];
  readonly met: Map<number, number>;
  last: readonly number[];
  wasPaired: boolean;
  readonly floats: Float[];
}

const newPast = (): Growing => ({
  points: 0,
  byes: 0,
  unplayed: 0,
  seats: [],
  met: new Map(),
  last: [],
  wasPaired: false,
  floats: [],
});
const NOTHING: PastOf = newPast();

/** The points for the first round that an entrant missed by entering late. In twelfths. */
const LATE_BYE = POINT / 2;

/** The points for the rounds before a late entry: half a point for the first one, none for others. In twelfths. */
export const latePoints = ({ kind }: Pick<Tournament, 'kind'>, { firstRound }: Pick<Entrant, 'firstRound'>): number =>
  kind === 'swiss' && firstRound > 1 ? LATE_BYE : 0;

/** By number of the entrant. */
export type History = ReadonlyMap<number, PastOf>;

/** Pairings in one step. */
const STEP = 1000;

/** The pairings of a tournament, in short steps: an arena of programs may have a hundred thousand. */
function* eachPairing(pairings: readonly Pairing[], take: (pairing: Pairing) => void): Generator<void, void, void> {
  for (const [index, pairing] of pairings.entries()) {
    if (index % STEP === STEP - 1) yield;
    take(pairing);
  }
}

export function* historyOf(tournament: Tournament): Generator<void, History, void> {
  const past = new Map<number, Growing>();
  for (const entrant of tournament.entrants) {
    const points = latePoints(tournament, entrant);
    past.set(entrant.number, { ...newPast(), points, floats: points > 0 ? ['down'] : [] });
  }
  yield* eachPairing(tournament.pairings, (pairing) => {
    if (tournament.kind === 'swiss' && tournament.seats === 2) noteFloats(past, pairing);
    for (const [seat, { entrant, points }] of pairing.seats.entries()) {
      const own = past.get(entrant) ?? newPast();
      past.set(entrant, own);
      own.points += points ?? 0;
      own.wasPaired ||= !isBye(pairing) || points === POINT;
      if (!isBye(pairing) && !isUnplayed(pairing)) addGame(own, pairing, seat);
      else {
        if ((points ?? 0) >= (isBye(pairing) ? POINT : 1)) own.byes++;
        // A round robin counts forfeits as games in its standings (`gamesByEntrant`).
        if (tournament.kind !== 'round-robin' || isBye(pairing)) own.unplayed++;
      }
    }
  });
  return past;
}

/** By the points before the round, which an entrant plays once. */
function noteFloats(past: ReadonlyMap<number, Growing>, pairing: Pairing): void {
  for (const [seat, { entrant, points }] of pairing.seats.entries()) {
    const own = past.get(entrant);
    if (own === undefined) continue;
    const other = past.get(pairing.seats[1 - seat]?.entrant ?? entrant)?.points ?? own.points;
    const isGiven = (isBye(pairing) || isUnplayed(pairing)) && (points ?? 0) > 0;
    const isPlayed = !isBye(pairing) && !isUnplayed(pairing);
    own.floats[pairing.round - 1] =
      isGiven || (isPlayed && own.points > other) ? 'down' : isPlayed && own.points < other ? 'up' : null;
  }
}

export const pastOf = (history: History, number: number): PastOf => history.get(number) ?? NOTHING;

function addGame(own: Growing, pairing: Pairing, seat: number): void {
  own.last = pairing.seats.flatMap(({ entrant }, at) => (at === seat ? [] : [entrant]));
  for (const other of own.last) own.met.set(other, (own.met.get(other) ?? 0) + 1);
  own.seats.push(seat);
}

export interface PlayedGame {
  readonly round: number;
  readonly points: number;
  readonly opponents: readonly { readonly entrant: number; readonly points: number }[];
}

/** The settled games of each entrant, without byes. In a round robin forfeited games count: everyone should have met everyone. */
export function* gamesByEntrant({
  kind,
  pairings,
  partners,
}: Tournament): Generator<void, ReadonlyMap<number, readonly PlayedGame[]>, void> {
  const games = new Map<number, PlayedGame[]>();
  yield* eachPairing(pairings, (pairing) => {
    const isGame = !isBye(pairing) && (kind === 'round-robin' || !isUnplayed(pairing));
    if (!isGame || !isSettled(pairing)) return;
    for (const [seat, { entrant: own, points }] of pairing.seats.entries()) {
      const opponents = opponentsAt(pairing, seat, partners).map((opponent) => ({
        entrant: opponent.entrant,
        points: opponent.points ?? 0,
      }));
      const played = games.get(own) ?? [];
      games.set(own, played);
      played.push({ round: pairing.round, points: points ?? 0, opponents });
    }
  });
  return games;
}

/** The entrants who can be paired, the strongest first: by points, then rating, then entry. */
export function inOrder(
  entrants: readonly Entrant[],
  history: History,
  { byPoints }: { readonly byPoints: boolean },
): readonly Entrant[] {
  return entrants.toSorted(
    (left, right) =>
      (byPoints ? pastOf(history, right.number).points - pastOf(history, left.number).points : 0) ||
      (right.rating ?? 0) - (left.rating ?? 0) ||
      left.number - right.number,
  );
}
