import { findGame, masker } from '@tablier/games';
import { expect, test } from 'vitest';
import '../english.ts';
import { optionNames } from '../../src/rules/option-names.ts';

const gameOf = (id: string) => findGame(id) ?? masker;

test('an option, a value and both are named in words', () => {
  const names = optionNames(gameOf('isaac'));
  expect(names.get('scoringStarts')).toBe('Who begins the scoring');
  expect(names.get('placer')).toBe('Dark, who began the placement');
  expect(names.get('scoringStarts=placer')).toBe('Who begins the scoring: Dark, who began the placement');
});

test('a number, which also names a row, has no name', () => {
  const names = optionNames(gameOf('nasca'));
  expect(names.has('1')).toBe(false);
  expect(names.get('rounds=1')).toMatch(/One/);
});
