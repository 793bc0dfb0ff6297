import { legalMoveTexts, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { isOver, movesOf, pilesOf, playTexts, seen, setupOf, situation } from './support.ts';

const FLAT = { touch: 'side', board: 'flat' } as const;
const DEAL = { grid: 'BGBRPG/GNGWPB/WRYRPY/YPRBBW/PBRYYG/YWGPRW', tokens: 'RG' };
const letters = (text: string): string => [...text.replace(/[^A-Z]/g, '')].sort().join('');

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

  test('[M5] a full player is skipped, and who is left alone begins turn after turn', () => {
    const position = situation({ grid: 'NYBYBY/RRRRRR/....../....../....../......', tokens: 'RY', piles: [0, 18] });
    playTexts(position, 'b6 .');
    expect([position.turn, position.turnIndex, seen(position).passed]).toEqual([0, 1, [1]]);
    playTexts(position, 'c6');
    expect(seen(position).passed).toEqual([]);
    playTexts(position, 'd6 e6');
    expect([position.turn, position.turnIndex, seen(position).passed]).toEqual([0, 2, [1]]);
  });

  test('[M5] [M13] who is out is skipped', () => {
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

  test('[M8] the first capture is compulsory, after it and the second one may stop, the third ends the turn', () => {
    const position = situation({ grid: middle, tokens: 'RY' });
    expect(movesOf(position)).not.toContain('.');
    expect(movesOf(playTexts(position, 'd4'))).toBe('. d3 d5 e4');
    expect(seen(position).capturesLeft).toBe(2);
    expect(movesOf(playTexts(position, 'e4'))).toBe('. e3 e5 f4');
    expect(playTexts(position, 'f4').turn).toBe(1);
  });

  test('[M8] a stop hands on the colourless cross where it is', () => {
    const position = playTexts(situation({ grid: middle, tokens: 'RY' }), 'd4 .');
    expect([position.turn, position.turnIndex, movesOf(position)]).toEqual([1, 1, 'd3 d5 e4']);
  });

  test('[M9] isolation ends the turn, and the next player takes any cross', () => {
    const position = playTexts(situation({ grid: 'GN.Y.R/....../....../....../....../YRYRYR', tokens: 'RY' }), 'a6');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([
      1,
      'isolation',
      'a1 b1 c1 d1 d6 e1 f1 f6',
    ]);
    expect(movesOf(playTexts(position, 'c1'))).toBe('. b1 d1');
  });

  test('[M9] corners do not isolate where they touch', () => {
    const grid = 'GN..../.Y..../....../....../....../YRYRYR';
    expect(playTexts(situation({ grid, tokens: 'RY' }), 'a6').turn).toBe(1);
    expect(movesOf(playTexts(situation({ grid, tokens: 'RY', touch: 'corner' }), 'a6'))).toBe('. b5');
  });

  const white = 'WN.Y.R/....../....../....../....../YRYRYW';

  test('[M10] after a white cross the same player takes any, even from isolation', () => {
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

  test('[M10] a stop hands the right on, the next capture uses it up', () => {
    const position = playTexts(situation({ grid: white, tokens: 'RY' }), 'a6 .');
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'white', 'a1 b1 c1 d1 d6 e1 f1 f6']);
    expect(movesOf(playTexts(position, 'b1'))).toBe('. a1 c1');
  });

  test('[M10] the third capture hands the right on: it is not an extra one', () => {
    const position = playTexts(
      situation({ grid: '..WYBN/....../....../....../....../YRYRYR', tokens: 'RY' }),
      'e6 d6 c6',
    );
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'white', 'a1 b1 c1 d1 e1 f1']);
  });

  test('[M10] full stacks hand the right on', () => {
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

  test('[M11] each of two partners has stacks of his own', () => {
    const position = situation({ players: 4, grid: middle, tokens: 'RY', piles: [8, 0, 9, 0] });
    playTexts(position, 'd4 e4 .');
    expect([position.turn, seen(position).passed]).toEqual([3, [2]]);
  });
});

describe('elimination', () => {
  test('[M12] who has no cross left in play is out at once, and his colour is public', () => {
    const position = playTexts(
      situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect(seen(position).seats.map(({ out, colour }) => [out, colour])).toEqual([
      [false, null],
      [true, 'G'],
      [false, null],
    ]);
    expect(seen(position).eliminations).toEqual([{ seats: [1], colour: 'G', by: 0, given: [{ from: 0, count: 1 }] }]);
  });

  test('[M12] putting another out does not end the turn', () => {
    const position = playTexts(
      situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect([position.turn, movesOf(position)]).toEqual([0, '. b5 c6']);
  });

  test('[M12] putting oneself out does', () => {
    const position = situation({
      players: 3,
      grid: 'NRYBYB/GGGGGG/....../....../....../......',
      tokens: 'RGB',
      piles: [1, 0, 0],
    });
    expect([playTexts(position, 'b6').turn, position.turnIndex]).toEqual([1, 1]);
    expect(seen(position).eliminations).toMatchObject([{ seats: [0], by: 0 }]);
  });

  test('[M12] a colour without an owner disappears silently', () => {
    const position = playTexts(
      situation({ players: 3, grid: 'NYRBRB/GGGGGG/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect(seen(position).eliminations).toEqual([]);
    expect([position.turn, seen(position).inPlay.Y, movesOf(position)]).toEqual([0, 0, '. b5 c6']);
  });

  test('[M12] buried crosses of the tower are in play', () => {
    const grid = 'GBN,RRG,G/YB,G,Y/GG,BB,GG';
    const position = playTexts(situation({ board: 'tower', grid, tokens: 'RY', white: true }), 'b3 . b2 .');
    expect([isOver(position), seen(position).inPlay.R]).toEqual([false, 2]);
    const top = playTexts(situation({ board: 'tower', grid: grid.replace('RRG', 'RR'), tokens: 'RY' }), 'b3');
    expect([isOver(top), seen(top).inPlay.R]).toEqual([false, 1]);
  });

  test('[M12] a team goes out together', () => {
    const position = playTexts(
      situation({ players: 4, grid: 'NYRBRB/GGGGGG/....../....../....../......', tokens: 'RY' }),
      'b6',
    );
    expect(seen(position).eliminations).toEqual([{ seats: [1, 3], colour: 'Y', by: 0, given: [] }]);
    expect(isOver(position)).toBe(true);
  });
});

describe('transfers and debts of three players', () => {
  const othersLast = 'NGYBYB/RRRRRR/....../....../....../......';
  const ownLast = 'NRYBYB/GGGGGG/....../....../....../......';
  const three = { players: 3, tokens: 'RGB' } as const;
  const owed = (position: Parameters<typeof seen>[0]) => seen(position).seats.map(({ owes }) => owes);

  test('[M13] who puts another out fills his stacks', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [8, 5, 3] }), 'b6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [2, 12, 3],
      [0, 0, 0],
    ]);
    expect(seen(position).eliminations[0]?.given).toEqual([{ from: 0, count: 7 }]);
  });

  test('[M13] what he has not is a debt, paid by his next captures, which do not fill his own', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [2, 8, 3] }), 'b6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [0, 11, 3],
      [1, 0, 0],
    ]);
    playTexts(position, 'c6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [0, 12, 3],
      [0, 0, 0],
    ]);
    playTexts(position, 'd6');
    expect([pilesOf(position), position.turn]).toEqual([[1, 12, 3], 2]);
  });

  test('[M13] captures that pay count among the three, and the debt lasts from turn to turn', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [0, 6, 3] }), 'b6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [0, 7, 3],
      [5, 0, 0],
    ]);
    playTexts(position, 'c6 d6');
    expect([pilesOf(position), owed(position), position.turn]).toEqual([[0, 9, 3], [3, 0, 0], 2]);
    playTexts(position, 'e6 . e5 d5 c5');
    expect([pilesOf(position), owed(position), position.turn]).toEqual([[0, 12, 4], [0, 0, 0], 2]);
  });

  test('[M13] the stacks of a full player who is put out want nothing', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [4, 12, 3] }), 'b6');
    expect([pilesOf(position), owed(position), seen(position).eliminations[0]?.given]).toEqual([
      [5, 12, 3],
      [0, 0, 0],
      [],
    ]);
  });

  test('[M13] who puts himself out chooses: next from max(0, missing - other) to min(missing, next)', () => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles: [3, 6, 5] }), 'b6');
    expect([position.turn, position.turnIndex, movesOf(position)]).toEqual([0, 0, 't3 t4 t5 t6']);
    expect(seen(position).gift).toEqual({ missing: 8, next: 1, other: 2, least: 3, most: 6 });
    expect([pilesOf(position), seen(position).capturesLeft]).toEqual([[4, 6, 5], 0]);
    playTexts(position, 't4');
    expect([pilesOf(position), owed(position), position.turn, position.turnIndex]).toEqual([
      [12, 2, 1],
      [0, 0, 0],
      1,
      1,
    ]);
    expect(seen(position).eliminations[0]?.given).toEqual([
      { from: 1, count: 4 },
      { from: 2, count: 4 },
    ]);
  });

  test.each([
    { piles: [9, 7, 6], moves: 't0 t1 t2' },
    { piles: [0, 11, 1], moves: 't10 t11' },
    { piles: [0, 4, 12], moves: 't0 t1 t2 t3 t4' },
    { piles: [4, 12, 12], moves: 't0 t1 t2 t3 t4 t5 t6 t7' },
    { piles: [1, 11, 12], moves: 't0 t1 t10 t2 t3 t4 t5 t6 t7 t8 t9' },
  ])('[M13] the bounds of the choice with piles $piles', ({ piles, moves }) => {
    expect(movesOf(playTexts(situation({ ...three, grid: ownLast, piles }), 'b6'))).toBe(moves);
  });

  test('[M13] next and other go by seat order round the table', () => {
    const position = playTexts(situation({ ...three, tokens: 'GBR', turn: 2, grid: ownLast, piles: [6, 5, 3] }), 'b6');
    expect(seen(position).gift).toMatchObject({ next: 0, other: 1, least: 3, most: 6 });
    expect([pilesOf(playTexts(position, 't6')), position.turn]).toEqual([[0, 3, 12], 0]);
  });

  test.each([
    { why: 'nothing is missing', piles: [11, 6, 5], after: [12, 6, 5], owes: [0, 0, 0] },
    { why: 'the next player has none', piles: [7, 0, 9], after: [12, 0, 5], owes: [0, 0, 0] },
    { why: 'the other player has none', piles: [7, 9, 0], after: [12, 5, 0], owes: [0, 0, 0] },
    { why: 'both together are just enough', piles: [3, 5, 3], after: [12, 0, 0], owes: [0, 0, 0] },
    {
      why: 'both together are too few: the next player owes the rest',
      piles: [3, 4, 1],
      after: [9, 0, 0],
      owes: [0, 3, 0],
    },
    { why: 'nobody has any', piles: [0, 0, 0], after: [1, 0, 0], owes: [0, 11, 0] },
  ])('[M13] no choice where $why', ({ piles, after, owes }) => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles }), 'b6');
    expect([pilesOf(position), owed(position), position.turn, seen(position).gift]).toEqual([after, owes, 1, null]);
  });

  test('[M13] the debt after a self-elimination is paid by the next player, not by the other', () => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles: [3, 4, 1] }), 'b6 c6 . d6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [10, 0, 1],
      [0, 2, 0],
    ]);
  });

  test('[M13] who has given below 12 is no longer full', () => {
    const position = situation({ ...three, grid: ownLast, piles: [8, 12, 2] });
    playTexts(position, 'b6 t3');
    expect([pilesOf(position), seen(position).seats[1]?.full, position.turn]).toEqual([[12, 9, 2], false, 1]);
  });

  test('[M13] [M11] a giver who gave nothing stays full and is skipped', () => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles: [8, 12, 5] }), 'b6 t0');
    expect([pilesOf(position), position.turn, seen(position).passed]).toEqual([[12, 12, 2], 2, [1]]);
  });

  test('[M13] [M9] a right to capture anywhere outlives the choice', () => {
    const grid = 'NR..../....../....../....../....../GBGBGB';
    const position = playTexts(situation({ ...three, grid, piles: [3, 6, 5] }), 'b6 t4');
    expect([seen(position).free, movesOf(position)]).toEqual(['isolation', 'a1 b1 c1 d1 e1 f1']);
  });

  test('[M14] the transfer comes before full stacks: who gives his twelfth away goes on', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [11, 10, 0] }), 'b6');
    expect([pilesOf(position), position.turn, movesOf(position)]).toEqual([[10, 12, 0], 0, '. b5 c6']);
  });

  test('[M14] full stacks come before the end of the turn: with twelve and nothing to give it is over', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [11, 12, 0] }), 'b6');
    expect([pilesOf(position), position.turn]).toEqual([[12, 12, 0], 2]);
  });

  test('[M14] a third capture that puts another out pays and ends the turn', () => {
    const position = playTexts(
      situation({ ...three, grid: 'NYPGBY/RRRRRR/....../....../....../......', piles: [6, 9, 0] }),
      'b6 c6 d6',
    );
    expect([pilesOf(position), position.turn]).toEqual([[6, 12, 0], 2]);
  });
});

describe('the end', () => {
  test('[M15] two players: whoever is left wins, whoever took the last cross', () => {
    const other = playTexts(situation({ grid: 'NYR.../....../....../....../....../......', tokens: 'RY' }), 'b6');
    expect([isOver(other), other.outcome()]).toEqual([true, { scores: [1, 0], places: [1, 2] }]);
    const own = playTexts(situation({ grid: 'NRY.../....../....../....../....../......', tokens: 'RY' }), 'b6');
    expect([isOver(own), own.outcome()]).toEqual([true, { scores: [0, 1], places: [2, 1] }]);
  });

  test('[M15] three players: the earlier out, the lower; nothing is filled any more', () => {
    const grid = 'NGYBYY/RRRRRR/....../....../....../......';
    const position = playTexts(situation({ players: 3, tokens: 'RGB', grid, piles: [9, 11, 4] }), 'b6');
    expect(position.outcome()).toEqual({ scores: [0, 0, 0], places: [1, 3, 1] });
    playTexts(position, 'c6 d6');
    expect([isOver(position), pilesOf(position)]).toEqual([true, [11, 12, 4]]);
    expect(position.outcome()).toEqual({ scores: [1, 0, 0], places: [1, 3, 2] });
  });

  test('[M15] who goes out second by his own capture is second', () => {
    const grid = 'NGYRYB/....../....../....../....../......';
    const position = playTexts(situation({ players: 3, tokens: 'RGB', grid, piles: [5, 5, 5] }), 'b6 c6 d6');
    expect(position.outcome()).toEqual({ scores: [0, 0, 1], places: [2, 3, 1] });
    expect(seen(position).eliminations.map(({ seats, by }) => [seats, by])).toEqual([
      [[1], 0],
      [[0], 0],
    ]);
  });

  test('[M15] teams share their places', () => {
    const position = playTexts(
      situation({ players: 4, grid: 'NRYBYB/GGGGGG/....../....../....../......', tokens: 'RY' }),
      'b6',
    );
    expect(position.outcome()).toEqual({ scores: [0, 1, 0, 1], places: [3, 1, 3, 1] });
  });

  test('[M15] a game that is over has no moves and shows all tokens', () => {
    const position = playTexts(situation({ grid: 'NYR.../....../....../....../....../......', tokens: 'RY' }), 'b6');
    expect([legalMoveTexts(masker, position), position.countMoves(), masker.choices(seen(position))]).toEqual([
      [],
      0,
      [],
    ]);
    expect(seen(position).outcome).toEqual({ scores: [1, 0], places: [1, 2] });
  });
});

describe('the tower', () => {
  const tower = { board: 'tower', tokens: 'RY' } as const;

  test('[M16] the lowest level has no white and at most two of each, the highest the colourless cross', () => {
    for (let seed = 0; seed < 300; seed++) {
      const { grid } = setupOf({ options: { touch: 'side', board: 'tower' }, players: 2 }, `m16 ${seed}`).deal;
      const stacks = grid.split(/[/,]/);
      const lowest = stacks
        .map((stack) => stack.charAt(0))
        .sort()
        .join('');
      expect(lowest).not.toMatch(/W|(.)\1\1/);
      expect(stacks.filter((stack) => stack.endsWith('N'))).toHaveLength(1);
      expect(stacks.every((stack) => stack.length === 4)).toBe(true);
    }
  });

  test('[M17] onto the top of a stack next to it, whatever the heights; the stack left shows what was below', () => {
    const position = situation({ ...tower, grid: 'RY,R,YRYN/RG,BB,GGGG/PP,PR,PB' });
    expect(movesOf(position)).toBe('b3 c2');
    const view = seen(playTexts(position, 'b3'));
    expect(view.board.slice(6)).toEqual([
      { cell: 'a3', crosses: 'RY' },
      { cell: 'b3', crosses: 'N' },
      { cell: 'c3', crosses: 'YRY' },
    ]);
    expect(movesOf(position)).toBe('. a3 b2 c3');
  });

  test('[M17] corners touch with touch=corner', () => {
    expect(movesOf(situation({ ...tower, touch: 'corner', grid: 'RY,R,YRYN/RG,BB,GGGG/PP,PR,PB' }))).toBe('b2 b3 c2');
  });

  test('[M17] a stack that held only the colourless cross is gone; isolation is no stack next to it', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,R,./Y,.,./R,.,Y' }), 'b3');
    expect(
      seen(position)
        .board.filter(({ crosses }) => crosses !== '')
        .map(({ cell }) => cell),
    ).toEqual(['a1', 'c1', 'a2', 'b3']);
    expect([position.turn, seen(position).free, movesOf(position)]).toEqual([1, 'isolation', 'a1 a2 c1']);
  });

  test('[M18] anywhere is the top of any stack, also of what the colourless cross stood on', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,YRG,./Y,.,./R,.,Y' }), 'b3');
    expect(movesOf(position)).toBe('a1 a2 b3 c1');
    const view = seen(playTexts(position, 'b3'));
    expect([view.board[7], view.inPlay.R, pilesOf(position)]).toEqual([{ cell: 'b3', crosses: 'YN' }, 1, [1, 1]]);
  });

  test('[M18] [M10] after white, its own cell too', () => {
    const position = playTexts(situation({ ...tower, grid: 'N,YRW,R/Y,R,./R,.,Y' }), 'b3');
    expect(movesOf(position)).toBe('. a1 a2 b2 b3 c1 c3');
    expect(movesOf(playTexts(position, 'b3'))).toBe('. b2 c3');
    expect(seen(position).board[7]).toEqual({ cell: 'b3', crosses: 'YN' });
  });

  test('[M18] not its own cell where nothing is below, nor without the right', () => {
    expect(movesOf(playTexts(situation({ ...tower, grid: 'N,W,R/Y,R,./R,.,Y' }), 'b3'))).toBe('. a1 a2 b2 c1 c3');
    expect(movesOf(playTexts(situation({ ...tower, grid: 'N,YR,R/Y,R,./R,.,Y' }), 'b3'))).toBe('. b2 c3');
  });
});

test('a random deal differs from seed to seed', () => {
  const grids = [1, 2, 3].map((seed) => JSON.stringify(masker.deal(FLAT, 2, new SeededRng(seed))));
  expect(new Set(grids).size).toBe(3);
});
