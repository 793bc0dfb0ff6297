import type { Outcome } from '@tablier/core';

/**
 * Writes the value of an outcome for each seat into `values`: 1 for the first place and 0 for every other, because a game is won or
 * lost. Partners share the first place and have 1 each. If all seats share it, each has the same part: 0.5 for a draw of two.
 */
export function outcomeValues({ places }: Outcome, values: Float64Array): void {
  const isDecided = places.some((place) => place > 1);
  for (const [seat, place] of places.entries()) values[seat] = isDecided ? Number(place === 1) : 1 / places.length;
}
