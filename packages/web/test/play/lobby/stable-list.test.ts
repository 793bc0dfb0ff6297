import { describe, expect, it } from 'vitest';
import '../../english.ts';
import { stabilized } from '../../../src/play/lobby/stable-list.svelte.ts';

const item = (id: string, plies = 0) => ({ id, plies });
const as = (...shown: [id: string, plies: number, gone?: 'gone'][]) =>
  shown.map(([id, plies, gone]) => ({ item: item(id, plies), gone: gone === 'gone' }));

describe('a stable list', () => {
  const before = as(['a', 0], ['b', 0]);

  it('shows the current items while it is not held', () => {
    expect(stabilized(before, [item('c'), item('b', 1)], { held: false })).toEqual(as(['c', 0], ['b', 1]));
  });

  it('moves nothing while it is held: items change in place, removed ones stay, new ones wait', () => {
    const after = stabilized(before, [item('c'), item('b', 1)], { held: true });
    expect(after).toEqual(as(['a', 0, 'gone'], ['b', 1]));
    expect(stabilized(after, [item('c'), item('b', 1)], { held: false })).toEqual(as(['c', 0], ['b', 1]));
  });

  it('recognises an item that returns while it is held', () => {
    const after = stabilized(before, [item('b')], { held: true });
    expect(stabilized(after, [item('a', 2), item('b')], { held: true })).toEqual(as(['a', 2], ['b', 0]));
  });

  it('takes new items if it is empty, held or not', () => {
    expect(stabilized([], [item('c')], { held: true })).toEqual(as(['c', 0]));
  });
});
