import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { arcanor } from '../../src/arcanor/index.ts';
import { ArcanorPair } from './secret-pairs/pair.ts';
import { positionAfter, shownBy, stacksOf } from './secret-pairs/table.ts';

const PAIRS = Array.from({ length: 20 }, (_, index) => `pair ${index}`);

describe('pairs of Arcanor', () => {
  test('[A4] look the same after their openings and differ in their contents', () => {
    for (const seed of PAIRS) {
      const { openings } = new ArcanorPair(seed);
      const [one, other] = openings.map(positionAfter);
      if (one === undefined || other === undefined) throw new Error('no openings');
      expect(openings[1].length).toBe(openings[0].length);
      expect(shownBy(other)).toBe(shownBy(one));
      expect(stacksOf(other)).not.toBe(stacksOf(one));
      expect(one.turn).not.toBe(NOBODY);
      expect(arcanor.secrets.knowledge(one, 0)).not.toEqual(arcanor.secrets.knowledge(other, 0));
    }
  });

  test('[A6] [A10] make no liberation, capture or peek that would show the difference', () => {
    for (const seed of PAIRS) {
      const pair = new ArcanorPair(seed);
      const rng = new SeededRng(seed);
      for (let commands = 0; commands < 40 && pair.differs(); commands++) {
        const next = pair.next(rng);
        if (next === null) break;
        expect(pair.made(next)).toBe(true);
      }
    }
  });
});
