import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { cruise } from './cruise.ts';
import { BOUNDARIES, folderOf } from './table.ts';

/** This guards the guard: each kind of trespass is planted in a copy of the packages and has to be named. */
type File = readonly [path: string, text: string];

/** What the guard finds in a copy with these files. To read all packages takes longer than to read one more file: tests share a copy. */
function found(files: Iterable<File>): ReturnType<typeof cruise> {
  const copy = mkdtempSync(join(tmpdir(), 'tablier-boundaries-'));
  try {
    cpSync('package.json', join(copy, 'package.json'));
    for (const name of Object.keys(BOUNDARIES))
      cpSync(`${folderOf(name)}/package.json`, join(copy, folderOf(name), 'package.json'));
    cpSync('packages/core/src', join(copy, 'packages/core/src'), { recursive: true });
    for (const [path, text] of files) {
      const target = join(copy, 'packages', path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    return cruise(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const faultsOf = (...files: readonly File[]): readonly string[] => found(files).faults;

describe('the packages of the table', () => {
  // The gate reads the real ones whole.
  test('are read, and have no fault', () => {
    const { modules, faults } = found([]);
    expect(faults).toEqual([]);
    expect(modules).toBeGreaterThan(10);
  });

  test('are all that there may be', () => {
    expect(faultsOf(['intruder/src/index.ts', "import './x.ts';\n"])).toEqual([
      'packages/intruder/src/index.ts:1: intruder is not in the table of boundaries',
    ]);
  });
});

/** What is planted where, and the fault. */
const TRESPASSES = [
  ['core/src/planted.ts', "import { search } from '@tablier/ai';", 'core may not import @tablier/ai'],
  ['ai/src/planted.ts', "import type { Game } from '@tablier/games';", 'ai may not import @tablier/games'],
  ['match/src/planted.ts', "export * from '@tablier/store';", 'match may not import @tablier/store'],
  ['server/src/planted.ts', "await import('@tablier/web');", 'server may not import @tablier/web'],
  ['games/src/planted.ts', "type X = import('@tablier/match').X;", 'games may not import @tablier/match'],
  ['web/src/planted.ts', "import '@tablier/server';", 'web may not import @tablier/server'],
  ['web/src/planted.ts', "import 'node:fs';", 'web may not import node:fs'],
  ['core/src/planted.ts', "import 'node:crypto';", 'core may not import node:crypto'],
  ['games/src/planted.ts', "import fc from 'fast-check';", 'games may not import fast-check'],
  ['server/src/planted.ts', "import 'kysely';", 'server may not import kysely'],
  ['server/src/planted.ts', "import '@tablier/core/src/rng.ts';", 'server may not reach into @tablier/core/src/rng.ts'],
  ['web/src/planted.ts', "import '@tablier/games/isaac/bot';", 'web may not reach into @tablier/games/isaac/bot'],
  ['games/src/planted.ts', "import '../../core/src/index.ts';", 'relative import ../../core/src/index.ts leaves games'],
  ['core/src/planted.ts', "import '../test/x.ts';", 'source imports ../test/x.ts from outside src'],
  ['core/src/planted.ts', "import './nowhere.ts';", './nowhere.ts does not exist'],
  ['server/src/lib/planted.ts', "import '../http/errors.ts';", 'lib may not import http: it is a higher layer'],
  [
    'server/src/tables/planted.ts',
    "import type { X } from '../privacy/deletion.ts';",
    'tables may not import privacy: it is a higher layer',
  ],
  [
    'server/src/archive/planted.ts',
    "import '../app.ts';",
    'archive may not import packages/server/src/app.ts: the files of server/src are above it',
  ],
  ['web/src/games/isaac/planted.ts', "import '../../play/x.ts';", 'games may not import play: it is a higher layer'],
  [
    'web/src/table/match-ui/planted.ts',
    "import '../../play/online/x.ts';",
    'table may not import play: it is a higher layer',
  ],
  [
    'web/src/table/guide/planted.ts',
    "import '../match-ui/x.ts';",
    'guide may not import match-ui: it is a higher layer',
  ],
  [
    'web/src/play/local/planted.ts',
    "import '../online/x.ts';",
    'local may not import online: they are in the same layer',
  ],
  ['web/src/lib/planted.ts', "import './offline/x.ts';", '. may not import offline: it is a higher layer'],
  [
    'web/src/review/study/planted.ts',
    "import '../x.ts';",
    'study may not import packages/web/src/review/x.ts: the files of web/src/review are above it',
  ],
  ['web/src/match/planted.ts', "import '../lib/x.ts';", 'web/src/match is not among the layers of web/src'],
  [
    'web/src/play/match/planted.ts',
    "import '../boxes/x.ts';",
    'web/src/play/match is not among the layers of web/src/play',
  ],
  [
    'server/src/drawer/planted.ts',
    "import '../lib/log.ts';",
    'server/src/drawer is not among the layers of server/src',
  ],
  ['client/src/planted.ts', "import { Server } from 'ws';", 'client may not import ws'],
  ['client/src/planted.ts', "import 'node:crypto';", 'client may not import node:crypto'],
  ['client/src/browser.ts', "import 'node:crypto';", 'client may not import node:crypto'],
  ['client/src/planted.ts', "export * from './node.ts';", './node.ts is an adapter, which no source may import'],
  ['match/test/planted.test.ts', "import '@tablier/web';", 'match may not import @tablier/web'],
  ['core/test/planted.test.ts', "import 'kysely';", 'core may not import kysely'],
  [
    'web/src/planted.ts',
    "new Worker(new URL('../../ai/src/x.ts', import.meta.url));",
    'relative import ../../ai/src/x.ts leaves web',
  ],
].map(([path = '', text = '', fault = ''], index) => {
  const own = path.replace('planted', `planted-${index}`);
  return [own, text, `packages/${own}:2: ${fault}`] as const;
});

describe('an arrow that is not in the table', () => {
  let faults: readonly string[] = [];
  beforeAll(() => {
    faults = faultsOf(...TRESPASSES.map(([path, text]) => [path, `\n${text}\n`] as const));
  });

  test.each(TRESPASSES)('%s: %s', (path, _text, fault) => {
    expect(faults.filter((each) => each.startsWith(`packages/${path}:`))).toEqual([fault]);
  });

  test('is the only kind of fault there', () => {
    expect(faults).toHaveLength(TRESPASSES.length);
  });

  test('is seen in the script of a component, at its line', () => {
    const component =
      '<p>import "kysely"</p>\n<script lang="ts">\n  import { start } from "@tablier/server";\n</script>\n';
    expect(faultsOf(['web/src/Planted.svelte', component])).toEqual([
      'packages/web/src/Planted.svelte:3: web may not import @tablier/server',
    ]);
  });

  test('is a workspace that the package does not declare', () => {
    const manifest = ['ai/package.json', '{ "name": "@tablier/ai" }'] as const;
    expect(faultsOf(manifest, ['ai/src/planted.ts', "import '@tablier/core';"])).toEqual([
      'packages/ai/src/planted.ts:1: ai does not declare @tablier/core in its package.json',
    ]);
  });
});

const PURE = ['core', 'games', 'ai', 'match'];
/** What each of them may not use, by expression. */
const IMPURE = [
  ['Math.random()', 'Math.random'],
  ["Math['random']()", 'Math.random'],
  ['(({ random }) => random())(Math)', 'Math.random'],
  ['Date.now()', 'Date'],
  ['new Date()', 'Date'],
  ['performance.now()', 'performance'],
  ['crypto.getRandomValues(new Uint8Array(1))', 'crypto'],
  ['setTimeout(() => 1, 1)', 'setTimeout'],
  ['process.env', 'process'],
  ["console.log('x')", 'console'],
  ['globalThis', 'globalThis'],
  ['({ Date })', 'Date'],
].map(([expression = '', name = ''], index) => [expression, name, `src/planted-${index}.ts`] as const);

describe('a pure package', () => {
  let faults: readonly string[] = [];
  beforeAll(() => {
    faults = faultsOf(
      ...IMPURE.flatMap(([expression, , path]) =>
        PURE.map((each) => [`${each}/${path}`, `export const planted = ${expression};\n`] as const),
      ),
    );
  });

  test.each(IMPURE)('may not use %s', (_expression, name, path) => {
    expect(faults.filter((each) => each.includes(`/${path}:`))).toEqual(
      PURE.map((each) => `packages/${each}/${path}:1: ${each} is pure and may not use ${name}`).toSorted(),
    );
  });

  test('may use its platform in an adapter only', () => {
    const text = 'export const now = performance.now();\n';
    expect(faultsOf(['client/src/browser.ts', text], ['client/src/planted.ts', text])).toEqual([
      'packages/client/src/planted.ts:1: client is pure and may not use performance',
    ]);
  });

  test('may name its members as it likes, use the rest of Math, and clocks in its tests; comments and texts are no code', () => {
    const named =
      'export const x = { Date: 1, process(): number { return Math.max(1, 2); } };\nexport const y = x.Date;\n';
    const told = "// Date.now()\nexport const text = 'Math.random()';\n";
    expect(
      faultsOf(
        ['core/src/named.ts', named],
        ['core/src/told.ts', told],
        ['core/test/planted.test.ts', 'export const now = Date.now();\n'],
      ),
    ).toEqual([]);
  });
});

describe('an import cycle', () => {
  test('is named with its path', () => {
    expect(faultsOf(['ai/src/a.ts', "import './b.ts';\n"], ['ai/src/b.ts', "import './a.ts';\n"])).toEqual([
      'packages/ai/src/a.ts: import cycle packages/ai/src/a.ts > packages/ai/src/b.ts > packages/ai/src/a.ts',
    ]);
  });

  test('of types alone, or of one component that contains itself, is none', () => {
    expect(
      faultsOf(
        ['web/src/Tree.svelte', "<script>import Tree from './Tree.svelte';</script>"],
        ['ai/src/a.ts', "import type { B } from './b.ts';\nexport type A = B[];\n"],
        ['ai/src/b.ts', "import type { A } from './a.ts';\nexport type B = A[];\n"],
      ),
    ).toEqual([]);
  });
});
