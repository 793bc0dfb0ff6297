import { SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { forget } from '../../src/arcanor/bot.ts';
import { ArcanorPosition } from '../../src/arcanor/position.ts';
import { TOP_OF } from '../../src/arcanor/board.ts';

/** A position of a game in which tops that look alike hold different things. */
function middle(table: 'memory' | 'open') {
  const rng = new SeededRng('middle');
  const position = new ArcanorPosition({ table });
  for (let ply = 0; ply < 40; ply++) position.play(position.randomMove(rng));
  return position.toData();
}

const sorted = (stacks: readonly number[]) => stacks.toSorted((one, other) => one - other);
const topsOf = (stacks: readonly number[]) => stacks.map((stack) => TOP_OF[stack]);

describe('forgetting', () => {
  test('exchanges contents under tops that look alike, and keeps every piece on the board', () => {
    const known = middle('memory');
    const remembered = Array.from({ length: 50 }, (_, seed) => forget(known, 1, new SeededRng(seed)));
    expect(remembered.some(({ stacks }) => stacks.join() !== known.stacks.join())).toBe(true);
    for (const { stacks, turn } of remembered) {
      expect(turn).toBe(known.turn);
      expect(topsOf(stacks)).toEqual(topsOf(known.stacks));
      expect(sorted(stacks)).toEqual(sorted(known.stacks));
    }
  });

  test('leaves a position that can be played on', () => {
    const position = new ArcanorPosition({ table: 'memory' });
    position.setData(forget(middle('memory'), 1, new SeededRng(3)));
    const rng = new SeededRng(4);
    for (let ply = 0; ply < 30 && position.turn >= 0; ply++) position.play(position.randomMove(rng));
  });

  test('does not happen to those who forget nothing, nor on an open table [A4]', () => {
    const known = middle('memory');
    expect(forget(known, 0, new SeededRng(1))).toBe(known);
    const open = middle('open');
    expect(forget(open, 1, new SeededRng(1))).toBe(open);
  });
});
