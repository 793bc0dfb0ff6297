import { legalMovesOf, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { OpenSelection } from '../src/trees/mcts.ts';
import { ROOT, Tree, WAITING } from '../src/trees/tree.ts';
import { setupOf } from './helpers.ts';
import { nim } from './toys/nim.ts';

/** The moves that a node tries in 2,000 visits, in order. */
function triedInOrder(game: typeof nim, seed: number): number[] {
  const position = game.start(setupOf(game, { deal: [7, 7, 7] }));
  const selection = new OpenSelection(game, 1, new SeededRng(seed));
  const tree = new Tree(2);
  for (let visit = 0; visit < 2_000; visit++) {
    tree.backUp(selection.select(tree, ROOT, position), Float64Array.of(0.5, 0.5));
  }
  return [...tree.move.subarray(ROOT + 1, tree.size)];
}

const all = [...legalMovesOf(nim, nim.start(setupOf(nim, { deal: [7, 7, 7] })))];

test('a node with more than WAITING moves tries all of them', () => {
  expect(all.length).toBeGreaterThan(2 * WAITING);
  const tried = triedInOrder(nim, 3);
  expect([...tried].sort((a, b) => a - b)).toEqual(all);
  expect(tried).not.toEqual(triedInOrder(nim, 4));
});

test('tries the most promising first, ties in random order', () => {
  const taken = (move: number): number => move % 7;
  const ranked = { ...nim, advice: { ...nim.advice, priority: (_: unknown, move: number) => taken(move) } };
  for (let seed = 0; seed < 10; seed++) {
    const priorities = triedInOrder(ranked, seed).map(taken);
    expect(priorities, `seed ${seed}`).toEqual(all.map(taken).sort((a, b) => b - a));
  }
  expect(triedInOrder(ranked, 1)).not.toEqual(triedInOrder(ranked, 2));
});
