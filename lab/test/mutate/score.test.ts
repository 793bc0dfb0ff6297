import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scoreOf } from '../../mutate/score.ts';
import { TARGETS, targetsOf } from '../../mutate/targets.ts';

const mutants = (...states: readonly string[]) => states.map((status) => ({ status }));

describe('the score of a target', () => {
  test('is the share of mutants that were detected, by a failing test or by a test that never ends', () => {
    expect(scoreOf(mutants('Killed', 'Timeout', 'Killed', 'Survived'))).toEqual({
      percent: 75,
      detected: 3,
      survived: 1,
      ignored: 0,
    });
  });

  test('counts mutants that no test reaches as not detected', () => {
    expect(scoreOf(mutants('Killed', 'NoCoverage')).percent).toBe(50);
  });

  test('leaves out mutants that were ignored or do not compile', () => {
    expect(scoreOf(mutants('Killed', 'Ignored', 'CompileError', 'RuntimeError'))).toMatchObject({
      percent: 100,
      ignored: 3,
    });
  });

  test('is 0 where nothing was mutated, so that a wrong path does not pass', () => {
    expect(scoreOf([]).percent).toBe(0);
    expect(scoreOf(mutants('Ignored')).percent).toBe(0);
  });
});

describe('the targets', () => {
  test.each(Object.entries(TARGETS))('%s has sources and tests, all of one package', (name, { sources, tests }) => {
    const [owner = ''] = name.split('/');
    for (const glob of [...sources, ...tests]) {
      expect(glob).toMatch(new RegExp(`^!?packages/${owner}/`));
      const paths = globSync(glob.replace(/^!|:[\d-]+$/g, ''));
      expect(paths.length, glob).toBeGreaterThan(0);
    }
  });

  test('a name means one target, or all of a package', () => {
    expect(targetsOf('core')).toEqual(['core']);
    expect(targetsOf('games/isaac')).toEqual(['games/isaac']);
    expect(targetsOf('games').length).toBeGreaterThan(1);
    expect(targetsOf('gam')).toEqual([]);
  });
});
