import { pastOf, type PastOf } from './history.ts';

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

/**
 * The best order of a group of at most four in the seats of a game. Among equal ones, `turn` rotates who sits first, so that seats of a
 * first round are shared among strong and weak.
 */
export function seated(
  group: readonly number[],
  history: ReadonlyMap<number, PastOf>,
  turn: number,
): readonly number[] {
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
