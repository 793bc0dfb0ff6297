import { legalMovesOf, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { type MaskerPosition, masker } from '../../src/masker/index.ts';
import { playTexts, situation } from './support.ts';

const GRID = 'RYGBPW/YGNPWR/GBPWRY/BPWRYG/PWRYGB/WRYGBP';

/** The first capture of a turn; a later one, after which the turn may also end; a gift after putting oneself out [M13]. */
const POSITIONS: Readonly<Record<string, () => MaskerPosition>> = {
  'the first capture of a turn': () => situation({ grid: GRID, tokens: 'RY' }),
  'a later capture': () => playTexts(situation({ grid: GRID, tokens: 'RY' }), 'c6'),
  'a gift': () =>
    playTexts(
      situation({
        players: 3,
        grid: 'NRYBYB/GGGGGG/....../....../....../......',
        tokens: 'RGB',
        piles: [3, 6, 5],
      }),
      'b6',
    ),
};

test.each(Object.entries(POSITIONS))(
  'a random move is any legal move, and each is about equally likely: %s',
  (_, at) => {
    const position = at();
    const legal = [...legalMovesOf(masker, position)].sort((one, other) => one - other);
    expect(legal.length).toBeGreaterThan(2);
    const rng = new SeededRng(1);
    const counts = new Map<number, number>();
    for (let draw = 0; draw < 200 * legal.length; draw++) {
      const move = position.randomMove(rng);
      counts.set(move, (counts.get(move) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((one, other) => one - other)).toEqual(legal);
    for (const [move, count] of counts) expect(Math.abs(count - 200), masker.formatMove(move)).toBeLessThan(70);
  },
);
