/* The legal advances with `counter=upTo` [I13] [I14] from both scores and the result of the removal. 100 is the one that wins. */

const longest = (own: number, result: number): number => Math.min(result, 99 - own);

/** The advance that would end on the other counter, where the two scores add up to 99 [I8]. There is none unless this is above 0. */
const barred = (own: number, other: number): number => 99 - own - other;

export function countAdvances(own: number, other: number, result: number): number {
  const most = longest(own, result);
  const bar = barred(own, other);
  const wins = own + result >= 100;
  return most + 1 - Number(bar > 0 && bar <= most) + Number(wins);
}

/** The steps of the advance at this index of the ascending list. */
export function stepsAt(index: number, own: number, other: number, result: number): number {
  const bar = barred(own, other);
  const steps = bar > 0 && index >= bar ? index + 1 : index;
  return steps > longest(own, result) ? 100 : steps;
}
