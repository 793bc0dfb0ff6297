import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { arcanor } from '../../src/arcanor/index.ts';
import { play, scene, startOf, texts } from './scene.ts';

describe('points', () => {
  test('[A11] only visible pieces on the own goal row count, by their value', () => {
    const position = scene('a7 L4, b7 L2L3, c7 D4, d6 L3, a1 D3L4, b1 L4, h4 D1');
    expect(position.outcome().scores).toEqual([6, 3]);
  });

  test('[A11] the mover wins with 12 points', () => {
    const position = play(scene('a7 L4, b7 L4, c6 L4, h4 D1'), 'c6-c7');
    expect([position.turn, position.end]).toEqual([NOBODY, 'points']);
    expect(position.outcome()).toEqual({ scores: [12, 0], places: [1, 2] });
  });

  test('[A11] 11 points do not win', () => {
    const position = play(scene('a7 L4, b7 L4, c6 L3, d3 L1, h4 D1'), 'c6-c7');
    expect([position.turn, position.end, position.outcome().scores]).toEqual([1, null, [11, 0]]);
  });

  test('[A9] [A11] a player who frees the opponent’s twelfth point loses', () => {
    const position = play(scene('a1 D4, b1 D4, c1 L3D4, h4 D1'), 'c1^c2');
    expect(position.end).toBe('points');
    expect(position.outcome()).toEqual({ scores: [0, 12], places: [2, 1] });
  });

  test('[A11] if both have 12, the mover wins, even with fewer points', () => {
    const position = play(scene('a7 L4, b7 L4, c6 L4, a1 D4, b1 D4, c1 D4, d1 D1'), 'c6-c7');
    expect(position.outcome()).toEqual({ scores: [12, 13], places: [1, 2] });
  });
});

describe('passes', () => {
  test('[A12] a player without a move passes automatically', () => {
    const position = play(scene('d3 L1, a1 D1'), 'd3-d4');
    expect([position.turn, position.passed, position.turnIndex]).toEqual([0, [1], 1]);
    expect(texts(position)).toContain('d4-d5');
  });

  test('[A12] a player who is shut in passes until they can move', () => {
    const position = play(scene('g7 L1, g6 L1, h5 L1, h7 D4'), 'h5-h6');
    expect([position.turn, position.passed]).toEqual([0, [1]]);
    play(position, 'h6-h5');
    expect([position.turn, position.passed]).toEqual([1, []]);
  });

  test('[A12] what a player knows says who passed, and is read back with it', () => {
    const position = play(scene('g7 L1, g6 L1, h5 L1, h7 D4'), 'h5-h6');
    const knowledge = arcanor.secrets.knowledge(position, 0);
    expect(knowledge.passed).toEqual([1]);
    const used = play(scene('d4 L1, h4 D1'), 'd4-d5');
    const read = arcanor.secrets.sample(knowledge, new SeededRng(1), used);
    expect([read.turn, read.passed]).toEqual([0, [1]]);
    play(read, 'h6-h5');
    const before = arcanor.secrets.knowledge(read, 0);
    expect(arcanor.secrets.sample(before, new SeededRng(1), position).passed).toEqual([]);
  });

  test('[A12] a capture is a move: a player who can only capture does not pass', () => {
    const position = play(scene('g7 L1, g6 L1, h5 L4, h7 D3'), 'h5-h6');
    expect([position.turn, texts(position)]).toEqual([1, ['h7xh6']]);
  });

  test('[A12] when neither can move the game is over and more points win', () => {
    const position = play(scene('d6 L2, a1 D3'), 'd6-d7');
    expect(position.end).toBe('blocked');
    expect(position.outcome()).toEqual({ scores: [2, 3], places: [2, 1] });
  });

  test('[A12] equal points are then a draw', () => {
    expect(play(scene('d6 L3, a1 D3'), 'd6-d7').outcome()).toEqual({ scores: [3, 3], places: [1, 1] });
  });
});

describe('repetition', () => {
  const BACK_AND_FORTH = 'a3-a4 h4-h3 a4-a3 h3-h4';

  test('[A13] the third occurrence is a draw, counting the start, regardless of points', () => {
    const position = play(scene('a3 L1, h4 D1, a7 L3'), `${BACK_AND_FORTH} a3-a4 h4-h3 a4-a3`);
    expect(position.end).toBeNull();
    play(position, 'h3-h4');
    expect(position.end).toBe('repetition');
    expect(position.outcome()).toEqual({ scores: [3, 0], places: [1, 1] });
  });

  test('[A13] the set-up counts', () => {
    const position = play(startOf(), 'a1-a2 a7-a6 a2-a1 a6-a7 a1-a2 a7-a6 a2-a1 a6-a7');
    expect(position.end).toBe('repetition');
  });

  test('[A13] the occurrences need not be consecutive', () => {
    const position = play(scene('a3 L1, h4 D1'), `${BACK_AND_FORTH} a3-b3 h4-g4 b3-b4 g4-h5 b4-a3`);
    expect(position.end).toBeNull();
    expect(play(position, 'h5-h4').end).toBe('repetition');
  });

  test('[A13] equal pieces are alike', () => {
    const twist = 'a3-a4 b3-a3 a4-b3';
    const position = play(scene('a3 L4, b3 L4, a1 D1'), `${twist} a3-a4 b3-a3`);
    expect(position.end).toBeNull();
    expect(play(position, 'a4-b3').end).toBe('repetition');
  });

  test('[A13] equal tops with different contents are another position', () => {
    const twist = 'a3-a4 b3-a3 a4-b3';
    const position = play(scene('a3 L1L4, b3 L1, a1 D1'), `${twist} ${twist}`);
    expect(position.end).toBeNull();
    expect(play(position, `${twist} ${twist}`).end).toBe('repetition');
  });

  test('[A13] the same player must be next to move, after forced passes', () => {
    const position = play(scene('g7 L1, g6 L1, h5 L1, h6 D4, a3 L1'), 'a3-a4 h6-h7 h5-h6 h6-h5 h7-h6 a4-a3');
    // The stacks of the start with Dark to move, then the start itself for the second time.
    expect([position.turn, position.end]).toEqual([1, null]);
    play(position, 'h6-h7 h5-h6 h6-h5 h7-h6');
    expect([position.turn, position.end]).toEqual([0, null]);
  });

  test.each([0, 1])('[A13] a repetition is found in a history that was given as moves (seat %d to move)', (turn) => {
    const moves = turn === 0 ? 'a3-a4 h4-h3 a4-a3 h3-h4' : 'h4-h3 a3-a4 h3-h4 a4-a3';
    const before = play(scene('a3 L4, h4 D1', { turn }), moves);
    const position = arcanor.secrets.sample(arcanor.secrets.knowledge(before, 0), { below: () => 0 });
    expect(play(position, moves).end).toBe('repetition');
  });

  test('[A13] a copy of a position remembers the earlier ones', () => {
    const moves = 'a3-a4 h4-h3 a4-a3 h3-h4';
    const copy = play(scene('a3 L4, h4 D1'), moves).clone();
    expect(copy.end).toBeNull();
    expect(play(copy, moves).end).toBe('repetition');
  });

  test('[A12] [A13] a player can repeat while the other only passes', () => {
    const position = play(scene('a3 L1, a1 D1'), 'a3-a4 a4-a3 a3-a4');
    expect(position.end).toBeNull();
    expect(play(position, 'a4-a3').end).toBe('repetition');
  });

  test('[A6] [A13] captures and liberations can be undone, so repetition looks back over them', () => {
    const round = 'c3xd3 h5-h4 d3^c3 h4-h5';
    const position = play(scene('c3 L1, d3 D2, h5 D1'), `${round} c3xd3 h5-h4 d3^c3`);
    expect(position.end).toBeNull();
    expect(play(position, 'h4-h5').end).toBe('repetition');
  });

  test('[A13] a long history of reversible moves is still searched', () => {
    const round = ['c3xd3 h5-h4 d3^c3 h4-h3', 'c3xd3 h3-g3 d3^c3 g3-g4', 'c3xd3 g4-g5 d3^c3 g5-h5'].join(' ');
    const position = play(scene('c3 L1, d3 D2, h5 D1'), `${round} ${round}`);
    expect(position.end).toBe('repetition');
  });
});

describe('quiet moves', () => {
  const alone = 'a3 L1, a1 D1';

  test('[A13] the sixtieth ends the game, not counting passes, and more points win', () => {
    const position = play(scene(alone, { quiet: 58 }), 'a3-a4');
    expect([position.quiet, position.end]).toEqual([59, null]);
    play(position, 'a4-a5');
    expect([position.quiet, position.end, position.turn]).toEqual([60, 'quiet', NOBODY]);
    expect(position.outcome()).toEqual({ scores: [0, 1], places: [2, 1] });
  });

  test('[A13] equal points are then a draw', () => {
    expect(play(scene('a3 L1, h4 D1', { quiet: 59 }), 'a3-a4').outcome()).toEqual({ scores: [0, 0], places: [1, 1] });
  });

  test.each([
    ['a capture', 'a3 L1, b3 D2, h4 D1', 'a3xb3'],
    ['a liberation', 'a3 L1L2, h4 D1', 'a3^b3'],
    ['a liberation of an enemy', 'a3 L1D2, h4 D1', 'a3^b3'],
    ['an arrival', 'a6 L1, b3 L1, h4 D1', 'a6-a7'],
  ])('[A13] %s restarts the count', (_, text, move) => {
    const position = play(scene(text, { quiet: 59 }), move);
    expect([position.quiet, position.end]).toEqual([0, null]);
  });

  test('[A13] a slide along one’s own home row is quiet', () => {
    expect(play(scene('a1 L1, h4 D1', { quiet: 3 }), 'a1-b1').quiet).toBe(4);
  });

  test('[A13] points come before quiet moves, and repetition too', () => {
    expect(play(scene('a7 L4, b7 L4, c6 L4, h4 D1', { quiet: 59 }), 'c6-c7').end).toBe('points');
    expect(play(scene(alone, { quiet: 56 }), 'a3-a4 a4-a3 a3-a4 a4-a3').end).toBe('repetition');
  });

  test('[A12] [A13] a game in which neither can move is blocked, not quiet', () => {
    expect(play(scene('h6 L3, g7 L1, f6 D2, a1 D1', { quiet: 0 }), 'h6-h7').end).toBeNull();
    expect(play(scene('d6 L3, a1 D3', { quiet: 59 }), 'd6-d7').end).toBe('blocked');
  });
});
