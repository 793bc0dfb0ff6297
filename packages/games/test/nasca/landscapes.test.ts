import { makeSetup, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { CONTINENT_LAYOUTS, CONTINENTS, nasca, NEUTRAL_LENGTHS } from '../../src/nasca/index.ts';
import { randomGames } from '../random-games.ts';
import { cellTexts, setupOf } from './helpers.ts';
import { OracleTable } from './oracle.ts';

const refusal = (landscape: string, deal: unknown): string | null => {
  const made = makeSetup(nasca, { options: { landscape }, deal });
  return made.ok ? null : made.error.detail;
};

describe('the continents', () => {
  for (const name of CONTINENTS) {
    test(`[N9] ${name}: all six neutral pieces on the board, none overlapping`, () => {
      const { pieces, turn } = nasca.view(nasca.start(setupOf({ landscape: name })), 'spectator');
      expect(pieces.map((piece) => piece.at)).toEqual(CONTINENT_LAYOUTS[name]);
      expect(pieces.map((piece) => [piece.owner, piece.length, piece.level])).toEqual(
        NEUTRAL_LENGTHS.map((length) => ['neutral', length, 1]),
      );
      expect(turn).toBe(0);
    });
  }

  test('[N9] landscapes that the rules define have no deal', () => {
    for (const landscape of ['none', ...CONTINENTS]) {
      expect(nasca.deals.draw(setupOf({ landscape }).options, 2, new SeededRng(1))).toBeNull();
      expect(refusal(landscape, { neutrals: [] })).toBe(`landscape=${landscape} takes no deal`);
    }
  });
});

describe('random', () => {
  const dealt = (seed: number): string[] => {
    const deal = nasca.deals.draw(setupOf({ landscape: 'random' }).options, 2, new SeededRng(seed));
    return (deal as { neutrals: string[] }).neutrals;
  };

  test('[N10] lists 3, 2, 2, 1, 1, 1, all on the board', () => {
    for (let seed = 0; seed < randomGames(500); seed++) {
      const cells = dealt(seed).map(cellTexts);
      expect(
        cells.map((each) => each.length),
        `seed ${seed}`,
      ).toEqual([3, 2, 2, 1, 1, 1]);
      expect(new Set(cells.flat()).size, `seed ${seed}`).toBe(10);
    }
  });

  test('[N10] refuses an illegal landscape and says why', () => {
    const good = ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'];
    const withPiece = (index: number, text: string): string[] => good.with(index, text);
    expect(refusal('random', { neutrals: good })).toBeNull();
    expect(refusal('random', { neutrals: withPiece(1, 'f8-g8') })).toBe('f8-g8 overlaps another piece');
    expect(refusal('random', { neutrals: withPiece(5, 'd6') })).toBe('d6 overlaps another piece');
    expect(refusal('random', { neutrals: good.toReversed() })).toBe('lengths are 1 1 1 2 2 3, not 3 2 2 1 1 1');
    expect(refusal('random', { neutrals: good.slice(1) })).toBe('lengths are 2 2 1 1 1, not 3 2 2 1 1 1');
    expect(refusal('random', { neutrals: withPiece(0, 'd8-g8') })).toBe('no neutral piece can lie at "d8-g8"');
    expect(refusal('random', { neutrals: withPiece(0, 'f8-d8') })).toBe('no neutral piece can lie at "f8-d8"');
    expect(refusal('random', { neutrals: withPiece(3, 'l1') })).toBe('no neutral piece can lie at "l1"');
    const shape = 'a deal is { "neutrals": [ … ] } with texts such as d8-f8 or d6';
    for (const deal of [null, [], 7, 'x', {}, { neutrals: 'd6' }, { neutrals: [6] }, { neutrals: [...good, 'a1'] }]) {
      expect(refusal('random', deal), JSON.stringify(deal)).toBe(shape);
    }
  });
});

describe('custom', () => {
  test('[N10] accepts any of the six, or none, also on top of each other, in a legal order', () => {
    expect(refusal('custom', { neutrals: [] })).toBeNull();
    expect(refusal('custom', { neutrals: ['d6'] })).toBeNull();
    expect(refusal('custom', { neutrals: ['a1', 'c1', 'a1-c1', 'b1'] })).toBeNull();
    expect(refusal('custom', { neutrals: ['a1-c1', 'b1'] })).toBeNull();
    // The same pieces in another order are illegal: the bridge lacks one support, and pieces cannot be put under it.
    expect(refusal('custom', { neutrals: ['a1', 'a1-c1', 'c1'] })).toBe('a1-c1 is illegal where it is placed');
    expect(refusal('custom', { neutrals: ['a1-c1', 'a1-b1'] })).toBe('a1-b1 is illegal where it is placed');
    expect(refusal('custom', { neutrals: ['a1-c1', 'e1-g1'] })).toBe('too many neutral pieces of length 3');
    expect(refusal('custom', { neutrals: ['a1', 'b1', 'c1', 'd1'] })).toBe('too many neutral pieces of length 1');
  });

  test('[N10] random deals are legal by the oracle, have any number of pieces, and some are stacked', () => {
    const sizes = new Set<number>();
    let stacked = 0;
    for (let seed = 0; seed < 400; seed++) {
      const { neutrals } = nasca.deals.draw(setupOf({ landscape: 'custom' }).options, 2, new SeededRng(seed)) as {
        neutrals: string[];
      };
      const table = new OracleTable();
      for (const text of neutrals) {
        expect(table.allows(cellTexts(text), 'neutral'), `${neutrals.join(' ')}, seed ${seed}`).toBe(true);
        table.place(cellTexts(text), 'neutral');
      }
      sizes.add(neutrals.length);
      if (table.pieces.some((piece) => piece.level > 1)) stacked++;
    }
    expect(sizes).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
    expect(stacked).toBeGreaterThan(0);
  });

  test('[N9] both rounds use the same landscape', () => {
    const rng = new SeededRng('both rounds');
    const position = nasca.start(setupOf({ landscape: 'custom' }, rng, { neutrals: ['a1', 'c1', 'a1-c1', 'b1'] }));
    const before = nasca.view(position, 0).pieces;
    while (position.round === 0) position.play(position.randomMove(rng));
    expect(nasca.view(position, 0).pieces).toEqual(before);
  });
});
