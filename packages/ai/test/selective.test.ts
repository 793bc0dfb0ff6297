import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { chooseMove } from '../src/index.ts';
import { positionAfter, setupOf, taskAt } from './helpers.ts';
import { doors } from './toys/doors.ts';

const setup = setupOf(doors);

test('a selective search leaves out no move as long as all others lose', () => {
  for (const depth of [2, 3, 5])
    for (const seed of [1, 2, 3]) {
      const task = taskAt(doors, setup, positionAfter(doors, setup));
      const { info } = chooseMove(task, { nodes: 10_000, depth }, new SeededRng(seed));
      expect(info.values, `depth ${depth}, seed ${seed}`).toEqual([0.5, 0.5]);
    }
});

test('a player who has one way out finds it among sixty', () => {
  const task = taskAt(doors, setup, positionAfter(doors, setup, '0'));
  const { move, info } = chooseMove(task, { nodes: 10_000, depth: 3 }, new SeededRng(1));
  expect([doors.formatMove(move), info.values]).toEqual(['59', [0.5, 0.5]]);
});
