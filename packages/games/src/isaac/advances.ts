/*
 * The advances of `counter=upTo` [I13] [I14], from the scores of the player who moves and of the other, and the result of the removal.
 * They are counted in steps, 100 standing for the move that wins.
 */

/** The most that an advance may be without winning. */
const longest = (own: number, result: number): number => Math.min(result, 99 - own);

/** The advance that would end on the other counter: there the two scores add up to 99 [I8]. None where it is not above 0. */
const barred = (own: number, other: number): number => 99 - own - other;

/** How many advances there are. */
export function countAdvances(own: number, other: number, result: number): number {
  const most = longest(own, result);
  const bar = barred(own, other);
  const wins = own + result >= 100;
  return most + 1 - Number(bar > 0 && bar <= most) + Number(wins);
}

/** The steps of the advance with this place in the ascending list. */
export function stepsAt(index: number, own: number, other: number, result: number): number {
  const bar = barred(own, other);
  const steps = bar > 0 && index >= bar ? index + 1 : index;
  return steps > longest(own, result) ? 100 : steps;
}
