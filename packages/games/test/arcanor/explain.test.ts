import { SeededRng } from '@tablier/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arcanor, originOf, refusalFrom, refusalTo, targetOf } from '../../src/arcanor/index.ts';
import { randomGames } from '../random-games.ts';
import { cellOf, play, scene, startOf } from './scene.ts';

describe('why not', () => {
  const view = arcanor.view(scene('d4 L2L4, e5 D2, d5 D3, c4 L4, d7 L1, a1 D3, b1 L3, h1 L4, g1 D4, g2 D4, h2 D4'), 0);
  const from = (cell: string) => refusalFrom(view, cellOf(cell));
  const to = (cell: string) => refusalTo(view, cellOf('d4'), cellOf(cell));

  test('[A5] [A9] a top that may not move', () => {
    expect([from('d4'), from('d3'), from('e5'), from('d7'), from('h1')]).toEqual([
      null,
      'empty',
      'enemy',
      'home',
      'shut',
    ]);
  });

  test('[A5] [A7] [A8] [A9] a target that is not allowed', () => {
    expect([to('d3'), to('d5'), to('a3'), to('c4'), to('e5')]).toEqual([null, null, 'far', 'own', 'size']);
    expect(refusalTo(view, cellOf('b1'), cellOf('a1'))).toBe('home');
  });

  test('there is a reason exactly if there is no choice', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(150), (seed, plies) => {
        const rng = new SeededRng(seed);
        const position = startOf();
        for (let ply = 0; ply < plies && position.turn >= 0; ply++) position.play(position.randomMove(rng));
        fc.pre(position.turn >= 0);
        const shown = arcanor.view(position, 0);
        const choices = arcanor.choices(shown);
        for (let cell = 0; cell < 56; cell++) {
          const moves = choices.filter((move) => originOf(move) === cell);
          expect(refusalFrom(shown, cell) === null).toBe(moves.length > 0);
          if (moves.length === 0) continue;
          const reached = Array.from({ length: 56 }, (_, to) => to).filter((to) => refusalTo(shown, cell, to) === null);
          expect(reached).toEqual([...new Set(moves.map(targetOf))].sort((one, other) => one - other));
        }
      }),
      { numRuns: randomGames(50) },
    );
  });
});

describe('[A4] what cannot be taken back', () => {
  const reveals = (text: string, move: string, table: 'memory' | 'open' = 'memory'): boolean | undefined =>
    arcanor.secrets.reveals(scene(text, { table }), arcanor.parseMove(move) as number);

  test('[A6] a liberation on a memory table', () => {
    expect(reveals('d4 L1L3, h4 D1', 'd4^d5')).toBe(true);
    expect(reveals('d4 L1L3, h4 D1', 'd4-d5')).toBe(false);
  });

  test('[A7] a capture that leaves something behind', () => {
    expect(reveals('d4 L1L3, d5 D2, h4 D1', 'd4xd5')).toBe(true);
    expect(reveals('d4 L1, d5 D2D3, h4 D1', 'd4xd5')).toBe(false);
  });

  test('the last move of a game uncovers everything', () => {
    expect(reveals('a7 L4, b7 L4, c6 L4, h4 D1D2', 'c6-c7')).toBe(true);
    expect(reveals('a7 L4, b7 L4, c6 L4, h4 D1D2', 'c6-c5')).toBe(false);
  });

  test('nothing on an open table', () => {
    expect(reveals('d4 L1L3, d5 D2, h4 D1', 'd4^c4', 'open')).toBe(false);
    expect(reveals('d4 L1L3, d5 D2, h4 D1', 'd4xd5', 'open')).toBe(false);
    expect(reveals('a7 L4, b7 L4, c6 L4, h4 D1', 'c6-c7', 'open')).toBe(false);
  });
});

describe('[A4] [A13] repetitions in a view', () => {
  const round = 'c3xd3 h5-h4 d3^c3 h4-h5';
  const repeated = (table: 'memory' | 'open') => play(scene('c3 L1, d3 D2, h5 D1', { table }), round);

  test('the number of earlier occurrences, on an open table', () => {
    expect(arcanor.view(startOf('open'), 0).repeats).toBe(0);
    expect(arcanor.view(repeated('open'), 0).repeats).toBe(1);
  });

  test('nothing on a memory table until the game is over', () => {
    expect(arcanor.view(repeated('memory'), 0).repeats).toBeNull();
    expect(arcanor.view(repeated('memory'), 'open').repeats).toBe(1);
  });
});
