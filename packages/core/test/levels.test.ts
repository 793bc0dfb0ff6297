import { describe, expect, test } from 'vitest';
import { aliasOf, LEVEL_ALIAS_NAMES, LEVEL_ALIASES, LEVELS, parseLevel, strengthOf } from '../src/index.ts';

describe('levels', () => {
  test('are read as numbers, as text and by their earlier names', () => {
    for (const level of LEVELS) expect([parseLevel(level), parseLevel(String(level))]).toEqual([level, level]);
    expect(LEVEL_ALIAS_NAMES.map(parseLevel)).toEqual([1, 4, 8]);
    for (const wrong of [0, 9, 1.5, '', '01', 'best', 'toString', null, undefined, [1]])
      expect(parseLevel(wrong)).toBeNull();
  });

  test('have the strongest earlier name that is not stronger', () => {
    expect(LEVELS.map(aliasOf)).toEqual([
      ...Array.from({ length: 3 }, () => 'beginner'),
      ...Array.from({ length: 4 }, () => 'medium'),
      'strong',
    ]);
    for (const name of LEVEL_ALIAS_NAMES) expect(aliasOf(LEVEL_ALIASES[name])).toBe(name);
  });

  test('of a bot are what any version wrote', () => {
    expect(strengthOf({ level: 'medium' })).toBe(4);
    expect(strengthOf({ level: 'medium', strength: 6 })).toBe(6);
    expect(strengthOf({ level: 3 })).toBe(3);
  });
});
