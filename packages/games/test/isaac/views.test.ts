import { legalMovesOf } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { isaac, IsaacPosition, PIECES, positionOf, removalWorth, viewOf } from '../../src/isaac/index.ts';
import { counterCell, slotOf } from '../../src/isaac/slots.ts';
import { isOver, move, NOTHING_TAKES_A_7, opening, PAGE, play, PUBLISHED, scene, UP_TO } from './scene.ts';

/** Positions in which every part of a view has another value than at the start. */
const POSITIONS: Readonly<Record<string, IsaacPosition>> = {
  start: opening(PAGE, ''),
  'while placing': opening(PAGE, '00-02 10-40 05-09'),
  'after a pass': play(scene({ ...NOTHING_TAKES_A_7, turn: 0, hands: ['3 3 3', '7'] }), '90-92'),
  'before an advance': play(
    scene({ options: UP_TO, turn: 1, dark: '20-24 40-44', light: '25-29 80-82', scores: [7, 9], longest: [3, 4] }),
    'x25-29',
  ),
  'after two passes': play(scene({ dark: '20-22', light: '80-83', longest: [0, 5], hands: ['3 4', '7'] }), 'x20-22'),
  'with one player out': play(scene({ dark: '20-22 40-42', light: '80-82', longest: [0, 4] }), 'x20-22'),
};

describe('a view', () => {
  test.each(Object.entries(POSITIONS))('is read back: %s', (_, position) => {
    const view = viewOf(position);
    const used = play(new IsaacPosition(position.options), '11-16 80-85 03-06');
    for (const read of [positionOf(view), positionOf(view, used)]) {
      expect(viewOf(read)).toEqual(view);
      expect(legalMovesOf(isaac, read)).toEqual(legalMovesOf(isaac, position));
      expect([read.onBoard, read.handKinds(0), read.handKinds(1)]).toEqual([
        position.onBoard,
        position.handKinds(0),
        position.handKinds(1),
      ]);
    }
  });

  test('[I6] names no first player to pass before one has', () => {
    expect(viewOf(opening(PAGE, '00-02')).firstToPass).toBeNull();
    expect(viewOf(opening(PAGE, '')).pending).toBeNull();
  });

  test('[I8] a counter that shows 99 is on the last cell, and one that shows 100 on none', () => {
    expect([0, 1].map((seat) => [98, 99, 100].map((score) => counterCell(seat, score)))).toEqual([
      [98, 99, null],
      [1, 0, null],
    ]);
  });

  test('[I12] a counter that has left the board doubles nothing', () => {
    const position = scene({ dark: '04-06', light: '00-02 40-42', scores: [100, 50] });
    expect(removalWorth(viewOf(position), move('x00-02'))).toMatchObject({
      n: 1,
      multiplier: 1,
      counters: [],
      worth: 1,
    });
    expect(removalWorth(viewOf(position), move('00-02'))).toMatchObject({ n: 1 });
  });

  test('[I14] says what decided a game that ended with exactly 100', () => {
    const position = play(scene({ dark: '10-13 20-22', light: '17-19', scores: [98, 0] }), 'x10-13');
    expect(viewOf(position)).toMatchObject({ phase: 'over', decidedBy: 'hundred' });
  });
});

describe('a game', () => {
  test('[I14] ends when Light reaches 100, too', () => {
    const position = scene({ turn: 1, dark: '20-22 40-42', light: '10-13 80-82 15-17', scores: [50, 98] });
    expect(isOver(play(position, 'x10-13'))).toBe(true);
    expect(position.outcome()).toEqual({ scores: [50, 100], places: [2, 1] });
  });

  test('[I10] lists removals in ascending order, also where a shorter piece lies on a later line', () => {
    const removals = [...legalMovesOf(isaac, scene({ dark: '50-52 20-26 40-43 10-12' }))];
    expect(removals).toEqual(removals.toSorted((one, other) => one - other));
    expect(removals).toHaveLength(4);
  });

  test('refuses slots and moves that do not exist, by their numbers', () => {
    expect(() => slotOf(600)).toThrow('no slot 600');
    expect(() => isaac.formatMove(1301)).toThrow('no move 1301');
  });
});

describe('what bots read', () => {
  test('the numbers of the pieces along a line: Dark’s minus Light’s', () => {
    const position = scene({ dark: '00-06 10-12 20-23', light: '07-09 14-18 24-26 03-33', phase: 'placing' });
    // 00-06 has the number 6, 14-18 has 3, 20-23 and 03-33 have 2, the others 1. The columns are lines 10 to 19.
    expect([0, 1, 2, 3, 13].map((line) => position.lean(line))).toEqual([6 - 1, 1 - 3, 2 - 1, 0, -2]);
  });

  test('the pieces on the board that a seat may still remove: its own, long enough, and none if it is out [I10] [I15]', () => {
    const given = { dark: '20-22 40-44', light: '60-63 80-82', longest: [4, 0] } as const;
    const lengthsOf = (position: IsaacPosition, seat: number) =>
      Array.from({ length: PIECES }, (_, piece) => piece)
        .filter((piece) => ((position.removableLater(seat) >> piece) & 1) === 1)
        .map((piece) => slotOf(position.placeOf(piece)).length);
    expect([0, 1].map((seat) => lengthsOf(scene(given), seat))).toEqual([[5], [3, 4]]);
    expect([0, 1].map((seat) => lengthsOf(scene({ ...given, out: [1] }), seat))).toEqual([[5], []]);
    // A counter on the piece keeps it only for now [I11].
    expect(lengthsOf(scene({ ...given, scores: [42, 0] }), 0)).toEqual([5]);
    expect(play(scene({ ...given, options: PUBLISHED }), 'x40-44 +0').removableLater(0)).toBe(0);
  });
});
