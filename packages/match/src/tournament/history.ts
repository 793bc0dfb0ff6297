import {
  type Entrant,
  isBye,
  isSettled,
  isUnplayed,
  opponentsAt,
  type Pairing,
  POINT,
  type Tournament,
} from './tournament.ts';

/** What an entrant has done so far. */
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
}

const NOTHING: PastOf = { points: 0, byes: 0, unplayed: 0, seats: [], met: new Map(), last: [] };

/** The points for the first round that an entrant missed by entering late. In twelfths. */
const LATE_BYE = POINT / 2;

/** The points for the rounds before a late entry: half a point for the first one, none for others. In twelfths. */
export const latePoints = ({ kind }: Pick<Tournament, 'kind'>, { firstRound }: Pick<Entrant, 'firstRound'>): number =>
  kind === 'swiss' && firstRound > 1 ? LATE_BYE : 0;

/** What each entrant has done so far, by number. */
export function historyOf(tournament: Tournament): ReadonlyMap<number, PastOf> {
  const past = new Map<number, PastOf>();
  for (const entrant of tournament.entrants)
    past.set(entrant.number, { ...NOTHING, points: latePoints(tournament, entrant) });
  for (const pairing of tournament.pairings) {
    for (const [seat, { entrant, points }] of pairing.seats.entries()) {
      const before = past.get(entrant) ?? NOTHING;
      const next = after(before, pairing, { seat, points: points ?? 0 });
      // A round robin counts forfeits as games in its standings (`gamesOf`).
      const isGame = tournament.kind === 'round-robin' && !isBye(pairing);
      past.set(entrant, isGame ? { ...next, unplayed: before.unplayed } : next);
    }
  }
  return past;
}

export const pastOf = (history: ReadonlyMap<number, PastOf>, number: number): PastOf => history.get(number) ?? NOTHING;

function after(
  before: PastOf,
  pairing: Pairing,
  { seat, points }: { readonly seat: number; readonly points: number },
): PastOf {
  const total = before.points + points;
  if (isBye(pairing) || isUnplayed(pairing)) {
    const isFree = isBye(pairing) || points > 0;
    return { ...before, points: total, byes: before.byes + (isFree ? 1 : 0), unplayed: before.unplayed + 1 };
  }
  const others = pairing.seats.flatMap(({ entrant }, at) => (at === seat ? [] : [entrant]));
  const met = new Map(before.met);
  for (const other of others) met.set(other, (met.get(other) ?? 0) + 1);
  return { ...before, points: total, seats: [...before.seats, seat], met, last: others };
}

/** A settled game as seen by one seat. */
export interface PlayedGame {
  readonly round: number;
  readonly points: number;
  readonly opponents: readonly { readonly entrant: number; readonly points: number }[];
}

/** The settled games of an entrant, without byes. In a round robin forfeited games count: everyone should have met everyone. */
export function gamesOf({ kind, pairings, partners }: Tournament, number: number): readonly PlayedGame[] {
  const games: PlayedGame[] = [];
  for (const pairing of pairings) {
    const isGame = !isBye(pairing) && (kind === 'round-robin' || !isUnplayed(pairing));
    const seat = !isGame || !isSettled(pairing) ? -1 : pairing.seats.findIndex(({ entrant }) => entrant === number);
    if (seat < 0) continue;
    const opponents = opponentsAt(pairing, seat, partners).map(({ entrant, points }) => ({
      entrant,
      points: points ?? 0,
    }));
    games.push({ round: pairing.round, points: pairing.seats[seat]?.points ?? 0, opponents });
  }
  return games;
}

/** The entrants who can be paired, the strongest first: by points, then rating, then entry. */
export function inOrder(
  entrants: readonly Entrant[],
  history: ReadonlyMap<number, PastOf>,
  { byPoints }: { readonly byPoints: boolean },
): readonly Entrant[] {
  return entrants.toSorted(
    (left, right) =>
      (byPoints ? pastOf(history, right.number).points - pastOf(history, left.number).points : 0) ||
      (right.rating ?? 0) - (left.rating ?? 0) ||
      left.number - right.number,
  );
}
