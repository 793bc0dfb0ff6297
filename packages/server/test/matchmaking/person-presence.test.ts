import { expect, test } from 'vitest';
import type { Here } from '../../src/cluster/node.ts';
import { createPersonPresence } from '../../src/matchmaking/create-matchmaking.ts';

/** The presence on a node, what it told the others, and what they tell it. */
function presenceWith(elsewhere: Readonly<Record<string, number>> = {}) {
  const shared: string[] = [];
  const presence = createPersonPresence({
    share: (place: string, { seats, spectators }: Here, left) =>
      void shared.push(`${place}: ${spectators}, ${seats.length + left.length}`),
    onOtherNodes: (place: string) => ({ seats: [], spectators: elsewhere[place] ?? 0 }),
  });
  return { presence, shared };
}

test('a member is here from their first connection until their last one has ended', () => {
  const { presence, shared } = presenceWith();
  expect(presence.isHere('ada')).toBe(false);
  presence.came('ada');
  presence.came('ada');
  expect([presence.isHere('ada'), presence.isHere('bob')]).toEqual([true, false]);
  presence.went('ada');
  expect(presence.isHere('ada')).toBe(true);
  // The other nodes learn only what changes.
  expect(shared).toEqual(['person ada: 1, 0']);
  presence.went('ada');
  expect(presence.isHere('ada')).toBe(false);
  expect(shared).toEqual(['person ada: 1, 0', 'person ada: 0, 0']);
  presence.came('ada');
  expect(presence.isHere('ada')).toBe(true);
});

test('a member who is connected to another node is here', () => {
  const { presence } = presenceWith({ 'person ada': 1 });
  expect([presence.isHere('ada'), presence.isHere('bob')]).toEqual([true, false]);
});
