import { describe, expect, it } from 'vitest';
import '../english.ts';
import { stabilized } from '../../src/lobby/stable-list.ts';

const item = (id: string, plies = 0) => ({ id, plies });
const as = (...shown: [id: string, plies: number, gone?: 'gone'][]) =>
  shown.map(([id, plies, gone]) => ({ item: item(id, plies), gone: gone === 'gone' }));

describe('a calm list', () => {
  const before = as(['a', 0], ['b', 0]);

  it('is what there is, while nobody holds it', () => {
    expect(stabilized(before, [item('c'), item('b', 1)], { held: false })).toEqual(as(['c', 0], ['b', 1]));
  });

  it('moves nothing while it is held: changes take place where they are, what is gone stays, what is new waits', () => {
    const after = stabilized(before, [item('c'), item('b', 1)], { held: true });
    expect(after).toEqual(as(['a', 0, 'gone'], ['b', 1]));
    expect(stabilized(after, [item('c'), item('b', 1)], { held: false })).toEqual(as(['c', 0], ['b', 1]));
  });

  it('knows again what comes back while it is held', () => {
    const after = stabilized(before, [item('b')], { held: true });
    expect(stabilized(after, [item('a', 2), item('b')], { held: true })).toEqual(as(['a', 2], ['b', 0]));
  });

  it('takes in what is new where nothing is shown, held or not', () => {
    expect(stabilized([], [item('c')], { held: true })).toEqual(as(['c', 0]));
  });
});
