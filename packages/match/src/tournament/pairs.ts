import { type History, inOrder, pastOf, type PastOf } from './history.ts';
import { pairingSteps } from './matching.ts';
import { seatCost } from './groups.ts';
import { type Entrant, POINT } from './tournament.ts';

/** The games of a round, by entrant and without an order of seats, and the entrants who have a bye. */
export interface Grouping {
  readonly groups: readonly (readonly number[])[];
  readonly byes: readonly number[];
}

/** Weights. Each exceeds the sum of all lower costs in a round of 256 entrants that could avoid it. */
const REPEAT = 1e12;
const SECOND_BYE = 1e12;
const BYE_SCORE = 3e10;
const THIRD_SEAT = 1e10;
const SCORE = 1e6;
const SAME_SEAT = 3e5;
const ORDER = 10;

/** Scores below that of a bye that are counted, so that they cost less than a repeat. */
const MAX_LOWER = 30;

/** Repeats beyond this number cost no more, which keeps sums exact. */
const MAX_REPEATS = 4;

/** Scores are compared in half points. */
const halves = (twelfths: number): number => Math.round(twelfths / (POINT / 2));

/**
 * The pairs of a Swiss round, close to the Dutch system: no one meets twice if that can be avoided, opponents have equal or similar scores,
 * the upper half of a score group meets the lower half, and seats alternate. With an odd number the lowest score that can have it has a bye:
 * no one has a second one, or one after points without a game, if that can be avoided. The matching is exact: no other pairs cost less.
 */
export function* swissPairs(entrants: readonly Entrant[], history: History): Generator<void, Grouping, void> {
  const order = inOrder(entrants, history, { byPoints: true });
  const items = order.map(({ number }) => pastOf(history, number));
  const places = placesInGroups(items);
  const bye = order.length % 2 === 1 ? order.length : -1;
  const cost = (left: number, right: number): number =>
    right === bye
      ? byeCost(items, left)
      : pairCost(items[left], items[right], order[right]?.number ?? 0) + orderCost(places[left], places[right]);
  return grouped(order, yield* pairingSteps(order.length + (bye < 0 ? 0 : 1), cost));
}

function grouped(order: readonly Entrant[], mates: readonly number[]): Grouping {
  const [groups, byes]: [number[][], number[]] = [[], []];
  for (const [item, { number }] of order.entries()) {
    const mate = order[mates[item] ?? order.length];
    if (mate === undefined) byes.push(number);
    else if (item < (mates[item] ?? 0)) groups.push([number, mate.number]);
  }
  return { groups, byes };
}

function pairCost(left: PastOf | undefined, right: PastOf | undefined, rightNumber: number): number {
  if (left === undefined || right === undefined) return 0;
  const repeats = Math.min(MAX_REPEATS, left.met.get(rightNumber) ?? 0);
  const difference = halves(left.points) - halves(right.points);
  return REPEAT * repeats + SCORE * difference ** 2 + seatClash(left, right);
}

/** Two entrants who both need the same seat, to alternate or to share the seats evenly. */
function seatClash(left: PastOf, right: PastOf): number {
  const needs = (past: PastOf): number => seatCost(past, 1) - seatCost(past, 0);
  const [one, other] = [needs(left), needs(right)];
  if (Math.sign(one) !== Math.sign(other) || one === 0) return 0;
  return isPressing(left) && isPressing(right) ? THIRD_SEAT : SAME_SEAT;
}

/** Whether the last two games were in the same seat, or one seat was used twice more than the other. */
function isPressing({ seats }: PastOf): boolean {
  const firsts = seats.filter((seat) => seat === 0).length;
  return (seats.length > 1 && seats.at(-1) === seats.at(-2)) || Math.abs(2 * firsts - seats.length) > 1;
}

interface PlaceInGroup {
  readonly points: number;
  readonly place: number;
  readonly size: number;
}

function placesInGroups(items: readonly PastOf[]): readonly PlaceInGroup[] {
  const sizes = new Map<number, number>();
  for (const { points } of items) sizes.set(points, (sizes.get(points) ?? 0) + 1);
  const seen = new Map<number, number>();
  return items.map(({ points }) => {
    const place = seen.get(points) ?? 0;
    seen.set(points, place + 1);
    return { points, place, size: sizes.get(points) ?? 1 };
  });
}

/** In one score group the first of the upper half meets the first of the lower half, and so on. */
function orderCost(left: PlaceInGroup | undefined, right: PlaceInGroup | undefined): number {
  if (left === undefined || right === undefined || left.points !== right.points) return 0;
  const distance = Math.abs(left.place - right.place);
  return ORDER * (distance - Math.floor(left.size / 2)) ** 2;
}

/** The lowest score has the bye, before seats matter, and in it the last in order. */
function byeCost(items: readonly PastOf[], item: number): number {
  const past = items[item];
  if (past === undefined) return 0;
  const lower = new Set(items.map(({ points }) => halves(points)).filter((points) => points < halves(past.points)));
  return (
    SECOND_BYE * Math.min(MAX_REPEATS, past.byes) + BYE_SCORE * Math.min(MAX_LOWER, lower.size) + (items.length - item)
  );
}
