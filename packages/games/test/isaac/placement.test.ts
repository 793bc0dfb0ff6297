import { describe, expect, test } from 'vitest';
import { isaac, viewOf } from '../../src/isaac/index.ts';
import {
  legal,
  NOTHING_TAKES_A_7,
  ONLY_ROW_9_TAKES_A_7,
  opening,
  PAGE,
  PASSER,
  PUBLISHED,
  play,
  scene,
} from './scene.ts';

describe('material', () => {
  test('[I1] [I2] cells are named as Dark sees them: Light begins on 99', () => {
    const { counters } = viewOf(opening(PAGE, ''));
    expect(counters).toEqual([
      { score: 0, cell: 0 },
      { score: 0, cell: 99 },
    ]);
  });

  test('[I3] seat 0 is Dark, seat 1 is Light', () => {
    expect(isaac.seatNames).toEqual(['dark', 'light']);
    expect(viewOf(opening(PAGE, '00-02')).pieces).toMatchObject([{ seat: 0, id: 0, from: 0, to: 2 }]);
  });

  test('[I4] fifteen pieces each, with their numbers', () => {
    const { hands } = viewOf(opening(PAGE, ''));
    const all = [
      { length: 3, number: 1, count: 5 },
      { length: 4, number: 2, count: 4 },
      { length: 5, number: 3, count: 3 },
      { length: 6, number: 4, count: 2 },
      { length: 7, number: 6, count: 1 },
    ];
    expect(hands).toEqual([all, all]);
  });
});

describe('placement', () => {
  test('[I5] Dark begins, the players alternate', () => {
    const position = opening(PAGE, '');
    expect(position.turn).toBe(0);
    expect(play(position, '00-02').turn).toBe(1);
    expect(play(position, '10-40').turn).toBe(0);
  });

  test('[I5] on the empty board every length lies along every row and column: 600 placements', () => {
    const moves = legal(opening(PAGE, ''));
    expect(moves).toHaveLength(600);
    expect(moves.filter((move) => /^0.-0.$/.test(move))).toHaveLength(30);
  });

  test('[I5] only on empty cells', () => {
    const moves = legal(opening(PAGE, '03-06'));
    expect(moves.filter((move) => /^0.-0.$/.test(move))).toEqual(['00-02', '07-09']);
    expect(moves).not.toContain('03-23');
    expect(moves).toContain('13-33');
  });

  test('[I5] only pieces still in hand', () => {
    const position = opening(PAGE, '00-06 10-16');
    expect(legal(position)).toContain('20-25');
    expect(legal(position)).not.toContain('20-26');
  });

  test('[I6] a player who cannot place passes without a move, and the other goes on', () => {
    const position = scene({ ...NOTHING_TAKES_A_7, turn: 0, hands: ['3 3 3', '7'] });
    play(position, '90-92');
    expect(position.turn).toBe(0);
    expect(position.turnIndex).toBe(1);
    expect(viewOf(position)).toMatchObject({ passed: [1], firstToPass: 1, phase: 'placing' });
    play(position, '97-99');
    expect(viewOf(position)).toMatchObject({ passed: [1], firstToPass: 1, turn: 0 });
  });

  test('[I6] a player without pieces passes, as does one without a free place', () => {
    const position = play(scene({ phase: 'placing', turn: 1, hands: ['', '3 3'] }), '00-02');
    expect(viewOf(position)).toMatchObject({ turn: 1, passed: [0], firstToPass: 0 });
  });

  test('[I6] if one placement blocks both, the first to pass is the player whose turn comes next', () => {
    const byDark = play(scene({ ...ONLY_ROW_9_TAKES_A_7, turn: 0, hands: ['7', '7'] }), '90-96');
    expect(viewOf(byDark)).toMatchObject({ firstToPass: 1, passed: [1, 0], phase: 'scoring' });
    const byLight = play(scene({ ...ONLY_ROW_9_TAKES_A_7, turn: 1, hands: ['7', '7'] }), '90-96');
    expect(viewOf(byLight)).toMatchObject({ firstToPass: 0, passed: [0, 1], phase: 'scoring' });
  });

  test('[I7] placement is over when neither can place; pieces in hand are kept', () => {
    const position = play(scene({ ...ONLY_ROW_9_TAKES_A_7, turn: 0, hands: ['7', '6 7'] }), '90-96');
    expect(viewOf(position)).toMatchObject({ phase: 'placing', turn: 1, passed: [] });
    const over = play(scene({ ...ONLY_ROW_9_TAKES_A_7, turn: 0, hands: ['7', '7'] }), '90-96');
    expect(viewOf(over)).toMatchObject({ phase: 'scoring', unplayed: [0, 7] });
  });

  test('[I9] `placer`: Dark begins the scoring, regardless of who placed last or passed first', () => {
    const blocked = scene({ ...ONLY_ROW_9_TAKES_A_7, options: PAGE, turn: 0, hands: ['7', '7'] });
    expect(play(blocked, '90-96').turn).toBe(0);
    const blocking = scene({ ...ONLY_ROW_9_TAKES_A_7, options: PAGE, turn: 1, hands: ['7', '7'] });
    expect(play(blocking, '90-96').turn).toBe(0);
  });

  test.each([PASSER, PUBLISHED])('[I9] `passer`: the first to pass begins the scoring (%o)', (options) => {
    const byDark = scene({ ...ONLY_ROW_9_TAKES_A_7, options, turn: 0, hands: ['7', '7'] });
    expect(play(byDark, '90-96').turn).toBe(1);
    const byLight = scene({ ...ONLY_ROW_9_TAKES_A_7, options, turn: 1, hands: ['7', '7'] });
    expect(play(byLight, '90-96').turn).toBe(0);
  });

  test('[I9] `passer`: the first to pass counts, not the last', () => {
    const position = scene({ ...NOTHING_TAKES_A_7, options: PASSER, turn: 0, hands: ['3 3', '7'] });
    expect(play(position, '90-92 97-99').turn).toBe(1);
    expect(position.phase).toBe('scoring');
  });
});
