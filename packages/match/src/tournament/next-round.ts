import { drained } from '@tablier/core';
import { arenaGroups } from './arena.ts';
import { balancedGroups, seated } from './groups.ts';
import { historyOf } from './history.ts';
import { type Grouping, swissPairs } from './pairs.ts';
import { bergerRound } from './round-robin.ts';
import { POINT, type Pairing, type Tournament } from './tournament.ts';

/**
 * The pairings of a round: games by seat, then byes. A round robin keeps the games of entrants who have left, so that the opponent
 * gets the point; the caller settles them. Empty if no game is possible.
 */
export const pairRound = (tournament: Tournament, round: number): readonly Pairing[] =>
  drained(roundSteps(tournament, round));

/** The same in short steps, so that a server can do other work between them. */
export function* roundSteps(tournament: Tournament, round: number): Generator<void, readonly Pairing[], void> {
  const { groups, byes } = yield* groupingOf(tournament, round);
  if (groups.length === 0) return [];
  const games = groups.map((group) => ({
    round,
    seats: group.map((entrant) => ({ entrant, points: null })),
  }));
  return [...games, ...byes.map((entrant) => ({ round, seats: [{ entrant, points: POINT }] }))];
}

function* groupingOf(tournament: Tournament, round: number): Generator<void, Grouping, void> {
  const { kind, seats, entrants } = tournament;
  // Berger tables balance the seats themselves. The entrants of the start stay in them even after a withdrawal.
  if (kind === 'round-robin' && seats === 2)
    return bergerRound(
      entrants.map(({ number }) => number),
      round,
    );
  const history = yield* historyOf(tournament);
  const present = entrants.filter(({ isIn, firstRound }) => isIn && firstRound <= round);
  const inSeats = ({ groups, byes }: Grouping): Grouping => ({
    groups: groups.map((group, board) => seated(group, history, board + round)),
    byes,
  });
  if (kind === 'arena') return inSeats({ groups: yield* arenaGroups(tournament, history), byes: [] });
  if (kind === 'round-robin') {
    // Those of the start meet as evenly as exchanges can reach.
    const paired = entrants.filter(({ isIn }) => isIn);
    return inSeats(yield* balancedGroups(paired, history, { seats, byPoints: false }));
  }
  if (present.length < seats) return { groups: [], byes: [] };
  return inSeats(
    yield* seats === 2 ? swissPairs(present, history) : balancedGroups(present, history, { seats, byPoints: true }),
  );
}
