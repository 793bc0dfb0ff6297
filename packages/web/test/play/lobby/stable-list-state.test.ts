import { describe, expect, it } from 'vitest';
import { StableList } from '../../../src/play/lobby/stable-list.svelte.ts';

const items = (...ids: string[]) => ids.map((id) => ({ id }));
const shown = (list: StableList<{ readonly id: string }>, ids: readonly string[]): string =>
  list
    .show(items(...ids))
    .map(({ item, gone }) => item.id + (gone ? '-' : ''))
    .join(' ');
const pointer = (pointerType: string) => Object.assign(new Event('pointerenter'), { pointerType });

describe('the list of a section', () => {
  it('shows its first items until the user asks for all', () => {
    const list = new StableList<{ readonly id: string }>(2);
    expect([shown(list, ['a', 'b', 'c']), list.more(items('a', 'b', 'c'))]).toEqual(['a b', 1]);
    list.showAll();
    expect([shown(list, ['a', 'b', 'c']), list.more(items('a', 'b', 'c'))]).toEqual(['a b c', 0]);
  });

  it('moves nothing under a mouse or while it has the focus, and catches up afterwards', () => {
    const list = new StableList<{ readonly id: string }>();
    const holds = [
      [() => list.holding.onpointerenter(pointer('mouse')), () => list.holding.onpointerleave()],
      [() => list.holding.onfocusin(), () => list.holding.onfocusout()],
    ] as const;
    for (const [hold, release] of holds) {
      shown(list, ['a', 'b']);
      hold();
      expect(shown(list, ['c', 'b'])).toBe('a- b');
      release();
      expect(shown(list, ['c', 'b'])).toBe('c b');
    }
  });

  it('follows at once under a finger, which has left when the list changes', () => {
    const list = new StableList<{ readonly id: string }>();
    shown(list, ['a']);
    list.holding.onpointerenter(pointer('touch'));
    expect(shown(list, ['b'])).toBe('b');
  });
});
