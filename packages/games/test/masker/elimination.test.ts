import { legalMoveTexts } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { masker } from '../../src/masker/index.ts';
import { isOver, movesOf, pilesOf, playTexts, seen, situation } from './support.ts';

describe('elimination', () => {
  test('[M12] a player without a cross in play is out at once, and their colour is public', () => {
    const position = playTexts(
      situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect(seen(position).seats.map(({ out, colour }) => [out, colour])).toEqual([
      [false, null],
      [true, 'G'],
      [false, null],
    ]);
    expect(seen(position).eliminations).toEqual([
      { seats: [1], colour: 'G', by: 0, turn: 0, given: [{ from: 0, count: 1 }] },
    ]);
  });

  test('[M12] putting another out does not end the turn', () => {
    const position = playTexts(
      situation({ players: 3, grid: 'NGYBYB/RRRRRR/....../....../....../......', tokens: 'RGB' }),
      'b6',
    );
    expect([position.turn, movesOf(position)]).toEqual([0, '. b5 c6']);
  });

  test('[M12] putting oneself out ends it', () => {
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

  test('[M12] covered crosses of the tower are in play', () => {
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
    expect(seen(position).eliminations).toEqual([{ seats: [1, 3], colour: 'Y', by: 0, turn: 0, given: [] }]);
    expect(isOver(position)).toBe(true);
  });
});

describe('transfers and debts of three players', () => {
  const othersLast = 'NGYBYB/RRRRRR/....../....../....../......';
  const ownLast = 'NRYBYB/GGGGGG/....../....../....../......';
  const three = { players: 3, tokens: 'RGB' } as const;
  const owed = (position: Parameters<typeof seen>[0]) => seen(position).seats.map(({ owes }) => owes);

  test('[M13] a player who puts another out fills their stacks', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [8, 5, 3] }), 'b6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [2, 12, 3],
      [0, 0, 0],
    ]);
    expect(seen(position).eliminations[0]?.given).toEqual([{ from: 0, count: 7 }]);
  });

  test('[M13] missing crosses are a debt; the next captures pay it and do not fill the payer’s stacks', () => {
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

  test('[M13] the stacks of a full player who is put out need nothing', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [4, 12, 3] }), 'b6');
    expect([pilesOf(position), owed(position), seen(position).eliminations[0]?.given]).toEqual([
      [5, 12, 3],
      [0, 0, 0],
      [],
    ]);
  });

  test('[M13] a player who puts themselves out chooses: next from max(0, missing - other) to min(missing, next)', () => {
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

  test('[M13] next and other follow the seat order round the table', () => {
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
    { why: 'no one has any', piles: [0, 0, 0], after: [1, 0, 0], owes: [0, 11, 0] },
  ])('[M13] no choice if $why', ({ piles, after, owes }) => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles }), 'b6');
    expect([pilesOf(position), owed(position), position.turn, seen(position).gift]).toEqual([after, owes, 1, null]);
  });

  test('[M13] the debt after a self-elimination is paid by the next player, not by the other', () => {
    const position = playTexts(situation({ ...three, grid: ownLast, piles: [3, 4, 1] }), 'b6 c6 . d6');
    expect([pilesOf(position), owed(position)]).toEqual([
      [10, 0, 1],
      [0, 2, 0],
    ]);
    expect(seen(position).seats.map(({ crosses }) => crosses)).toEqual(['WWWRWWWWWY', '', 'B']);
  });

  test('[M13] a player who gives and has fewer than 12 left is no longer full', () => {
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

  test('[M14] the transfer comes before full stacks: a player who gives away the twelfth cross goes on', () => {
    const position = playTexts(situation({ ...three, grid: othersLast, piles: [11, 10, 0] }), 'b6');
    expect([pilesOf(position), position.turn, movesOf(position)]).toEqual([[10, 12, 0], 0, '. b5 c6']);
  });

  test('[M14] full stacks come before the end of the turn: with twelve and nothing to give, the turn is over', () => {
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
  test('[M15] two players: the one who is left wins, regardless of who took the last cross', () => {
    const other = playTexts(situation({ grid: 'NYR.../....../....../....../....../......', tokens: 'RY' }), 'b6');
    expect([isOver(other), other.outcome()]).toEqual([true, { scores: [1, 0], places: [1, 2] }]);
    const own = playTexts(situation({ grid: 'NRY.../....../....../....../....../......', tokens: 'RY' }), 'b6');
    expect([isOver(own), own.outcome()]).toEqual([true, { scores: [0, 1], places: [2, 1] }]);
  });

  test('[M15] three players: the earlier out, the lower the place; no stacks are filled after the second', () => {
    const grid = 'NGYBYY/RRRRRR/....../....../....../......';
    const position = playTexts(situation({ players: 3, tokens: 'RGB', grid, piles: [9, 11, 4] }), 'b6');
    expect(position.outcome()).toEqual({ scores: [0, 0, 0], places: [1, 3, 1] });
    playTexts(position, 'c6 d6');
    expect([isOver(position), pilesOf(position)]).toEqual([true, [11, 12, 4]]);
    expect(position.outcome()).toEqual({ scores: [1, 0, 0], places: [1, 3, 2] });
  });

  test('[M15] a player who goes out second by their own capture is second', () => {
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
