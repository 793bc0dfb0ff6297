import { drained } from '@tablier/core';
import { balancedGroups, seated } from './groups.ts';
import { type History, historyOf, inOrder, pastOf } from './history.ts';
import { dutchPairs, type Grouping } from './dutch.ts';
import { type Entrant, isSettled, type Pairing, POINT, type Tournament } from './tournament.ts';
import { pairingSteps } from './matching.ts';

/** The pairings of a round: games, then byes. A round robin keeps the games of entrants who have left; the caller settles them. */
export const pairRound = (tournament: Tournament, round: number): readonly Pairing[] =>
  drained(roundSteps(tournament, round));

/** The same in short steps, so that a server can do other work between them. */
export function* roundSteps(tournament: Tournament, round: number): Generator<void, readonly Pairing[], void> {
  const requested = tournament.entrants.flatMap(({ number, isIn, firstRound, requestedBye: points }) =>
    isIn && firstRound <= round && points !== undefined ? [bye(round, number, points)] : [],
  );
  const { groups, byes } = yield* groupingOf(tournament, round);
  if (groups.length === 0 && requested.length === 0) return [];
  const games = groups.map((group) => ({
    round,
    seats: group.map((entrant) => ({ entrant, points: null })),
  }));
  return [...games, ...byes.map((entrant) => bye(round, entrant, POINT)), ...requested];
}

const bye = (round: number, entrant: number, points: number): Pairing => ({ round, seats: [{ entrant, points }] });

function* groupingOf(tournament: Tournament, round: number): Generator<void, Grouping, void> {
  const { kind, seats, entrants } = tournament;
  // Berger tables balance the seats themselves. The entrants of the start stay in them even after a withdrawal.
  if (kind === 'round-robin' && seats === 2)
    return bergerRound(
      entrants.map(({ number }) => number),
      round,
    );
  const history = yield* historyOf(tournament);
  const present = entrants.filter(
    ({ isIn, firstRound, requestedBye }) => isIn && firstRound <= round && requestedBye === undefined,
  );
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
  // Too few are left where others asked for a bye.
  if (present.length < seats) return { groups: [], byes: present.map(({ number }) => number) };
  if (seats === 2) return yield* dutchPairs(tournament, history, { present, round });
  return inSeats(yield* balancedGroups(present, history, { seats, byPoints: true }));
}

/** Pairs neighbours among the waiting entrants of an arena, and no one with their last opponent while others play. The rest wait. */
export function* arenaGroups({ entrants, pairings, seats }: Tournament, history: History): Groups {
  const busy = new Set(
    pairings.filter((pairing) => !isSettled(pairing)).flatMap((pairing) => pairing.seats.map(({ entrant }) => entrant)),
  );
  const present = entrants.filter(({ isIn }) => isIn);
  const waiting = present.filter(({ number }) => !busy.has(number));
  if (waiting.length < seats) return [];
  const groups = yield* seats === 2 ? arenaPairs(waiting, history) : arenaTables(waiting, history, seats);
  const isRepeat = (group: readonly number[]): boolean =>
    group.some((own) => {
      const { last } = pastOf(history, own);
      return last.length > 0 && group.every((number) => number === own || last.includes(number));
    });
  // Only those who wait are left, so waiting longer would not help.
  if (waiting.length === present.length && waiting.length < 2 * seats) return groups;
  return groups.filter((group) => !isRepeat(group));
}

type Groups = Generator<void, readonly (readonly number[])[], void>;

function* arenaPairs(waiting: readonly Entrant[], history: History): Groups {
  const order = inOrder(waiting, history, { byPoints: true });
  const isOdd = order.length % 2 === 1;
  // An immediate repeat, an earlier meeting, the distance in the standings.
  const cost = (left: number, right: number): readonly number[] => {
    const [one, other] = [order[left]?.number ?? 0, order[right]?.number];
    const past = pastOf(history, one);
    // The entrants with most games wait.
    if (other === undefined) return [0, 1000 - Math.min(1000, past.seats.length), 0];
    const isImmediate = past.last.includes(other) || pastOf(history, other).last.includes(one);
    return [isImmediate ? 1 : 0, Math.min(100, past.met.get(other) ?? 0), (left - right) ** 2];
  };
  const mates = yield* pairingSteps(order.length + (isOdd ? 1 : 0), cost);
  return order.flatMap(({ number }, item) => {
    const mate = order[mates[item] ?? -1];
    return mate === undefined || item > (mates[item] ?? 0) ? [] : [[number, mate.number]];
  });
}

/** Games of three and four seats: remaining entrants wait, so there are no byes. */
function* arenaTables(waiting: readonly Entrant[], history: History, seats: number): Groups {
  return (yield* balancedGroups(waiting, history, { seats, byPoints: true })).groups;
}

/** How many rounds it takes until everyone has met everyone; with three and four seats, about once. */
export function robinRounds(entrants: number, seats: number): number {
  if (entrants < seats) return 0;
  if (seats === 2) return entrants % 2 === 0 ? entrants - 1 : entrants;
  return Math.ceil((entrants - 1) / (seats - 1));
}

/** A round of a round robin for two seats, from 1, by Berger tables: seats differ by at most one; with an odd number each has one bye. */
export function bergerRound(numbers: readonly number[], round: number): Grouping {
  const count = numbers.length + (numbers.length % 2);
  const turning = count - 1;
  const [groups, byes]: [number[][], number[]] = [[], []];
  const numberAt = (place: number): number | undefined => numbers[place];
  for (let board = 0; board < count / 2; board++) {
    // The last place stays; the others move by half the table each round.
    const shift = (round - 1) * (count / 2);
    const [one, other] = [(board + shift) % turning, (turning - board + shift) % turning];
    const pair = board === 0 ? [one, count - 1] : [one, other];
    const isTurned = board === 0 && round % 2 === 0;
    const seated = (isTurned ? pair.toReversed() : pair).map(numberAt);
    const present = seated.filter((number) => number !== undefined);
    if (present.length === 2) groups.push(present);
    else byes.push(...present);
  }
  return { groups, byes };
}
