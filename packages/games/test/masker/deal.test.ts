import { SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { setupOf } from './support.ts';

const FLAT = { touch: 'side', board: 'flat' } as const;
const TOWER = { touch: 'side', board: 'tower' } as const;
const flat = { grid: 'BGBRPG/GNGWPB/WRYRPY/YPRBBW/PBRYYG/YWGPRW', tokens: 'RG' };
const tower = { grid: 'GBGP,RRYW,RYPW/PBRB,YBGR,BPPN/YWGW,GPYW,BGYR', tokens: 'YG' };

const fault = (options: typeof FLAT | typeof TOWER, players: number, deal: unknown): string => {
  const parsed = masker.deals.parse(options, players, deal);
  return parsed.ok ? 'good' : parsed.error;
};

describe('[M6] an untrusted deal is checked', () => {
  test('valid ones are accepted, and unknown fields are dropped', () => {
    expect(masker.deals.parse(FLAT, 2, { ...flat, note: 'x' })).toEqual({ ok: true, value: flat });
    expect(masker.deals.parse(TOWER, 4, tower)).toEqual({ ok: true, value: tower });
    expect(fault(FLAT, 3, { ...flat, tokens: 'PBY' })).toBe('good');
  });

  test.each<[string, unknown]>([
    ['a deal must have grid and tokens', null],
    ['a deal must have grid and tokens', 'RG'],
    ['grid: must be text', { tokens: 'RG' }],
    ['tokens: must be text', { grid: flat.grid, tokens: ['R', 'G'] }],
    ['grid: must have 6 rows, not 5', { ...flat, grid: flat.grid.slice(7) }],
    ['grid: must have 6 rows, not 3', { ...flat, grid: tower.grid }],
    ['grid: a row must be 6 letters, not "YWGPR"', { ...flat, grid: flat.grid.slice(0, -1) }],
    ['grid: there is no cross "X"', { ...flat, grid: flat.grid.replace('B', 'X') }],
    ['grid: there is no cross "b"', { ...flat, grid: flat.grid.replace('B', 'b') }],
    ['grid: must have 6 R, not 7', { ...flat, grid: flat.grid.replace('B', 'R') }],
    ['grid: must have 5 W, not 6', { ...flat, grid: flat.grid.replace('N', 'W') }],
    ['tokens: there is no token "W"', { ...flat, tokens: 'RW' }],
    ['tokens: there is no token "N"', { ...flat, tokens: 'N' }],
    ['tokens: must be 2 letters, not 3', { ...flat, tokens: 'RGB' }],
    ['tokens: must be 2 letters, not 0', { ...flat, tokens: '' }],
    ['tokens: two are the same', { ...flat, tokens: 'RR' }],
  ])('%s', (message, deal) => expect(fault(FLAT, 2, deal)).toBe(message));

  test.each<[string, string]>([
    ['grid: must have 3 rows, not 6', flat.grid],
    ['grid: a row must be 3 stacks of 4 letters, not "GBGP,RRYW"', tower.grid.replace(',RYPW', '')],
    ['grid: a row must be 3 stacks of 4 letters, not "GBG,PRRYW,RYPW"', tower.grid.replace('GBGP,R', 'GBG,PR')],
    ['grid: a white cross is in the lowest level', tower.grid.replace('RRYW', 'WRYR')],
    ['grid: more than 2 of R are in the lowest level', tower.grid.replace('YBGR', 'RBGY')],
    ['grid: the colourless cross is not in the highest level', tower.grid.replace('BPPN', 'BPNP')],
  ])('[M16] %s', (message, grid) => expect(fault(TOWER, 2, { ...tower, grid })).toBe(message));

  test('[M3] as many tokens as players or teams', () => {
    expect(fault(FLAT, 3, flat)).toBe('tokens: must be 3 letters, not 2');
    expect(fault(FLAT, 4, { ...flat, tokens: 'RGBP' })).toBe('tokens: must be 2 letters, not 4');
  });
});

/** The number of deals, of `count`, in which each letter is on each place. */
function tally(options: typeof FLAT | typeof TOWER, count: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index < count; index++) {
    const { grid } = setupOf({ options, players: 2 }, `${SEED} tally ${index}`).deal;
    grid
      .replace(/[/,]/g, '')
      .split('')
      .forEach((letter, place) => {
        counts.set(`${letter}${place}`, (counts.get(`${letter}${place}`) ?? 0) + 1);
      });
  }
  return counts;
}

/** Six standard deviations of a binomial count. */
const bound = (count: number, chance: number): number => 6 * Math.sqrt(count * chance * (1 - chance));

describe(`deals are uniform (TABLIER_SEED=${SEED})`, () => {
  const DEALS = 4000;

  test('[M2] every cross is equally likely on every cell of the flat board', () => {
    const counts = tally(FLAT, DEALS);
    for (const [letter, supply] of [
      ['R', 6],
      ['P', 6],
      ['W', 5],
      ['N', 1],
    ] as const) {
      for (let place = 0; place < 36; place++) {
        const off = (counts.get(`${letter}${place}`) ?? 0) - (DEALS * supply) / 36;
        expect(Math.abs(off), `${letter} on ${place}`).toBeLessThan(bound(DEALS, supply / 36));
      }
    }
  });

  test('[M16] and on every place of a level of the tower, as far as the rule allows', () => {
    const counts = tally(TOWER, DEALS);
    // By symmetry a colour is on 1 in 5 of the lowest places; the other 21 crosses of all colours and five white ones fill 26 places.
    const chances = (level: number) => ({
      R: level === 0 ? 1 / 5 : level === 3 ? (8 / 9) * (4.2 / 26) : 4.2 / 26,
      W: level === 0 ? 0 : level === 3 ? (8 / 9) * (5 / 26) : 5 / 26,
      N: level === 3 ? 1 / 9 : 0,
    });
    for (let place = 0; place < 36; place++) {
      for (const [letter, chance] of Object.entries(chances(place % 4))) {
        const off = (counts.get(`${letter}${place}`) ?? 0) - DEALS * chance;
        expect(Math.abs(off), `${letter} on ${place}`).toBeLessThanOrEqual(bound(DEALS, chance));
      }
    }
  });

  test('[M3] all pairs of tokens are equally likely', () => {
    const counts = new Map<string, number>();
    const rng = new SeededRng(`${SEED} tokens`);
    for (let index = 0; index < 4000; index++) {
      const deal = masker.deals.parse(FLAT, 2, masker.deals.draw(FLAT, 2, rng));
      const key = deal.ok ? JSON.stringify(deal.value).slice(-4, -2) : '';
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(20);
    for (const count of counts.values()) expect(Math.abs(count - 200)).toBeLessThan(bound(4000, 1 / 20));
  });
});
