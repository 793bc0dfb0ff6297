import { expect, test } from 'vitest';
import { type MaskerPosition, masker } from '../../src/masker/index.ts';
import { checkRandomMoves } from '../random-moves.ts';
import { playTexts, situation } from './support.ts';

const GRID = 'RYGBPW/YGNPWR/GBPWRY/BPWRYG/PWRYGB/WRYGBP';

/** The first capture of a turn; a later one, after which the turn may also end; a capture of any cross [M10]; a gift after putting oneself out [M13]. */
const POSITIONS: Readonly<Record<string, () => MaskerPosition>> = {
  'the first capture of a turn': () => situation({ grid: GRID, tokens: 'RY' }),
  'a later capture': () => playTexts(situation({ grid: GRID, tokens: 'RY' }), 'c6'),
  'any cross': () => playTexts(situation({ grid: GRID.replace('NPW', 'NWP'), tokens: 'RY' }), 'd5'),
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
    expect(position.countMoves()).toBeGreaterThan(2);
    checkRandomMoves(masker, position);
  },
);
