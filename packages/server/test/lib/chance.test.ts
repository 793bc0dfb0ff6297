import { expect, test } from 'vitest';
import { idFrom, isTableId, sha256, systemChance } from '../../src/lib/context.ts';

test('an id has 22 characters that need no escaping, from a text or from chance', () => {
  expect(idFrom('a')).toBe(idFrom('a'));
  expect(idFrom('a')).not.toBe(idFrom('b'));
  for (const id of [idFrom('a'), idFrom(''), systemChance.id()]) expect(isTableId(id), id).toBe(true);
  expect(systemChance.id()).not.toBe(systemChance.id());
  for (const text of [
    '',
    'x'.repeat(21),
    'x'.repeat(23),
    `${'x'.repeat(21)}/`,
    's-'.concat('x'.repeat(22)),
    'server-bans',
  ])
    expect(isTableId(text), text).toBe(false);
});

test('a secret has 256 bits, and its hash is SHA-256', () => {
  expect(systemChance.secret()).toMatch(/^[0-9a-f]{64}$/);
  expect(systemChance.secret()).not.toBe(systemChance.secret());
  // The first test vector of FIPS 180-4.
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('numbers are below their bound, and all of them occur', () => {
  const drawn = new Set(Array.from({ length: 200 }, () => systemChance.rng.below(3)));
  expect([...drawn].toSorted((left, right) => left - right)).toEqual([0, 1, 2]);
});
