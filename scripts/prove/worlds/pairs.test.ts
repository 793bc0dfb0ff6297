import { NOBODY, SeededRng } from '@tablier/core';
import { arcanor } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { ArcanorPair } from './arcanor-pair.ts';
import { positionAfter, shownBy, stacksOf } from './arcanor-table.ts';
import { canonical, firstDifference } from './compare.ts';
import { MaskerPair } from './masker-pair.ts';
import { MaskerTable } from './masker-table.ts';

const PAIRS = Array.from({ length: 20 }, (_, index) => `pair ${index}`);
const SIDE = { touch: 'side', board: 'flat' };

describe('pairs of Masker', () => {
  test.each([
    { players: 2, viewer: 1, bots: [], alike: [1], same: [false, true] },
    { players: 3, viewer: 0, bots: [], alike: [0], same: [true, false, false] },
    { players: 3, viewer: 0, bots: [2], alike: [0, 2], same: [true, false, true] },
    { players: 3, viewer: null, bots: [], alike: [], same: [false, false, false] },
    { players: 4, viewer: 3, bots: [], alike: [1, 3], same: [false, true] },
  ])('[M3] [M4] of $players, seat $viewer and bots $bots cannot tell', ({ players, viewer, bots, alike, same }) => {
    for (const seed of PAIRS) {
      const pair = new MaskerPair({ options: SIDE, players, viewer, bots }, seed);
      const [one, other] = pair.deals;
      expect(other.grid).toBe(one.grid);
      expect(Array.from(one.tokens, (token, side) => token === other.tokens[side])).toEqual(same);
      expect(pair.alike).toEqual(alike);
    }
  });

  test('[M12] are over before the owner of a colour is announced in one world and not in the other', () => {
    for (const seed of PAIRS) {
      const pair = new MaskerPair({ options: SIDE, players: 2, viewer: 0, bots: [] }, seed);
      const rng = new SeededRng(seed);
      for (let next = pair.next(rng); next !== null; next = pair.next(rng)) expect(pair.made(next)).toBe(true);
      const last = pair.telling();
      if (last === null) throw new Error('a game without an end');
      expect(pair.made(last)).toBe(false);
      expect(pair.revealedSince(pair.plies - 1)).toBe(true);
    }
  });

  test('[M2] [M18] the table counts crosses, in stacks too', () => {
    const tower = new MaskerTable('RRRR,YYYY,GGGG/BBBB,PPPN,WWWW/RRYY,GGBB,PPPW');
    expect([tower.vanishing('b2'), tower.play('b2'), tower.play('.')]).toEqual([null, null, null]);
    for (const cell of ['b2', 'b2', 'c1', 'c1', 'c1']) expect(tower.play(cell)).toBeNull();
    expect([tower.vanishing('c1'), tower.play('c1')]).toEqual(['P', 'P']);
  });
});

describe('pairs of Arcanor', () => {
  test('[A4] look the same after their openings and hold other things', () => {
    for (const seed of PAIRS) {
      const { openings } = new ArcanorPair(seed);
      const [one, other] = openings.map(positionAfter);
      if (one === undefined || other === undefined) throw new Error('no openings');
      expect(openings[1].length).toBe(openings[0].length);
      expect(shownBy(other)).toBe(shownBy(one));
      expect(stacksOf(other)).not.toBe(stacksOf(one));
      expect(one.turn).not.toBe(NOBODY);
      expect(arcanor.knowledge(one, 0)).not.toEqual(arcanor.knowledge(other, 0));
    }
  });

  test('[A6] [A10] neither uncover nor lift where that would differ', () => {
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

describe('what is compared', () => {
  const presence = (spectators: number): string =>
    JSON.stringify({ kind: 'presence', table: 't', spectators, here: [] });

  test('what is told at a pace counts once, everything else as often as it came', () => {
    expect(canonical(['a', presence(1), 'b', presence(2), 'b'])).toEqual(['a', 'b', 'b', `presence t ${presence(2)}`]);
    expect(firstDifference(canonical(['a', presence(1)]), canonical(['a']))).toContain('presence');
  });

  test('the first difference is named, and equal lists have none', () => {
    expect(firstDifference(['a', 'bc'], ['a', 'bd'])).toContain('bc ≠ bd');
    expect(firstDifference(['a'], ['a', 'b'])).toContain('1 and 2 messages');
    expect(firstDifference(['a'], ['a'])).toBeNull();
  });
});
