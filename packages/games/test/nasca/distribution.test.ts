import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { nasca } from '../../src/nasca/index.ts';
import { setupOf } from './helpers.ts';

function firstPiece(seed: number): string {
  const deal = nasca.deals.draw(setupOf({ landscape: 'random' }).options, 2, new SeededRng(seed));
  return (deal as { neutrals: string[] }).neutrals[0] ?? '';
}

test('[N10] every placement of a random landscape is drawn about as often as expected', () => {
  // Without the other pieces, the length 3 is on a1-c1 in 1 of 178 layouts; overlaps change that little.
  const games = 20_000;
  const counts = new Map<string, number>();
  for (let seed = 0; seed < games; seed++) {
    const first = firstPiece(seed);
    counts.set(first, (counts.get(first) ?? 0) + 1);
  }
  expect(counts.size).toBe(178);
  for (const [text, count] of counts) expect(Math.abs(count - games / 178), text).toBeLessThan(60);
});
