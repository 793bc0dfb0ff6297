import { describe, expect, test } from 'vitest';
import { arcanor } from '../../src/arcanor/index.ts';
import { play, scene, stackAt, startOf, texts, textsFrom } from './scene.ts';

const FAR = 'h4 D1';

describe('set-up', () => {
  test('[A1] Light begins; every slide from the start stays on the board of 8 by 7', () => {
    const position = startOf();
    expect(position.turn).toBe(0);
    expect(texts(position).every((text) => /^[a-h][1-7][-^x][a-h][1-7]$/.test(text))).toBe(true);
    expect(textsFrom(position, 'a1').filter((text) => text.startsWith('-'))).toEqual(['-a2', '-b2']);
  });

  test('[A2] [A3] three pieces of every size each, nested in pairs in the order of the rule', () => {
    const position = startOf();
    const row = (number: number): string =>
      Array.from('abcdefgh')
        .map((column) => stackAt(position, `${column}${number}`) || '.')
        .join(' ');
    expect(row(1)).toBe('L1L2 L3L4 . L1L2 L3L4 . L1L2 L3L4');
    expect(row(7)).toBe('D3D4 D1D2 . D3D4 D1D2 . D3D4 D1D2');
    expect([2, 3, 4, 5, 6].map(row)).toEqual(Array(5).fill('. . . . . . . .'));
  });
});

describe('slides and liberations', () => {
  test('[A5] a slide moves the whole stack to an empty cell of the eight around', () => {
    const position = scene(`d4 L1D2L3, ${FAR}`);
    expect(textsFrom(position, 'd4').filter((text) => text.startsWith('-'))).toEqual(
      ['c3', 'c4', 'c5', 'd3', 'd5', 'e3', 'e4', 'e5'].map((cell) => `-${cell}`),
    );
    play(position, 'd4-e5');
    expect([stackAt(position, 'd4'), stackAt(position, 'e5')]).toEqual(['', 'L1D2L3']);
  });

  test('[A5] the edges of the board do not wrap', () => {
    expect(texts(scene(`a4 L2, ${FAR}`))).toEqual(['a4-a3', 'a4-a5', 'a4-b3', 'a4-b4', 'a4-b5']);
    expect(textsFrom(scene('h4 L2, a6 D1'), 'h4')).toEqual(['-g3', '-g4', '-g5', '-h3', '-h5']);
  });

  test('[A5] the top decides whose stack it is', () => {
    const position = scene('d4 L1D2D3, a5 D1');
    expect(texts(position).every((text) => text.startsWith('d4'))).toBe(true);
    play(position, 'd4-d3');
    expect(texts(position).every((text) => text.startsWith('a5'))).toBe(true);
  });

  test('[A6] a liberation moves the top alone and uncovers the rest', () => {
    const position = play(scene(`d4 L1L2, ${FAR}`), 'd4^d5 h4-h3');
    expect([stackAt(position, 'd4'), stackAt(position, 'd5')]).toEqual(['L2', 'L1']);
    expect(textsFrom(position, 'd4')).toContain('-c4');
  });

  test('[A6] an empty piece has nothing to liberate', () => {
    expect(textsFrom(scene(`d4 L1, ${FAR}`), 'd4').some((text) => text.startsWith('^'))).toBe(false);
  });

  test('[A6] a piece of the opponent is freed for the opponent, who may use it in the next turn', () => {
    const position = play(scene('d4 L1D2L3'), 'd4^d5');
    expect(stackAt(position, 'd4')).toBe('D2L3');
    expect(position.turn).toBe(1);
    expect(textsFrom(position, 'd4')).toEqual(expect.arrayContaining(['-c4', '^c4']));
  });
});

describe('captures', () => {
  test.each([1, 2, 3])('[A7] a %d takes the next size and no other', (size) => {
    const position = scene(`d4 L${size}, c3 D1, d3 D2, e3 D3, c5 D4`);
    const cells = ['c3', 'd3', 'e3', 'c5'];
    expect(texts(position).filter((text) => text.includes('x'))).toEqual([`d4x${cells[size]}`]);
  });

  test('[A7] the smallest piece takes nothing', () => {
    expect(texts(scene('d4 L4, c3 D1, d3 D2, e3 D3, c5 D4')).some((text) => text.includes('x'))).toBe(false);
  });

  test('[A7] an empty piece takes the whole stack and leaves nothing', () => {
    const position = play(scene(`d4 L1, e5 D2L3D4, ${FAR}`), 'd4xe5');
    expect([stackAt(position, 'd4'), stackAt(position, 'e5')]).toEqual(['', 'L1D2L3D4']);
  });

  test('[A7] a full piece leaves its content behind and takes alone', () => {
    const position = play(scene(`d4 L1L2, e5 D2, ${FAR}`), 'd4xe5');
    expect([stackAt(position, 'd4'), stackAt(position, 'e5')]).toEqual(['L2', 'L1D2']);
  });

  test('[A7] the left-behind content can be the opponent’s', () => {
    const position = play(scene('d4 L1D2, e5 D2D3'), 'd4xe5');
    expect([stackAt(position, 'd4'), stackAt(position, 'e5')]).toEqual(['D2', 'L1D2D3']);
    expect(textsFrom(position, 'd4')).toContain('-c4');
  });

  test('[A8] own pieces are not taken', () => {
    expect(texts(scene(`d4 L1, e5 L2, ${FAR}`)).some((text) => text.includes('x'))).toBe(false);
  });

  test('[A8] a piece on its goal row is not taken; on its home row it is', () => {
    expect(textsFrom(scene('d2 L1, d1 D2, h4 D1'), 'd2')).not.toContain('xd1');
    expect(textsFrom(scene('d6 L1, d7 D2, h4 D1'), 'd6')).toContain('xd7');
  });

  test('[A8] captures build nests of four', () => {
    const position = play(
      scene('c3 L3, d4 D4, e3 D2, a6 L1'),
      'c3xd4 e3xd4 a6-b5 h7-h6'.split(' ').slice(0, 3).join(' '),
    );
    play(position, 'd4-c5 b5xc5');
    expect(stackAt(position, 'c5')).toBe('L1D2L3D4');
  });
});

describe('the goal row', () => {
  test('[A9] a top on its goal row neither moves nor opens nor captures', () => {
    expect(texts(scene('d7 L1L2, e7 D2, a3 L4, h4 D1')).every((text) => text.startsWith('a3'))).toBe(true);
  });

  test('[A9] a capture on the goal row brings the capturer home with what it took', () => {
    const position = play(scene('d6 L3, d7 D4, h4 D1, a3 L1'), 'd6xd7 h4-h3');
    expect(position.outcome().scores).toEqual([3, 0]);
    expect(textsFrom(position, 'd7')).toEqual([]);
  });

  test('[A9] a piece that the opponent sets free on its goal row is there for good and scores', () => {
    const position = play(scene('d1 L1D2L3, h4 D1, a2 L1'), 'd1^d2');
    expect(position.outcome().scores).toEqual([0, 2]);
    expect(textsFrom(position, 'd1')).toEqual([]);
    expect(textsFrom(play(position, 'h4-h3'), 'd2')).not.toContain('xd1');
  });

  test('[A9] a piece set free on its own home row is not home', () => {
    const position = play(scene('d1 L1L2, h4 D1'), 'd1^d2 h4-h3');
    expect(position.outcome().scores).toEqual([0, 0]);
    expect(textsFrom(position, 'd1')).toContain('-c1');
  });
});

describe('notation', () => {
  test('every integer below moveSpace is a move, and its text is parsed back', () => {
    const moves = Array.from({ length: arcanor.moveSpace }, (_, move) => move);
    expect(arcanor.moveSpace).toBe(362 * 3);
    expect(moves.map((move) => arcanor.parseMove(arcanor.formatMove(move)))).toEqual(moves);
  });

  test.each(['a1-a3', 'a1-a1', 'h1-i1', 'a0-a1', 'a7-a8', 'A1-a2', 'a1 a2', 'a1-a2 ', 'a1Xa2', 'a1', ''])(
    '%j is no move',
    (text) => {
      expect(arcanor.parseMove(text)).toBeNull();
    },
  );
});
