import { balancedGroups } from './groups.ts';
import { type History, inOrder, pastOf } from './history.ts';
import { pairingSteps } from './matching.ts';
import { type Entrant, isSettled, type Tournament } from './tournament.ts';

/** Weights: an immediate repeat, an earlier meeting, the distance in the standings. */
const IMMEDIATE = 1e9;
const MET = 1e5;

/**
 * Pairs the waiting entrants of an arena: neighbours in the standings, and no one with the opponent of their last game while others still
 * play. Returns groups without an order of seats; entrants without a group keep waiting.
 */
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
  const cost = (left: number, right: number): number => {
    const [one, other] = [order[left]?.number ?? 0, order[right]?.number];
    const past = pastOf(history, one);
    // The entrants with most games wait.
    if (other === undefined) return MET * (1000 - Math.min(1000, past.seats.length));
    const isImmediate = past.last.includes(other) || pastOf(history, other).last.includes(one);
    return (isImmediate ? IMMEDIATE : 0) + MET * Math.min(100, past.met.get(other) ?? 0) + (left - right) ** 2;
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
