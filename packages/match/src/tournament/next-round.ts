import {
  type Entrant,
  type History,
  historyOf,
  inOrder,
  isSettled,
  type Pairing,
  pastOf,
  type PastOf,
  POINT,
  type Tournament,
} from './tournament.ts';
import { dutchPairs, type Grouping } from './dutch.ts';
import { pairingSteps } from './matching.ts';

/**
 * The pairings of a round: games, then byes. A round robin keeps the games of entrants who have left; the caller settles them. In short
 * steps, so that a server can do other work between them.
 */
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
  // Who is left over waits, so there are no byes.
  const groups =
    seats === 2
      ? yield* arenaPairs(waiting, history)
      : (yield* balancedGroups(waiting, history, { seats, byPoints: true })).groups;
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

/** Weights. One meeting more is worse than any differences of scores: those of 256 entrants after 20 rounds are below 2 ** 26. */
const REPEAT = 2 ** 26;

/** The most entrants whose groups are the best of all: 12 can be split in 15,400 ways for three seats, in 5,775 for four. */
export const MAX_EXACT = 12;

/** Exchanges stop after this many rounds through all pairs. Each lowers the cost, so few are needed. */
const MAX_ROUNDS = 40;

interface GroupRules {
  readonly seats: number;
  /** Whether entrants with similar scores should meet. */
  readonly byPoints: boolean;
}

/**
 * Groups of three or four seats. They minimise, over all pairs at the same table, the sum of the squares of how often they have met, then
 * the sum of the squared differences of their scores: exactly for 12 players, by exchanges of two for more. Equal groups: the first found,
 * from neighbours in the standings or, in the first round, one of each strength. Byes: the lowest of those with the fewest.
 */
export function* balancedGroups(
  entrants: readonly Entrant[],
  history: History,
  { seats, byPoints }: GroupRules,
): Generator<void, Grouping, void> {
  const order = inOrder(entrants, history, { byPoints }).map(({ number }) => number);
  const left = order.length % seats;
  const byes = order
    .map((number, place) => ({ number, place, had: pastOf(history, number).byes }))
    .toSorted((one, other) => one.had - other.had || other.place - one.place)
    .slice(0, left)
    .map(({ number }) => number);
  const playing = order.filter((number) => !byes.includes(number));
  const groups = spread(playing, history, { seats, byPoints });
  yield* improve(groups, history, { byPoints });
  if (playing.length > MAX_EXACT) return { groups, byes };
  yield;
  return { groups: bestGroups(groups, (group) => groupCost(group, history, { byPoints })), byes };
}

/** The groups with the least costs of all. Those that are given stay if no others cost less. */
function bestGroups(
  given: readonly (readonly number[])[],
  costOf: (group: readonly number[]) => number,
): readonly (readonly number[])[] {
  const seats = given[0]?.length ?? 0;
  let [best, least] = [given, given.reduce((sum, group) => sum + costOf(group), 0)];
  const search = (left: readonly number[], chosen: readonly (readonly number[])[], cost: number): void => {
    if (cost >= least) return;
    const [first, ...others] = left;
    if (first === undefined) [best, least] = [chosen, cost];
    else
      for (const mates of subsetsOf(others, seats - 1)) {
        const group = [first, ...mates];
        search(
          others.filter((number) => !mates.includes(number)),
          [...chosen, group],
          cost + costOf(group),
        );
      }
  };
  search(given.flat(), [], 0);
  return best;
}

/** All ways to choose some of these. */
function subsetsOf(items: readonly number[], size: number): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return items.flatMap((first, index) => subsetsOf(items.slice(index + 1), size - 1).map((rest) => [first, ...rest]));
}

/** Neighbours in the order, or in the first round one of each strength. */
function spread(order: readonly number[], history: History, rules: GroupRules): number[][] {
  const count = order.length / rules.seats;
  const first = pastOf(history, order[0] ?? 0).points;
  const isEven = !rules.byPoints || order.every((number) => pastOf(history, number).points === first);
  return Array.from({ length: count }, (_, group) =>
    isEven
      ? order.filter((_number, place) => place % count === group)
      : order.slice(group * rules.seats, (group + 1) * rules.seats),
  );
}

function* improve(
  groups: number[][],
  history: History,
  rules: Pick<GroupRules, 'byPoints'>,
): Generator<void, void, void> {
  const costOf = (group: readonly number[]): number => groupCost(group, history, rules);
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds++) {
    let isBetter = false;
    for (const [index, left] of groups.entries()) {
      for (const right of groups.slice(index + 1)) isBetter = exchange(left, right, costOf) || isBetter;
      yield;
    }
    if (!isBetter) return;
  }
}

/** Exchanges members of two groups if that lowers the cost. Returns whether it did. */
function exchange(left: number[], right: number[], costOf: (group: readonly number[]) => number): boolean {
  let [isBetter, cost] = [false, costOf(left) + costOf(right)];
  for (let one = 0; one < left.length; one++) {
    for (let other = 0; other < right.length; other++) {
      swap(left, one, right, other);
      const next = costOf(left) + costOf(right);
      if (next < cost) [isBetter, cost] = [true, next];
      else swap(left, one, right, other);
    }
  }
  return isBetter;
}

function swap(left: number[], one: number, right: number[], other: number): void {
  const [moved, back] = [left[one] ?? 0, right[other] ?? 0];
  left[one] = back;
  right[other] = moved;
}

function groupCost(group: readonly number[], history: History, { byPoints }: Pick<GroupRules, 'byPoints'>): number {
  let cost = 0;
  for (const [index, left] of group.entries()) {
    const past = pastOf(history, left);
    for (const right of group.slice(index + 1)) {
      // Squared, so that meetings are shared evenly.
      cost += REPEAT * (past.met.get(right) ?? 0) ** 2;
      if (byPoints) cost += (past.points - pastOf(history, right).points) ** 2;
    }
  }
  return cost;
}

/** Weights: how evenly seats are shared, then alternation. A third time in the same seat is worse than an uneven count. */
const COUNT = 10;
const SAME_AS_LAST = 4;
const THIRD_IN_A_ROW = 25;

/** How bad it is to give an entrant a seat. */
export function seatCost({ seats }: PastOf, seat: number): number {
  const times = seats.filter((own) => own === seat).length;
  const [last, beforeLast] = [seats.at(-1), seats.at(-2)];
  const isThird = last === seat && beforeLast === seat;
  return COUNT * (2 * times + 1) + (last === seat ? SAME_AS_LAST : 0) + (isThird ? THIRD_IN_A_ROW : 0);
}

/** The best order of at most four in the seats of a game. `turn` rotates equal ones, so that strong and weak share the seats. */
export function seated(group: readonly number[], history: History, turn: number): readonly number[] {
  const shift = turn % group.length;
  const rotated = [...group.slice(shift), ...group.slice(0, shift)];
  let [best, least]: [readonly number[], number] = [rotated, Number.POSITIVE_INFINITY];
  for (const order of ordersOf(rotated)) {
    const cost = order.reduce((sum, number, seat) => sum + seatCost(pastOf(history, number), seat), 0);
    if (cost < least) [best, least] = [order, cost];
  }
  return best;
}

function ordersOf(items: readonly number[]): readonly (readonly number[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, index) =>
    ordersOf(items.filter((_, other) => other !== index)).map((rest) => [first, ...rest]),
  );
}
