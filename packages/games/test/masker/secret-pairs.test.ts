import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { MaskerPair } from './secret-pairs/pair.ts';
import { MaskerTable } from './secret-pairs/table.ts';

const PAIRS = Array.from({ length: 20 }, (_, index) => `pair ${index}`);
const SIDE = { touch: 'side', board: 'flat' };

describe('pairs of Masker', () => {
  test.each([
    { players: 2, viewer: 1, bots: [], alike: [1], same: [false, true] },
    { players: 3, viewer: 0, bots: [], alike: [0], same: [true, false, false] },
    { players: 3, viewer: 0, bots: [2], alike: [0, 2], same: [true, false, true] },
    { players: 3, viewer: null, bots: [], alike: [], same: [false, false, false] },
    { players: 4, viewer: 3, bots: [], alike: [1, 3], same: [false, true] },
  ])(
    '[M3] [M4] of $players players look the same to seat $viewer and bots $bots',
    ({ players, viewer, bots, alike, same }) => {
      for (const seed of PAIRS) {
        const pair = new MaskerPair({ options: SIDE, players, viewer, bots }, seed);
        const [one, other] = pair.deals;
        expect(other.grid).toBe(one.grid);
        expect(Array.from(one.tokens, (token, side) => token === other.tokens[side])).toEqual(same);
        expect(pair.alike).toEqual(alike);
      }
    },
  );

  test('[M12] end before the owner of a colour is announced in only one of the worlds', () => {
    for (const seed of PAIRS) {
      const pair = new MaskerPair({ options: SIDE, players: 2, viewer: 0, bots: [] }, seed);
      const rng = new SeededRng(seed);
      for (let next = pair.next(rng); next !== null; next = pair.next(rng)) expect(pair.made(next)).toBe(true);
      const last = pair.revealing();
      if (last === null) throw new Error('a game without an end');
      expect(pair.made(last)).toBe(false);
      expect(pair.revealedSince(pair.plies - 1)).toBe(true);
    }
  });

  test('[M2] [M18] the table counts crosses, including those in stacks', () => {
    const tower = new MaskerTable('RRRR,YYYY,GGGG/BBBB,PPPN,WWWW/RRYY,GGBB,PPPW');
    expect([tower.vanishing('b2'), tower.play('b2'), tower.play('.')]).toEqual([null, null, null]);
    for (const cell of ['b2', 'b2', 'c1', 'c1', 'c1']) expect(tower.play(cell)).toBeNull();
    expect([tower.vanishing('c1'), tower.play('c1')]).toEqual(['P', 'P']);
  });
});
