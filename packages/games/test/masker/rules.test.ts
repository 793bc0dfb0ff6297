import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { movesOf, playTexts, seen, setupOf, situation } from './support.ts';

const FLAT = { touch: 'side', board: 'flat' } as const;
const DEAL = { grid: 'BGBRPG/GNGWPB/WRYRPY/YPRBBW/PBRYYG/YWGPRW', tokens: 'RG' };
const letters = (text: string): string =>
  text
    .replace(/[^A-Z]/g, '')
    .split('')
    .sort()
    .join('');

describe('material and set-up', () => {
  test('[M1] 36 crosses: six of five colours, five white, one colourless; tokens are colours', () => {
    for (const board of ['flat', 'tower'] as const) {
      const { deal } = setupOf({ options: { touch: 'side', board }, players: 3 }, 'm1');
      expect(letters(deal.grid)).toBe('BBBBBBGGGGGGNPPPPPPRRRRRRWWWWWYYYYYY');
      expect(deal.tokens).toMatch(/^[RYGBP]{3}$/);
    }
  });

  test('[M2] rows from the top: the first letter lies on a6, the last on f1', () => {
    const { board, neutral } = seen(masker.start(setupOf({ options: FLAT, players: 2 }, DEAL)));
    const at = (cell: string) => board.find((stack) => stack.cell === cell)?.crosses;
    expect([at('a6'), at('f6'), at('a1'), at('f1'), at('b5')]).toEqual(['B', 'G', 'Y', 'W', 'N']);
    expect(neutral).toBe('b5');
  });

  test('[M3] two tokens, three tokens, or one for each of two teams', () => {
    for (const [players, sides] of [
      [2, 2],
      [3, 3],
      [4, 2],
    ] as const) {
      const { tokens } = setupOf({ options: FLAT, players }, `m3 ${players}`).deal;
      expect(new Set(tokens).size).toBe(sides);
    }
  });

  test('[M4] partners sit across and both know their colour, not that of the others', () => {
    const position = masker.start(setupOf({ options: FLAT, players: 4 }, DEAL));
    const known = [0, 1, 2, 3].map((seat) => masker.view(position, seat).seats.map(({ colour }) => colour));
    expect(known).toEqual([
      ['R', null, 'R', null],
      [null, 'G', null, 'G'],
      ['R', null, 'R', null],
      [null, 'G', null, 'G'],
    ]);
  });

  test('[M5] seat 0 begins and turns go round', () => {
    const position = masker.start(setupOf({ options: FLAT, players: 3 }, { ...DEAL, tokens: 'RGB' }));
    const turns = ['b6', 'a6', 'a5'].map((cell) => {
      const { turn } = position;
      playTexts(position, `${cell} .`);
      return turn;
    });
    expect([...turns, position.turn]).toEqual([0, 1, 2, 0]);
  });

  test('[M5] a full player is skipped, and the only player left has every turn', () => {
    const position = situation({ grid: 'NYBYBY/RRRRRR/....../....../....../......', tokens: 'RY', piles: [0, 18] });
    playTexts(position, 'b6 .');
    expect([position.turn, position.turnIndex, seen(position).passed]).toEqual([0, 1, [1]]);
    playTexts(position, 'c6');
    expect(seen(position).passed).toEqual([]);
    playTexts(position, 'd6 e6');
    expect([position.turn, position.turnIndex, seen(position).passed]).toEqual([0, 2, [1]]);
  });

  test('[M5] [M13] a player who is out is skipped', () => {
    const position = situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' });
    playTexts(position, 'b6 .');
    expect([position.turn, seen(position).passed]).toEqual([2, [1]]);
  });

  test('[M6] a view has the grid and the own token, and all tokens at the end', () => {
    const position = masker.start(setupOf({ options: FLAT, players: 2 }, DEAL));
    const colours = (viewer: number | 'spectator') => masker.view(position, viewer).seats.map(({ colour }) => colour);
    expect([colours(0), colours(1), colours('spectator')]).toEqual([
      ['R', null],
      [null, 'G'],
      [null, null],
    ]);
    expect(JSON.stringify(seen(position))).not.toContain('tokens');
    const end = playTexts(situation({ grid: 'NGR.../....../....../....../....../......', tokens: 'RG' }), 'b6');
    expect(seen(end).seats.map(({ colour }) => colour)).toEqual(['R', 'G']);
  });
});

describe('a turn', () => {
  const middle = 'RYGBPR/YGBPRY/GBNRYG/BPRYGB/PRYGBP/RYGBPR';

  test('[M7] four sides touch, or eight neighbours', () => {
    expect(movesOf(situation({ grid: middle, tokens: 'RY' }))).toBe('b4 c3 c5 d4');
    expect(movesOf(situation({ grid: middle, tokens: 'RY', touch: 'corner' }))).toBe('b3 b4 b5 c3 c5 d3 d4 d5');
  });

  test('[M7] the colourless cross moves onto the cross taken; the place left stays empty', () => {
    const view = seen(playTexts(situation({ grid: middle, tokens: 'RY' }), 'd4'));
    const at = (cell: string) => view.board.find((stack) => stack.cell === cell)?.crosses;
    expect([at('c4'), at('d4'), view.neutral]).toEqual(['', 'N', 'd4']);
    expect(view.captures).toEqual([{ cell: 'd4', cross: 'R' }]);
    expect(view.inPlay.R).toBe(7);
  });

  test('[M8] the first capture is compulsory, a stop is allowed after it and after the second, and the third ends the turn', () => {
    const position = situation({ grid: middle, tokens: 'RY' });
    expect(movesOf(position)).not.toContain('.');
    expect(movesOf(playTexts(position, 'd4'))).toBe('. d3 d5 e4');
    expect(seen(position).capturesLeft).toBe(2);
    expect(movesOf(playTexts(position, 'e4'))).toBe('. e3 e5 f4');
    expect(playTexts(position, 'f4').turn).toBe(1);
  });

  test('[M8] a stop leaves the colourless cross where it is for the next player', () => {
    const position = playTexts(situation({ grid: middle, tokens: 'RY' }), 'd4 .');
    expect([position.turn, position.turnIndex, movesOf(position)]).toEqual([1, 1, 'd3 d5 e4']);
  });

  test('[M9] isolation ends the turn, and the next player may take any cross', () => {
    const position = playTexts(situation({ grid: 'GN.Y.R/....../....../....../....../YRYRYR', tokens: 'RY' }), 'a6');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([
      1,
      'isolation',
      'a1 b1 c1 d1 d6 e1 f1 f6',
    ]);
    expect(movesOf(playTexts(position, 'c1'))).toBe('. b1 d1');
  });

  test('[M9] with touch=corner, a cross at a corner prevents isolation', () => {
    const grid = 'GN..../.Y..../....../....../....../YRYRYR';
    expect(playTexts(situation({ grid, tokens: 'RY' }), 'a6').turn).toBe(1);
    expect(movesOf(playTexts(situation({ grid, tokens: 'RY', touch: 'corner' }), 'a6'))).toBe('. b5');
  });

  const white = 'WN.Y.R/....../....../....../....../YRYRYW';

  test('[M10] after a white cross the same player may take any, even from isolation', () => {
    const position = playTexts(situation({ grid: white, tokens: 'RY' }), 'a6');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([0, 'white', '. a1 b1 c1 d1 d6 e1 f1 f6']);
    expect(movesOf(playTexts(position, 'e1'))).toBe('. d1 f1');
    expect(seen(position)).toMatchObject({ free: null, capturesLeft: 1 });
  });

  test('[M10] a touching cross remains allowed and uses up the right', () => {
    const position = playTexts(situation({ grid: 'WNR..R/YR..../....../....../....../YRYRYW', tokens: 'RY' }), 'a6');
    expect(movesOf(position)).toBe('. a1 a5 b1 b5 c1 c6 d1 e1 f1 f6');
    expect(movesOf(playTexts(position, 'a5'))).toBe('. b5');
  });

  test('[M10] a stop passes the right on, and the next capture uses it up', () => {
    const position = playTexts(situation({ grid: white, tokens: 'RY' }), 'a6 .');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'white', 'a1 b1 c1 d1 d6 e1 f1 f6']);
    expect(movesOf(playTexts(position, 'b1'))).toBe('. a1 c1');
  });

  test('[M10] the third capture passes the right on and gives no extra capture', () => {
    const position = playTexts(
      situation({ grid: '..WYBN/....../....../....../....../YRYRYR', tokens: 'RY' }),
      'e6 d6 c6',
    );
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'white', 'a1 b1 c1 d1 e1 f1']);
  });

  test('[M10] full stacks pass the right on', () => {
    const position = playTexts(situation({ grid: white, tokens: 'RY', piles: [17, 0] }), 'a6');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'white', 'a1 b1 c1 d1 d6 e1 f1 f6']);
  });

  test('[M10] white after white renews the right', () => {
    const position = playTexts(situation({ grid: white, tokens: 'RY' }), 'a6 f1');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([0, 'white', '. a1 b1 c1 d1 d6 e1 f6']);
  });

  test('[M11] 18, 12 or 9 crosses fill the stacks and end the turn', () => {
    for (const [players, full, tokens] of [
      [2, 18, 'RY'],
      [3, 12, 'RYG'],
      [4, 9, 'RY'],
    ] as const) {
      const piles = [full - 2, 0, 0, 0];
      const position = situation({ players, grid: middle, tokens, piles });
      expect(playTexts(position, 'd4').turn).toBe(0);
      expect(playTexts(position, 'e4').turn).toBe(1);
      expect(seen(position).seats[0]).toMatchObject({ pile: full, stacks: full / 3, loose: 0, full: true, out: false });
      expect(seen(position).fullPile).toBe(full);
    }
  });

  test('[M11] partners have separate stacks', () => {
    const position = situation({ players: 4, grid: middle, tokens: 'RY', piles: [8, 0, 9, 0] });
    playTexts(position, 'd4 e4 .');
    expect([position.turn, seen(position).passed]).toEqual([3, [2]]);
  });
});

test('different seeds give different deals', () => {
  const grids = [1, 2, 3].map((seed) => JSON.stringify(masker.deals.draw(FLAT, 2, new SeededRng(seed))));
  expect(new Set(grids).size).toBe(3);
});
