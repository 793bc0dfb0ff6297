import { describe, expect, test } from 'vitest';
import { advice } from '../../src/masker/bot.ts';
import { masker, type MaskerPosition } from '../../src/masker/index.ts';
import { playTexts, situation } from './support.ts';

const sharesOf = (position: MaskerPosition): number[] => {
  const shares = new Float64Array(position.players);
  advice.evaluate(position, shares);
  return [...shares];
};

describe('evaluation', () => {
  test('more own crosses give a larger share, and the shares of two add up to 1', () => {
    const [own = 0, other = 0] = sharesOf(
      situation({ grid: 'NRYBYR/RRRGGG/....../....../....../......', tokens: 'RY' }),
    );
    expect(own).toBeGreaterThan(0.7);
    expect(own + other).toBeCloseTo(1);
  });

  test('partners have the same share', () => {
    const [first, second, third, fourth] = sharesOf(
      situation({ players: 4, grid: 'NRYBYR/RRRGGG/....../....../....../......', tokens: 'RY' }),
    );
    expect([third, fourth]).toEqual([first, second]);
  });

  test('a side that is out has 0, and the last side has 1', () => {
    const three = playTexts(
      situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect(sharesOf(three)[1]).toBe(0);
    expect(
      sharesOf(playTexts(situation({ grid: 'NYR.../....../....../....../....../......', tokens: 'RY' }), 'b6')),
    ).toEqual([1, 0]);
  });

  test('colours of others are captured before those without an owner, and own crosses last', () => {
    const position = situation({ grid: 'YRYGGG/RNG.../.Y..../....../....../R.....', tokens: 'RY' });
    const promise = (text: string): number => advice.priority(position, masker.parseMove(text) ?? -1);
    expect(promise('b4')).toBeGreaterThan(promise('c5'));
    expect(promise('c5')).toBeGreaterThan(promise('a5'));
  });
});
