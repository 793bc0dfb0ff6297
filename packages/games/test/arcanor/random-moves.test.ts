import { legalMovesOf, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { arcanor, CELLS } from '../../src/arcanor/index.ts';
import { checkRandomMoves } from '../random-moves.ts';
import { play, scene } from './scene.ts';

/** Slides, liberations and captures, of tops in the middle, at an edge and in a corner, for both players. */
const SCENE = 'd4 L1L2, d5 D2, c3 L3, a1 L4, h4 L2D3, g5 D3, b7 L4, f6 D1D3';

describe('a random move', () => {
  test.each([0, 1])('is any legal move, and each is about equally likely (seat %d)', (turn) => {
    const position = scene(SCENE, { turn });
    const legal = [...legalMovesOf(arcanor, position)];
    expect(new Set(legal.map((move) => move % 3)).size).toBeGreaterThan(1);
    checkRandomMoves(arcanor, position);
  });

  test.each([0, 1])('is one of as many as are counted (seat %d)', (turn) => {
    for (const text of [
      SCENE,
      'd4 L1L2, e4 L2L3, h4 D1D2, g4 D2D3, h3 L4',
      'a1 L4L3, h7 D4, c3 L3, d4 D4, d3 L2, e4 D3',
    ]) {
      const position = scene(text, { turn });
      expect(position.countMoves()).toBe(legalMovesOf(arcanor, position).length);
    }
  });

  test('is found where nearly all tops are shut in', () => {
    const position = scene('a2 L1, b2 L1, c2 L1, a3 L2, b3 L2, a4 L3, c3 L4, b4 L4, h7 D4, h1 D4, d5 D1', { turn: 1 });
    const legal = new Set(legalMovesOf(arcanor, position));
    const rng = new SeededRng(1);
    for (let draw = 0; draw < 50; draw++) expect(legal).toContain(position.randomMove(rng));
    const one = scene('a3 L1, a2 L2, b2 L2, b3 L2, b4 L2, a1 D4, a4 L3', { turn: 0 });
    const moves = new Set(legalMovesOf(arcanor, one));
    for (let draw = 0; draw < 50; draw++) expect(moves).toContain(one.randomMove(rng));
  });
});

describe('a running game', () => {
  test('[A11] is led by the player with more points', () => {
    expect(scene('a7 L4, b7 L2L3, c7 D4, a1 D3L4, h4 D1').outcome()).toEqual({ scores: [6, 3], places: [1, 2] });
    expect(scene('a7 L4, a1 D3L4, b1 D4, h4 D1').outcome()).toEqual({ scores: [4, 7], places: [2, 1] });
    expect(scene('a7 L4, a1 D4, h4 D1').outcome().places).toEqual([1, 1]);
  });

  test('[A1] has a view of 56 cells', () => {
    expect(arcanor.view(scene(SCENE), 0).cells).toHaveLength(CELLS);
  });

  test.each([
    ['[A5] a slide can be taken back', 'd4-d5', 1],
    ['[A9] an arrival cannot', 'b6-b7', 0],
    ['[A6] the liberation of an enemy can', 'c3^c4', 1],
    ['[A6] the liberation of an own piece cannot', 'e3^e4', 0],
    ['[A7] an empty piece that captures can', 'd4xe5', 1],
    ['[A7] a piece that captures and leaves an own one cannot', 'e3xf2', 0],
  ])('[A13] remembers the moves since one that cannot be taken back: %s', (_, move, remembered) => {
    const position = scene('d4 L2, e5 D3, b6 L3, c3 L1D4, e3 L1L2, f2 D2, h4 D1, a2 L4');
    const key = position.history.length;
    play(position, move);
    expect(position.history.length - key).toBe(remembered);
    const { history } = arcanor.secrets.knowledge(position, 0);
    expect(history.map((each) => arcanor.formatMove(each))).toEqual(remembered === 1 ? [move] : []);
  });

  test('[A13] remembers more reversible moves than fit in its first memory', () => {
    const row = (number: number): string[] => Array.from('abcdefgh', (column) => `${column}${number}`);
    const path = [...['f3', 'g3', 'h3'], ...[...row(4).toReversed(), ...row(5), ...row(6).toReversed(), ...row(7)]];
    // Dark walks to the end of the path and back, while Light takes a piece and sets it free.
    const walk = [...path, ...path.toReversed().slice(1), path[1] ?? ''];
    const position = scene('c3 L1, d3 D2, f3 D1');
    for (let step = 1; step < walk.length; step++) {
      expect(position.end, `step ${step}`).toBeNull();
      play(position, `${step % 2 === 1 ? 'c3xd3' : 'd3^c3'} ${walk[step - 1] ?? ''}-${walk[step] ?? ''}`);
    }
    expect(position.history.length).toBeGreaterThan(128);
    expect(position.end).toBe('repetition');
  });
});
