import type { Grouping } from './pairs.ts';

/** How many rounds it takes until everyone has met everyone; with three and four seats, about once. */
export function robinRounds(entrants: number, seats: number): number {
  if (entrants < seats) return 0;
  if (seats === 2) return entrants % 2 === 0 ? entrants - 1 : entrants;
  return Math.ceil((entrants - 1) / (seats - 1));
}

/**
 * A round of a round robin for two seats, from 1, by Berger tables: everyone meets everyone once, and the pairs name the first seat first,
 * so that seats differ by at most one. With an odd number each has one bye.
 */
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
