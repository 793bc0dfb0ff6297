import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { differences } from '../../src/places/game-page/differences.ts';

test('says what was removed and added, word by word within a line', () => {
  expect(differences('one two three\nfour\n', 'one 2 three\nfour\nfive\n')).toEqual([
    { kind: 'same', text: 'one ' },
    { kind: 'removed', text: 'two' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: ' three\nfour\n' },
    { kind: 'added', text: 'five\n' },
  ]);
  expect(differences('', 'new')).toEqual([{ kind: 'added', text: 'new' }]);
  expect(differences('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
});

test('both texts follow from the parts, also of random and of very long texts', () => {
  const rng = new SeededRng(1);
  const random = (length: number): string => Array.from({ length }, () => 'ab \n'[rng.bits() & 3] ?? '').join('');
  const pairs = Array.from({ length: 300 }, () => [random(12), random(12)] as const);
  for (const [before, after] of [...pairs, ['a '.repeat(10_000), 'b a '.repeat(5000)] as const]) {
    const parts = differences(before, after);
    const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
    expect([without('added'), without('removed')]).toEqual([before, after]);
  }
});
