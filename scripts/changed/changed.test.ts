import { expect, test } from 'vitest';
import { graphOf, reached } from './graph.ts';
import { planFor } from './plan.ts';

const FILES: Readonly<Record<string, string>> = {
  'packages/core/src/index.ts': "export * from './rng.ts';",
  'packages/core/src/rng.ts': '',
  'packages/core/test/rng.test.ts': "import { SeededRng } from '../src/rng.ts';",
  'packages/games/src/isaac/index.ts':
    "import { SeededRng } from '@tablier/core';\nimport type { View } from './view.ts';",
  'packages/games/src/isaac/view.ts': '',
  'packages/games/src/isaac/rules.md': '',
  'packages/games/test/isaac/rules.test.ts': "readFileSync(join(ROOT, 'packages', 'games', 'src', game, 'rules.md'));",
  'packages/server/src/tables/rooms.ts': "import '@tablier/core';\nnew Worker(new URL('./think.ts', import.meta.url));",
  'packages/server/src/tables/think.ts': '',
  ...Object.fromEntries(
    ['rooms', 'a', 'b', 'c', 'd', 'e'].map((name) => [
      `packages/server/test/tables/${name}.test.ts`,
      "import '../../src/tables/rooms.ts';",
    ]),
  ),
  'scripts/docs/links.test.ts': "execFileSync('git', ['ls-files', '*.md']);",
};
const paths = Object.keys(FILES);
const core = { name: '@tablier/core', folder: 'packages/core', exports: { '.': './src/index.ts' } };
const graph = graphOf(paths, [core], (path) => FILES[path] ?? '');
const testsOf = (path: string) => planFor([path], [path], graph).tests;

test('a change reaches what imports it, at run time, and no further than imports go', () => {
  expect(testsOf('packages/core/test/rng.test.ts')).toEqual(['packages/core/test/rng.test.ts']);
  expect(reached(['packages/core/src/rng.ts'], graph).get('packages/games/src/isaac/index.ts')).toBe(2);
  expect([...reached(['packages/games/src/isaac/view.ts'], graph).keys()]).toHaveLength(1);
});

test('a file is reached by the tests that read it, by its name or its kind', () => {
  expect(testsOf('packages/games/src/isaac/rules.md')).toEqual([
    'packages/games/test/isaac/rules.test.ts',
    'scripts/docs/links.test.ts',
  ]);
});

test('of the slow tests those nearest to the change are run, and the others counted', () => {
  const { tests, leftOut } = planFor(['packages/server/src/tables/think.ts'], [], graph);
  expect({ tests: tests.length, leftOut }).toEqual({ tests: 3, leftOut: 3 });
  expect(testsOf('packages/server/src/tables/rooms.ts')[0]).toBe('packages/server/test/tables/rooms.test.ts');
});

test('of the slow tests in the folder of those of the change all that import it are run', () => {
  const { tests, leftOut } = planFor(['packages/server/src/tables/rooms.ts'], [], graph);
  expect({ tests: tests.length, leftOut }).toEqual({ tests: 6, leftOut: 0 });
});

test.each(['package-lock.json', 'vitest.config.ts', 'packages/core/tsconfig.json', 'scripts/lib/gates.mjs'])(
  '%s concerns everything',
  (path) => {
    expect(planFor([path], [path], graph).concernsAll).toBe(path);
    expect(planFor(['packages/core/src/rng.ts'], [], graph).concernsAll).toBeUndefined();
  },
);
