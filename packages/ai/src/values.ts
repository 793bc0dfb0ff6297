import type { Outcome } from '@tablier/core';

/**
 * Writes the value of an outcome for each seat into `values`: 1 for the first place, 0 for the last, and evenly spaced values between.
 * Seats that share a place get the mean of the places they take up: 0.5 each for a draw of two.
 */
export function outcomeValues(outcome: Outcome, values: Float64Array): void {
  const { places } = outcome;
  const last = places.length;
  for (let seat = 0; seat < last; seat++) {
    const place = places[seat] as number;
    let sharing = 0;
    for (let other = 0; other < last; other++) if (places[other] === place) sharing++;
    const middle = place + (sharing - 1) / 2;
    values[seat] = last === 1 ? 1 : (last - middle) / (last - 1);
  }
}
